import { assert, describe, it } from "@effect/vitest"
import { slope } from "../../bench/load/Slope.ts"

describe("the slope of memory", () => {
  const noise = [0, 3, -2, 1, -3, 2, 0, -1, 3, -2, 1, -1]

  it("is what it grows by, when it does, and more than its error", () => {
    const { each, error } = slope(noise.map((value, n) => 100 + 5 * n + value))
    assert.approximately(each, 5, 0.5)
    assert.isBelow(error, 1)
  })

  it("is within its error where there is only noise", () => {
    const { each, error } = slope(noise)
    assert.isBelow(Math.abs(each), error)
  })
})

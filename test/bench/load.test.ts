import { assert, describe, it } from "@effect/vitest"
import { Effect, References } from "effect"
import { databases } from "../../bench/load/Databases.ts"
import { overload } from "../../bench/load/Overload.ts"
import { slope } from "../../bench/load/Slope.ts"
import { soak } from "../../bench/load/Soak.ts"
import { searches } from "../../bench/load/Stalls.ts"
import { onCopies } from "./Databases.ts"

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

describe("the load scripts, in short", { timeout: 120_000 }, () => {
  it.live("keep what does not depend on the machine", () =>
    Effect.gen(function* () {
      const served = yield* onCopies(databases(1_000).PGlite)
      const findings = yield* Effect.promise(async () => [
        ...(await soak(served, { seconds: 1 })),
        ...(await overload(served, { seconds: 1 })),
        ...(await searches(served, { seconds: 1, count: 6 }))
      ])
      const anywhere = findings.filter(({ anywhere }) => anywhere)
      assert.lengthOf(anywhere, 7)
      for (const { kept, measured, promise } of anywhere) assert.isTrue(kept, `${promise}: ${measured}`)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "Warn"))
  )
})

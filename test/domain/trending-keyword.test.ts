import { assert, describe, it } from "@effect/vitest"
import { trendOf } from "../../src/domain/TrendingKeyword.ts"

const now = new Date("2026-03-10T12:00:00Z")

const trend = (volume: number | null, previousVolume: number | null, hours = 48) =>
  trendOf({ now, firstSeen: new Date(now.getTime() - hours * 3_600_000), volume, previousVolume })

describe("A keyword's trend", () => {
  it("is new for 24 hours", () => {
    assert.strictEqual(trend(200, 100, 23.99), "new")
    assert.strictEqual(trend(200, 100, 24), "rising")
  })

  it("rises and falls from a fifth of the previous volume on, exactly", () => {
    for (let previous = 5; previous <= 1_000; previous += 5) {
      const fifth = previous / 5
      assert.deepStrictEqual([previous, trend(previous + fifth, previous)], [previous, "rising"])
      assert.deepStrictEqual([previous, trend(previous + fifth - 1, previous)], [previous, "stable"])
      assert.deepStrictEqual([previous, trend(previous - fifth, previous)], [previous, "falling"])
      assert.deepStrictEqual([previous, trend(previous - fifth + 1, previous)], [previous, "stable"])
    }
  })

  it("is stable where a volume is unknown or was nothing", () => {
    assert.strictEqual(trend(null, 100), "stable")
    assert.strictEqual(trend(100, null), "stable")
    assert.strictEqual(trend(100, 0), "stable")
  })
})

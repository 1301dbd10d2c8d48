import { describe, expect, it } from "@effect/vitest"
import { trendOf } from "../../src/domain/TrendingKeyword.ts"

const now = new Date("2026-03-10T12:00:00Z")

const trend = (volume: number | null, previousVolume: number | null, hours = 48) =>
  trendOf({ now, firstSeen: new Date(now.getTime() - hours * 3_600_000), volume, previousVolume })

describe("A keyword's trend", () => {
  it("is new for 24 hours", () => {
    expect(trend(200, 100, 23.99)).toBe("new")
    expect(trend(200, 100, 24)).toBe("rising")
  })

  it("rises and falls from a fifth of the previous volume on, exactly", () => {
    for (let previous = 5; previous <= 1_000; previous += 5) {
      const fifth = previous / 5
      expect([previous, trend(previous + fifth, previous)]).toEqual([previous, "rising"])
      expect([previous, trend(previous + fifth - 1, previous)]).toEqual([previous, "stable"])
      expect([previous, trend(previous - fifth, previous)]).toEqual([previous, "falling"])
      expect([previous, trend(previous - fifth + 1, previous)]).toEqual([previous, "stable"])
    }
  })

  it("is stable where a volume is unknown or was nothing", () => {
    expect(trend(null, 100)).toBe("stable")
    expect(trend(100, null)).toBe("stable")
    expect(trend(100, 0)).toBe("stable")
  })
})

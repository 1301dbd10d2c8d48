import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate } from "../../src/domain/Timestamp.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { contract, start } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"

const keyword = (keyword: string, volume: number | null, country = "US") => ({ keyword, volume, country })

const listed = Effect.flatMap(TrendingKeywords, (keywords) => keywords.list({}))

contract("TrendingKeywords", TrendingKeywords.layer, (it) => {
  it.effect("lists what was recorded, by volume with unknown last, and counts what is new or changed", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const batch = [keyword("b", null), keyword("small", 200), keyword("a", null), keyword("large", 5_000_000_000)]
      assert.deepStrictEqual(yield* keywords.upsert(batch), { new: 4, changed: 0 })
      assert.deepStrictEqual(yield* keywords.upsert(batch), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* keywords.upsert([]), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* keywords.upsert([keyword("small", 500)]), { new: 0, changed: 1 })
      assert.deepStrictEqual(yield* listed, [
        { keyword: "large", volume: 5_000_000_000, trend: "new", country: "US" },
        { keyword: "small", volume: 500, trend: "new", country: "US" },
        { keyword: "a", volume: null, trend: "new", country: "US" },
        { keyword: "b", volume: null, trend: "new", country: "US" }
      ])
    })
  )

  it.effect("keeps countries apart and narrows to one", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([keyword("cup", 100), keyword("cup", 300, "GB")])
      assertMatches(yield* listed, [{ country: "GB" }, { country: "US" }])
      assertMatches(yield* keywords.list({ country: "US" }), [{ volume: 100, country: "US" }])
      assert.deepStrictEqual(yield* keywords.list({ country: "FR" }), [])
    })
  )

  it.effect("tells the volumes of the days on which what is listed was seen, for 30 days and by country", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* TestClock.setTime(Date.parse("2026-03-01T08:00:00Z"))
      yield* keywords.upsert([keyword("cup", 100), keyword("gone", 900), keyword("cup", 70, "GB")])
      yield* TestClock.setTime(Date.parse("2026-03-29T08:00:00Z"))
      yield* keywords.upsert([keyword("cup", 300)])
      yield* keywords.upsert([keyword("cup", 200), keyword("bowl", null)])
      const cup = [
        { date: "2026-03-01", volume: 100 },
        { date: "2026-03-29", volume: 300 }
      ]
      const bowl = { keyword: "bowl", country: "US", days: [{ date: "2026-03-29", volume: null }] }
      assert.deepStrictEqual<unknown>(yield* keywords.history({ country: "US" }), [
        { keyword: "cup", country: "US", days: cup },
        bowl
      ])
      assert.deepStrictEqual<unknown>(yield* keywords.history({ country: "GB" }), [
        { keyword: "cup", country: "GB", days: [{ date: "2026-03-01", volume: 70 }] }
      ])
      assert.deepStrictEqual<unknown>(
        yield* keywords.historyOf([
          { keyword: "bowl", country: "US" },
          { keyword: "unknown", country: "US" }
        ]),
        [bowl, { keyword: "unknown", country: "US", days: [] }]
      )
      yield* TestClock.setTime(Date.parse("2026-03-31T08:00:00Z"))
      assert.deepStrictEqual<unknown>(yield* keywords.history({ country: "US" }), [
        { keyword: "cup", country: "US", days: cup.slice(1) },
        bowl
      ])
    })
  )

  it.effect("takes the highest volume of a keyword that a batch has twice, and no text as long as a page", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const twice = [keyword("cup", null), keyword("cup", 300), keyword("cup", 200), keyword("x".repeat(3_000), 1)]
      assert.deepStrictEqual(yield* keywords.upsert(twice), { new: 1, changed: 0 })
      assertMatches(yield* listed, [{ volume: 300 }])
    })
  )

  it.effect("calls a keyword new for a day, then compares with the highest volume of the day before", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const trends = Effect.map(listed, (keywords) =>
        Object.fromEntries(keywords.map(({ keyword, trend }) => [keyword, trend]))
      )
      const day = ["up", "down", "same", "unknown", "unknown before"]
      yield* keywords.upsert(day.map((word) => keyword(word, word === "unknown before" ? null : 1_000)))
      yield* keywords.upsert([keyword("up", 400)])
      yield* TestClock.adjust("23 hours")
      assert.deepStrictEqual(new Set(Object.values(yield* trends)), new Set(["new"]))
      yield* TestClock.adjust("1 hour")
      yield* keywords.upsert([
        keyword("up", 1_200),
        keyword("down", 800),
        keyword("same", 1_199),
        keyword("unknown", null),
        keyword("unknown before", 500),
        keyword("fresh", 10)
      ])
      assert.deepStrictEqual(yield* trends, {
        up: "rising",
        down: "falling",
        same: "stable",
        unknown: "stable",
        "unknown before": "stable",
        fresh: "new"
      })
    })
  )

  it.effect("knows no trend when the day before was not seen", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([keyword("cup", 100)])
      yield* TestClock.adjust("2 days")
      yield* keywords.upsert([keyword("cup", 900)])
      assertMatches(yield* listed, [{ volume: 900, trend: "stable" }])
    })
  )

  it.effect("keeps the trend as it was while nothing newer is seen", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([keyword("cup", 100)])
      yield* TestClock.adjust("1 day")
      yield* keywords.upsert([keyword("cup", 900)])
      yield* TestClock.adjust("10 days")
      assertMatches(yield* listed, [{ volume: 900, trend: "rising" }])
    })
  )

  it.effect("keeps a volume through a sighting without one on the same day, and forgets it on the next", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([keyword("cup", 100)])
      assert.deepStrictEqual(yield* keywords.upsert([keyword("cup", null)]), { new: 0, changed: 0 })
      assertMatches(yield* listed, [{ volume: 100 }])
      yield* TestClock.adjust("1 day")
      assert.deepStrictEqual(yield* keywords.upsert([keyword("cup", null)]), { new: 0, changed: 1 })
      assertMatches(yield* listed, [{ volume: null, trend: "stable" }])
    })
  )

  it.effect("leaves out what was not seen within a day of its country's newest", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      yield* keywords.upsert([keyword("gone", 100), keyword("elsewhere", 100, "GB")])
      yield* TestClock.adjust("1 minute")
      yield* keywords.upsert([keyword("kept", 90)])
      yield* TestClock.adjust("1 day")
      yield* keywords.upsert([keyword("now", 80)])
      assert.deepStrictEqual(
        (yield* listed).map(({ keyword }) => keyword),
        ["elsewhere", "kept", "now"]
      )
    })
  )

  it.effect("lists each country by its own newest sighting, and no country before anything was seen", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      assert.deepStrictEqual(yield* listed, [])
      for (const [day, country] of ["GB", "US", "DE", "US"].entries()) {
        yield* TestClock.setTime(start.getTime() + day * 2 * 86_400_000)
        yield* keywords.upsert([keyword(`day ${day}`, day, country)])
      }
      assertMatches(yield* listed, [
        { keyword: "day 3", country: "US" },
        { keyword: "day 2", country: "DE" },
        { keyword: "day 0", country: "GB" }
      ])
      assert.deepStrictEqual(yield* keywords.list({ country: "FR" }), [])
    })
  )

  it.effect("lists at most 500, after batches of more than a statement carries", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const many = Array.from({ length: 1_100 }, (_, n) => keyword(`word ${n}`, n))
      const written = yield* Effect.all([keywords.upsert(many), keywords.upsert(many.toReversed())], {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(written.map(({ new: added }) => added).sort(), [0, 1_100])
      const all = yield* listed
      assert.lengthOf(all, 500)
      assertMatches(all[0], { keyword: "word 1099" })
    })
  )

  it.effect("adds up what countries searched for, each with its best day, from a day on", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const since = (day: string, limit = 10) => keywords.mostSearched({ since: CalendarDate.make(day), limit })
      assert.deepStrictEqual(yield* since("2026-03-10"), [])
      yield* keywords.upsert([keyword("cup", 900), keyword("old", 5_000), keyword("unknown", null)])
      yield* TestClock.adjust("1 day")
      yield* keywords.upsert([keyword("cup", 500), keyword("cup", 300, "GB"), keyword("b", 100), keyword("a", 100)])
      assert.deepStrictEqual(yield* since("2026-03-10"), [
        { keyword: "old", volume: 5_000 },
        { keyword: "cup", volume: 1_200 },
        { keyword: "a", volume: 100 },
        { keyword: "b", volume: 100 }
      ])
      assert.deepStrictEqual(yield* since("2026-03-11", 2), [
        { keyword: "cup", volume: 800 },
        { keyword: "a", volume: 100 }
      ])
      assert.deepStrictEqual(yield* since("2026-03-12"), [])
    })
  )

  it.prop(
    "does nothing the second time",
    [
      Schema.Array(
        Schema.Struct({
          keyword: Schema.Literals(["a", "b", "c"]),
          volume: Schema.NullOr(Schema.Literals([1, 2, 3])),
          country: Schema.Literals(["US", "GB"])
        })
      )
    ],
    ([batch]) =>
      Effect.gen(function* () {
        const keywords = yield* TrendingKeywords
        yield* keywords.upsert(batch)
        const before = yield* listed
        assert.deepStrictEqual(yield* keywords.upsert(batch), { new: 0, changed: 0 })
        assert.deepStrictEqual(yield* listed, before)
        assert.lengthOf(before, new Set(batch.map(({ keyword, country }) => country + keyword)).size)
      }),
    40
  )
})

import { assert } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate, now } from "../../src/domain/Timestamp.ts"
import { historyDays, type Position, TrackedKeywordId } from "../../src/domain/TrackedKeyword.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { contract, start } from "../support/Contract.ts"
import { newAccount, race } from "./NewAccount.ts"
import { assertMatches } from "../support/Matches.ts"

const store = Layer.merge(TrackedKeywords.layer, Accounts.layer)

const shoes = {
  keyword: 'running "shoes" – größe 42',
  target_url: "https://shop.example/shoes?a=1",
  search_volume: 5400
}

const on = (date: string, position: number | null, url: string | null = null): Position => ({
  date: CalendarDate.make(date),
  position,
  url
})

/** The day that is `n` days after the last one of 2025. */
const day = (n: number): string => new Date(Date.UTC(2025, 11, 31 + n)).toISOString().slice(0, 10)

contract("TrackedKeywords", store, (it) => {
  it.effect("tracks a new keyword without any position", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const keyword = yield* keywords.create(account, shoes)
      assert.deepStrictEqual(keyword, {
        id: keyword.id,
        ...shoes,
        current_position: null,
        position_history: [],
        created_at: yield* now
      })
      assert.deepStrictEqual(yield* keywords.list(account), [keyword])
    })
  )

  it.effect("keeps an unknown search volume unknown", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      assertMatches(yield* keywords.create(account, { ...shoes, search_volume: null }), { search_volume: null })
    })
  )

  it.effect("lists the newest keyword first", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const first = yield* keywords.create(account, { ...shoes, keyword: "1" })
      const second = yield* keywords.create(account, { ...shoes, keyword: "2" })
      yield* TestClock.adjust("1 hour")
      const third = yield* keywords.create(account, { ...shoes, keyword: "3" })
      assert.deepStrictEqual(yield* keywords.list(account), [third, second, first])
    })
  )

  it.effect("refuses a keyword that the account tracks for that URL, and no other", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      yield* keywords.create(account, shoes)
      const again = yield* Effect.flip(keywords.create(account, { ...shoes, search_volume: 1 }))
      assert.strictEqual(again.code, "already_exists")
      yield* keywords.create(account, { ...shoes, target_url: "https://shop.example/" })
      yield* keywords.create(account, { ...shoes, keyword: "shoes" })
      assert.lengthOf(yield* keywords.list(account), 3)
    })
  )

  it.effect("tracks a keyword once when many requests add it at once", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const results = yield* race(Array.from({ length: 20 }, () => Effect.result(keywords.create(account, shoes))))
      assert.lengthOf(results.filter(Result.isSuccess), 1)
      assert.lengthOf(yield* keywords.list(account), 1)
    })
  )

  it.effect("shows positions oldest first, whatever order they came in, and the newest as the current one", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      const third = on("2026-03-03", 3, "https://shop.example/shoes")
      yield* keywords.record(account, id, [third, on("2026-03-01", 12)])
      const recorded = yield* keywords.record(account, id, [on("2026-03-02", null)])
      assertMatches(recorded, {
        current_position: 3,
        position_history: [on("2026-03-01", 12), on("2026-03-02", null), third]
      })
      assert.deepStrictEqual(yield* keywords.list(account), [recorded])
    })
  )

  it.effect("has no current position when the newest check did not find the URL", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      const recorded = yield* keywords.record(account, id, [on("2026-03-01", 1), on("2026-03-02", null)])
      assert.isNull(recorded.current_position)
    })
  )

  it.effect("replaces the position of a day that has one, and of a day named twice keeps the last", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      yield* keywords.record(account, id, [on("2026-03-01", 9, "https://shop.example/old"), on("2026-03-02", 5)])
      const recorded = yield* keywords.record(account, id, [on("2026-03-01", 8), on("2026-03-01", 7)])
      assert.deepStrictEqual(recorded.position_history, [on("2026-03-01", 7), on("2026-03-02", 5)])
      assert.deepStrictEqual(yield* keywords.record(account, id, []), recorded)
    })
  )

  it.effect("shows the ninety newest days that have a position", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      // Every other day, so that ninety entries reach back further than ninety days.
      const positions = Array.from({ length: 100 }, (_, n) => on(day(2 * n), n + 1))
      const recorded = yield* keywords.record(account, id, positions)
      assert.deepStrictEqual(recorded.position_history, positions.slice(-historyDays))
      assert.strictEqual(recorded.current_position, 100)
    })
  )

  it.effect("keeps every day when imports of overlapping days race", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      const days = Array.from({ length: 90 }, (_, n) => on(day(n), n + 1))
      yield* race(
        Array.from({ length: 100 }, (_, n) => keywords.record(account, id, n % 2 === 0 ? days : days.toReversed()))
      )
      const [keyword] = yield* keywords.list(account)
      assert.deepStrictEqual(keyword?.position_history, days)
    })
  )

  it.effect("deletes a keyword with its positions, after which it can be tracked anew", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      yield* keywords.record(account, id, [on("2026-03-01", 9)])
      yield* keywords.remove(account, id)
      assert.deepStrictEqual(yield* keywords.list(account), [])
      assert.strictEqual((yield* Effect.flip(keywords.remove(account, id))).code, "keyword_not_found")
      assertMatches(yield* keywords.create(account, shoes), { position_history: [] })
    })
  )

  it.effect("treats another account's keyword and an unknown one as missing", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const owner = yield* newAccount
      const stranger = yield* newAccount
      const theirs = yield* keywords.create(owner, shoes)
      const own = yield* keywords.create(stranger, shoes)
      for (const id of [theirs.id, TrackedKeywordId.make(2_147_483_647)]) {
        const recorded = yield* Effect.flip(keywords.record(stranger, id, [on("2026-03-01", 1)]))
        assert.strictEqual(recorded.code, "keyword_not_found")
        assert.strictEqual((yield* Effect.flip(keywords.remove(stranger, id))).code, "keyword_not_found")
      }
      assert.deepStrictEqual(yield* keywords.list(stranger), [own])
      assert.deepStrictEqual(yield* keywords.list(owner), [theirs])
    })
  )

  it.effect("tracks a keyword and a URL of any length once", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const letters = (n: number) =>
        Array.from({ length: n }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919 + n * 31) % 20_000))).join("")
      const long = { keyword: letters(200), target_url: `https://a.example/${letters(1_900)}`, search_volume: null }
      assertMatches(yield* keywords.create(account, long), { target_url: long.target_url })
      assert.strictEqual((yield* Effect.flip(keywords.create(account, long))).code, "already_exists")
      yield* keywords.create(account, { ...long, target_url: `${long.target_url}x` })
    })
  )

  it.effect("imports keywords with their positions: what is missing is tracked, what is known is kept", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      yield* keywords.record(account, id, [on("2026-03-01", 9), on("2026-03-02", 8), on("2026-03-03", 7)])
      const { search_volume: _, ...known } = shoes
      const boots = { keyword: "boots", target_url: "https://shop.example/boots" }
      const file = [
        {
          ...known,
          positions: [on("2026-03-02", null), on("2026-03-03", 7), on("2026-03-04", 2, "https://a.example/")]
        },
        { ...boots, positions: [on("2026-03-04", 5), on("2026-03-04", 6)] },
        { ...boots, keyword: "no position", positions: [] }
      ]
      assert.deepStrictEqual(yield* keywords.import(account, file), { keywords: 2, new: 2, changed: 1 })
      assert.deepStrictEqual(yield* keywords.import(account, file), { keywords: 0, new: 0, changed: 0 })
      assert.deepStrictEqual(yield* keywords.import(account, []), { keywords: 0, new: 0, changed: 0 })
      assertMatches(yield* keywords.list(account), [
        { keyword: "no position", position_history: [], search_volume: null },
        { keyword: "boots", position_history: [on("2026-03-04", 6)] },
        {
          id,
          ...shoes,
          position_history: [
            on("2026-03-01", 9),
            on("2026-03-02", null),
            on("2026-03-03", 7),
            on("2026-03-04", 2, "https://a.example/")
          ]
        }
      ])
    })
  )

  it.effect("imports more than a statement carries, for each account its own, also when imports race", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const [one, two] = [yield* newAccount, yield* newAccount]
      const file = Array.from({ length: 1_200 }, (_, n) => ({
        keyword: `keyword ${n}`,
        target_url: "https://shop.example/",
        positions: [on("2026-03-01", n + 1)]
      }))
      const imported = yield* race([
        keywords.import(one, file),
        keywords.import(one, file.toReversed()),
        keywords.import(two, file)
      ])
      assert.strictEqual(
        imported.reduce((sum, each) => sum + each.keywords, 0),
        2_400
      )
      assert.strictEqual(
        imported.reduce((sum, each) => sum + each.new, 0),
        2_400
      )
      assert.lengthOf(yield* keywords.list(one), 1_200)
      assert.lengthOf(yield* keywords.list(two), 1_200)
    })
  )

  const today = CalendarDate.make("2026-03-10")
  const unchecked = (minutes = 0, limit = 10, day = today) =>
    Effect.flatMap(TrackedKeywords, (keywords) =>
      keywords.unchecked({ day, before: new Date(start.getTime() + minutes * 60_000), limit })
    )
  const named = Effect.map(unchecked(1e6), (all) => all.map(({ keyword }) => keyword))

  it.effect("names what has no position of the day, once for all accounts that track it", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const [one, two] = [yield* newAccount, yield* newAccount]
      const a = yield* keywords.create(one, { ...shoes, keyword: "a" })
      const b = yield* keywords.create(one, { ...shoes, keyword: "b" })
      const same = yield* keywords.create(two, { ...shoes, keyword: "a" })
      const { target_url } = shoes
      assert.deepStrictEqual(yield* unchecked(), [
        { ids: [a.id, same.id], keyword: "a", target_url },
        { ids: [b.id], keyword: "b", target_url }
      ])
      yield* keywords.record(one, a.id, [on("2026-03-09", 1), on("2026-03-10", null)])
      assert.deepStrictEqual(yield* unchecked(), [
        { ids: [b.id], keyword: "b", target_url },
        { ids: [same.id], keyword: "a", target_url }
      ])
      assert.lengthOf(yield* unchecked(0, 10, CalendarDate.make("2026-03-11")), 2)
      assert.lengthOf(yield* unchecked(0, 1), 1)
    })
  )

  it.effect("takes a looked-up position for all of them, leaves a day its position, and passes over what is gone", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const [one, two] = [yield* newAccount, yield* newAccount]
      const first = yield* keywords.create(one, shoes)
      const second = yield* keywords.create(two, shoes)
      yield* keywords.record(two, second.id, [on("2026-03-10", 7)])
      const ids = [first.id, second.id, TrackedKeywordId.make(2_147_483_647)]
      yield* keywords.lookedUp(ids, on("2026-03-10", 3, "https://shop.example/"))
      yield* keywords.lookedUp(ids, on("2026-03-11", null))
      assert.deepStrictEqual((yield* keywords.list(one))[0]!.position_history, [
        on("2026-03-10", 3, "https://shop.example/"),
        on("2026-03-11", null)
      ])
      assert.deepStrictEqual((yield* keywords.list(two))[0]!.position_history, [
        on("2026-03-10", 7),
        on("2026-03-11", null)
      ])
      assert.deepStrictEqual(yield* unchecked(1e6), [])
    })
  )

  it.effect("names a keyword whose look-up failed again after a rest, behind those that wait for longer", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const a = yield* keywords.create(account, { ...shoes, keyword: "a" })
      const b = yield* keywords.create(account, { ...shoes, keyword: "b" })
      yield* keywords.create(account, { ...shoes, keyword: "c" })
      yield* TestClock.adjust("1 minute")
      yield* keywords.lookedUp([b.id], null)
      yield* TestClock.adjust("1 minute")
      yield* keywords.lookedUp([a.id], null)
      assert.deepStrictEqual(yield* named, ["c", "b", "a"])
      assert.deepStrictEqual(
        (yield* unchecked(1)).map(({ keyword }) => keyword),
        ["c", "b"]
      )
      assert.deepStrictEqual(
        (yield* unchecked(0)).map(({ keyword }) => keyword),
        ["c"]
      )
      assert.deepStrictEqual(
        (yield* keywords.list(account)).map(({ position_history }) => position_history),
        [[], [], []]
      )
    })
  )

  it.effect("lets accounts take turns, so that one with many keywords leaves room for others", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const [greedy, modest] = [yield* newAccount, yield* newAccount]
      for (const keyword of ["g1", "g2", "g3"]) yield* keywords.create(greedy, { ...shoes, keyword })
      for (const keyword of ["m1", "m2"]) yield* keywords.create(modest, { ...shoes, keyword })
      assert.deepStrictEqual(yield* named, ["g1", "m1", "g2", "m2", "g3"])
    })
  )
})

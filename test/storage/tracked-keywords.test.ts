import { expect } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { CalendarDate, now } from "../../src/domain/Timestamp.ts"
import { historyDays, type Position, TrackedKeywordId } from "../../src/domain/TrackedKeyword.ts"
import { Accounts } from "../../src/storage/Accounts.ts"
import { TrackedKeywords } from "../../src/storage/TrackedKeywords.ts"
import { contract } from "../support/Contract.ts"
import { newAccount, race } from "./newAccount.ts"

const store = {
  layer: Layer.merge(TrackedKeywords.layer, Accounts.layer),
  layerMemory: Layer.merge(TrackedKeywords.layerMemory, Accounts.layerMemory)
}

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
      expect(keyword).toEqual({
        id: keyword.id,
        ...shoes,
        current_position: null,
        position_history: [],
        created_at: yield* now
      })
      expect(yield* keywords.list(account)).toEqual([keyword])
    })
  )

  it.effect("keeps an unknown search volume unknown", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      expect(yield* keywords.create(account, { ...shoes, search_volume: null })).toMatchObject({ search_volume: null })
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
      expect(yield* keywords.list(account)).toEqual([third, second, first])
    })
  )

  it.effect("refuses a keyword that the account tracks for that URL, and no other", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      yield* keywords.create(account, shoes)
      const again = yield* Effect.flip(keywords.create(account, { ...shoes, search_volume: 1 }))
      expect(again.code).toBe("already_exists")
      yield* keywords.create(account, { ...shoes, target_url: "https://shop.example/" })
      yield* keywords.create(account, { ...shoes, keyword: "shoes" })
      expect(yield* keywords.list(account)).toHaveLength(3)
    })
  )

  it.effect("tracks a keyword once when many requests add it at once", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const results = yield* race(Array.from({ length: 20 }, () => Effect.result(keywords.create(account, shoes))))
      expect(results.filter(Result.isSuccess)).toHaveLength(1)
      expect(yield* keywords.list(account)).toHaveLength(1)
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
      expect(recorded).toMatchObject({
        current_position: 3,
        position_history: [on("2026-03-01", 12), on("2026-03-02", null), third]
      })
      expect(yield* keywords.list(account)).toEqual([recorded])
    })
  )

  it.effect("has no current position when the newest check did not find the URL", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      const recorded = yield* keywords.record(account, id, [on("2026-03-01", 1), on("2026-03-02", null)])
      expect(recorded.current_position).toBeNull()
    })
  )

  it.effect("replaces the position of a day that has one, and of a day named twice keeps the last", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      yield* keywords.record(account, id, [on("2026-03-01", 9, "https://shop.example/old"), on("2026-03-02", 5)])
      const recorded = yield* keywords.record(account, id, [on("2026-03-01", 8), on("2026-03-01", 7)])
      expect(recorded.position_history).toEqual([on("2026-03-01", 7), on("2026-03-02", 5)])
      expect(yield* keywords.record(account, id, [])).toEqual(recorded)
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
      expect(recorded.position_history).toEqual(positions.slice(-historyDays))
      expect(recorded.current_position).toBe(100)
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
      expect(keyword?.position_history).toEqual(days)
    })
  )

  it.effect("deletes a keyword with its positions, after which it can be tracked anew", () =>
    Effect.gen(function* () {
      const keywords = yield* TrackedKeywords
      const account = yield* newAccount
      const { id } = yield* keywords.create(account, shoes)
      yield* keywords.record(account, id, [on("2026-03-01", 9)])
      yield* keywords.remove(account, id)
      expect(yield* keywords.list(account)).toEqual([])
      expect((yield* Effect.flip(keywords.remove(account, id))).code).toBe("keyword_not_found")
      expect(yield* keywords.create(account, shoes)).toMatchObject({ position_history: [] })
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
        expect(recorded.code).toBe("keyword_not_found")
        expect((yield* Effect.flip(keywords.remove(stranger, id))).code).toBe("keyword_not_found")
      }
      expect(yield* keywords.list(stranger)).toEqual([own])
      expect(yield* keywords.list(owner)).toEqual([theirs])
    })
  )
})

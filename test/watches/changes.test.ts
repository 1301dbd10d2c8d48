import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type NewCompany } from "../../src/domain/Company.ts"
import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { noConditions, type WatchId, type WatchSubject } from "../../src/domain/Watch.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { TrackedKeywords } from "../../src/storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { recordFigures, watchedCompanies } from "../../src/watches/Companies.ts"
import { preview } from "../../src/watches/Preview.ts"
import * as Watching from "../../src/watches/Watching.ts"
import { newAccount } from "../storage/NewAccount.ts"
import { contract, start } from "../support/Contract.ts"
import { eventsOf, titlesOf, watch } from "./Watched.ts"

const day = (date: number) => toCalendarDate(new Date(Date.UTC(2026, 2, date)))

const company = (more: Partial<NewCompany> = {}): NewCompany => ({
  key: "import:acme",
  name: "Acme",
  tickers: ["ACM"],
  industry: null,
  revenue: 1_000,
  market_cap: null,
  revenue_period_end: day(1),
  source_url: null,
  ...more
})

const topic = (title: string, rank: number, score = 10): NewSocialTrend => ({
  title,
  score,
  score_kind: "points",
  subreddit: null,
  site: null,
  url: `https://forum.example/${encodeURIComponent(title)}`,
  rank
})

contract("Watches of what changes", Storage.layer, (it) => {
  const watched = <A, E, R>(name: string, self: () => Effect.Effect<A, E, R>) =>
    it.effect(name, () => Effect.provide(Effect.suspend(self), Watching.layer) as never)

  watched("a keyword that moves, enters or leaves the first ten has an event of each for a day", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const keywords = yield* TrackedKeywords
      const page = { keyword: "green tea", target_url: "https://acme.example/", search_volume: null }
      const { id } = yield* keywords.create(account, page)
      yield* watch(account, { kind: "keyword", keyword_id: id, moved_by: 5, top: 10 })
      const at = (date: number, position: number | null) =>
        keywords.record(account, id, [{ date: day(date), position, url: null }])
      yield* at(8, 14)
      assert.deepStrictEqual(yield* titlesOf(account), [])
      yield* at(9, 9)
      yield* at(9, 9)
      yield* at(10, 8)
      yield* at(10, null)
      assert.deepStrictEqual(yield* titlesOf(account), [
        "“green tea” has entered the first 10: position 9, before that position 14",
        "“green tea” has moved: position 9, before that position 14",
        "“green tea” has left the first 10: not found, before that position 9",
        "“green tea” has moved: not found, before that position 9"
      ])
      const [first] = yield* eventsOf(account)
      assert.deepStrictEqual(first!.why.change, { what: "position", before: 14, after: 9 })
      // History of long ago is none of its time.
      yield* TestClock.adjust("30 days")
      yield* keywords.import(account, [{ ...page, positions: [{ date: day(11), position: 90, url: null }] }])
      assert.strictEqual((yield* eventsOf(account)).length, 4)
    })
  )

  watched("a keyword watch that asks something else has the events of that too, on the same day", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const keywords = yield* TrackedKeywords
      const tracked = Effect.fnUntraced(function* (keyword: string) {
        const page = { keyword, target_url: "https://acme.example/", search_volume: null }
        const { id } = yield* keywords.create(account, page)
        yield* keywords.record(account, id, [{ date: day(9), position: 14, url: null }])
        return id
      })
      const [green, black] = [yield* tracked("green tea"), yield* tracked("black tea")]
      const asking = (keyword_id: typeof green, top: number) =>
        ({ kind: "keyword", keyword_id, moved_by: 5, top }) as const
      const { id } = yield* watch(account, asking(green, 10))
      const today = (keyword: typeof green) =>
        keywords.record(account, keyword, [{ date: day(10), position: 3, url: null }])
      yield* today(green)
      for (const [keyword, top] of [
        [black, 10],
        [green, 5],
        [green, 10]
      ] as const) {
        yield* (yield* Watches).update(account, id, { subject: asking(keyword, top) })
        yield* today(keyword)
      }
      assert.deepStrictEqual(
        (yield* titlesOf(account)).map((title) => title.split(":")[0]),
        [
          "“green tea” has entered the first 10",
          "“green tea” has moved",
          "“black tea” has entered the first 10",
          "“black tea” has moved",
          "“green tea” has entered the first 5"
        ]
      )
    })
  )

  watched("a source watch that asks for more or other failures has an event of those too", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sources = yield* Sources
      const name = SourceName.make("feed:one.example")
      yield* sources.register([{ name, kind: "signals", platform: null, configured: true }])
      const { id } = yield* watch(account, { kind: "source", failures: 1 })
      const fail = Effect.gen(function* () {
        const begun = yield* sources.begin(name, null)
        const kept = { idle: null, counts: true, validators: null, move: null, gone: false, next_check_at: null }
        yield* sources.finish(name, begun!.run, { state: "error", result: null, error: "it answered 500", ...kept })
        yield* TestClock.adjust("1 minute")
      })
      yield* fail
      yield* (yield* Watches).update(account, id, { subject: { kind: "source", failures: 3 } })
      yield* fail
      yield* fail
      yield* fail
      assert.deepStrictEqual(yield* titlesOf(account), [
        "The source feed:one.example fails: 1 run",
        "The source feed:one.example fails: 3 runs in a row"
      ])
    })
  )

  watched("a trending search has an event while it is new, and one for each day on which it rises", () =>
    Effect.gen(function* () {
      const [tea, large] = [yield* newAccount, yield* newAccount]
      yield* watch(tea, { kind: "trending", about: "green tea", country: "GB" })
      yield* watch(large, { kind: "trending", states: ["rising"], above: 5_000 })
      const trending = yield* TrendingKeywords
      const list = (volume: number) =>
        trending.upsert([
          { keyword: "green tea recipes", country: "GB", volume },
          { keyword: "green tea", country: "US", volume: 100 },
          { keyword: "coffee", country: "GB", volume: 100 }
        ])
      yield* list(1_000)
      yield* list(1_000)
      yield* TestClock.adjust("1 day")
      yield* list(4_000)
      yield* TestClock.adjust("1 day")
      yield* list(8_000)
      assert.deepStrictEqual(yield* titlesOf(tea), [
        "Trending in GB: “green tea recipes”, new, about 1,000 searches",
        "Trending in GB: “green tea recipes”, rising, about 4,000 searches",
        "Trending in GB: “green tea recipes”, rising, about 8,000 searches"
      ])
      assert.deepStrictEqual(yield* titlesOf(large), [
        "Trending in GB: “green tea recipes”, rising, about 8,000 searches"
      ])
      const events = yield* eventsOf(tea)
      assert.deepStrictEqual(events.at(-1)!.why, {
        terms: ["green", "tea"],
        highlights: [],
        change: { what: "volume", before: 4_000, after: 8_000 }
      })
    })
  )

  watched("a topic that was not on the list before has one event", () =>
    Effect.gen(function* () {
      const [all, tea] = [yield* newAccount, yield* newAccount]
      yield* watch(all, { kind: "social", platform: "reddit", above: 20 })
      yield* watch(tea, { kind: "social", about: "tea" })
      const social = yield* SocialTrends
      const source = SourceName.make("reddit:tea")
      const list = (...topics: ReadonlyArray<NewSocialTrend>) => social.replace(source, "reddit", topics)
      yield* list(topic("Tea is old", 1))
      yield* TestClock.adjust("1 day")
      yield* list(topic("Coffee is new", 1, 50), topic("Tea is new", 2), topic("Tea is old", 3))
      yield* list(topic("Tea is new", 1, 90))
      assert.deepStrictEqual(yield* titlesOf(all), ["Coffee is new"])
      assert.deepStrictEqual(yield* titlesOf(tea), ["Tea is new"])
      // Where a score stands for a place, the place is told.
      yield* list({ ...topic("Tea is third", 3, 98), score_kind: "rank" })
      const change = { what: "rank", before: null, after: 3 }
      assert.deepStrictEqual((yield* eventsOf(tea)).at(-1)!.why.change, change)
      const subject = { kind: "social", about: "third" } as const
      const { events } = yield* preview(tea, subject, noConditions)
      assert.deepStrictEqual(
        events.map(({ why }) => why.change),
        [change]
      )
    })
  )

  watched("a topic that rises has an event a day, where a watch asks for it", () =>
    Effect.gen(function* () {
      const [rising, usual] = [yield* newAccount, yield* newAccount]
      const subject = { kind: "social", about: "tea", states: ["rising"] } as const
      yield* watch(rising, subject)
      yield* watch(usual, { kind: "social", about: "tea" })
      const social = yield* SocialTrends
      const list = (...topics: ReadonlyArray<NewSocialTrend>) =>
        social.replace(SourceName.make("reddit:tea"), "reddit", topics)
      yield* list(topic("Tea is old", 1, 100), topic("Tea is cold", 2, 100))
      yield* TestClock.adjust("1 day")
      yield* list(topic("Tea is old", 1, 119), topic("Tea is cold", 2, 100))
      assert.deepStrictEqual(yield* titlesOf(rising), [], "less than a fifth")
      yield* list(topic("Tea is old", 1, 120), topic("Tea is cold", 2, 100), topic("Tea is new", 3, 900))
      yield* list(topic("Tea is old", 1, 140), topic("Tea is cold", 2, 100), topic("Tea is new", 3, 990))
      assert.deepStrictEqual(yield* titlesOf(rising), ["Tea is old"])
      assert.deepStrictEqual((yield* eventsOf(rising))[0]!.why.change, { what: "points", before: 100, after: 120 })
      assert.deepStrictEqual(yield* titlesOf(usual), ["Tea is new"])
      const { events } = yield* preview(rising, subject, noConditions)
      assert.deepStrictEqual(
        events.map(({ title, why }) => [title, why.change]),
        [["Tea is old", { what: "points", before: 100, after: 140 }]]
      )
    })
  )

  watched("a preview of positions and trends shows what would have been told", () =>
    Effect.gen(function* () {
      const told = yield* newAccount
      const [social, trending, keywords] = [yield* SocialTrends, yield* TrendingKeywords, yield* TrackedKeywords]
      const page = { keyword: "green tea", target_url: "https://acme.example/", search_volume: null }
      const subjects: Array<WatchSubject> = [
        { kind: "social", platform: "reddit", states: ["new", "rising"] },
        { kind: "social", about: "tea" },
        { kind: "trending" }
      ]
      const dayOf = (n: number) => new Date(start.getTime() + n * 86_400_000)
      /** What is listed: some always, some from a day of the preview on, some of these not on one day. */
      const list = Effect.fnUntraced(function* (n: number) {
        const reddit = social.replace(SourceName.make("reddit:tea"), "reddit", [
          topic("Tea is old", 1, n < 30 ? 100 : 200),
          topic("Coffee is old", 2),
          ...(n >= 20 ? [topic("Tea is new", 3)] : []),
          ...(n >= 23 && n !== 26 ? [topic("Coffee is new", 4, n < 26 ? 10 : 15)] : [])
        ])
        yield* Effect.andThen(reddit, reddit)
        yield* trending.upsert([
          { keyword: "old tea", country: "GB", volume: n < 30 ? 100 : 200 },
          ...(n >= 20 ? [{ keyword: "new tea", country: "GB", volume: 100 }] : []),
          ...(n >= 23 && n !== 26 ? [{ keyword: "odd tea", country: "GB", volume: n < 26 ? 100 : 200 }] : [])
        ])
      })
      const ids: Array<WatchId> = []
      // The preview shows the last 30 of these 36 days.
      for (let n = 0; n < 36; n++) {
        yield* TestClock.setTime(dayOf(n).getTime())
        if (n === 6) for (const subject of subjects) ids.push((yield* watch(told, subject)).id)
        if (n === 12) {
          const { id } = yield* keywords.create(told, page)
          const subject = { kind: "keyword", keyword_id: id, moved_by: 5, top: 10 } as const
          subjects.push(subject)
          ids.push((yield* watch(told, subject)).id)
          const positions = [2, 3, 4].map((back) => ({
            date: toCalendarDate(dayOf(n - back)),
            position: 20 * back,
            url: null
          }))
          yield* keywords.import(told, [{ ...page, positions }])
        }
        yield* list(n)
        if (n === 14 || n === 20)
          yield* keywords.import(told, [
            { ...page, positions: [{ date: toCalendarDate(dayOf(n)), position: n === 14 ? 60 : 8, url: null }] }
          ])
      }
      const events = yield* eventsOf(told)
      for (const [n, subject] of subjects.entries()) {
        const own = events.filter(({ watch }) => watch.id === ids[n])
        const shown = yield* preview(told, subject, noConditions)
        // Titles of trends tell the volume of the time.
        const said = (title: string) => title.split(", about")[0]
        assert.sameDeepMembers(
          shown.events.map(({ day, title }) => [day, said(title)]),
          own.map(({ at, title }) => [at.slice(0, 10), said(title)]),
          JSON.stringify(subject)
        )
        assert.isNotEmpty(own, JSON.stringify(subject))
      }
    })
  )

  watched("a company's revenue has an event where it is another one, or of another period", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const companies = yield* Companies
      yield* companies.upsert([company()])
      const [acme] = yield* companies.search({ q: "Acme", limit: 1 })
      yield* watch(account, { kind: "company", company_id: acme!.id, changes: ["revenue"] })
      yield* companies.upsert([company()])
      yield* companies.upsert([company({ revenue: 900 })])
      yield* companies.upsert([company({ revenue: 2_000, revenue_period_end: day(9) })])
      assert.deepStrictEqual(yield* titlesOf(account), [
        "Acme: revenue restated, now 900 USD (period to 2026-03-01), before 1,000 USD (period to 2026-03-01)",
        "Acme: revenue now 2,000 USD (period to 2026-03-09), before 900 USD (period to 2026-03-01)"
      ])
    })
  )

  watched("a figure that a company goes back to has an event again, and a change that is seen twice one", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const companies = yield* Companies
      yield* companies.upsert([company({ revenue: 1_200 })])
      const [acme] = yield* companies.search({ q: "Acme", limit: 1 })
      yield* watch(account, { kind: "company", company_id: acme!.id, changes: ["revenue"] })
      const before = yield* watchedCompanies
      yield* companies.upsert([company({ revenue: 1_300 })])
      // As when two processes store it at the same time.
      yield* recordFigures(before)
      for (const revenue of [1_400, 1_300]) yield* companies.upsert([company({ revenue })])
      const changes = (yield* eventsOf(account)).map(({ why }) => [why.change!.before, why.change!.after])
      assert.deepStrictEqual(changes, [
        [1_200, 1_300],
        [1_300, 1_400],
        [1_400, 1_300]
      ])
    })
  )

  watched("a source that fails again and again has an event for each row of failures", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const sources = yield* Sources
      const name = SourceName.make("feed:one.example")
      yield* sources.register([{ name, kind: "signals", platform: null, configured: true }])
      yield* watch(account, { kind: "source", failures: 2 })
      const run = Effect.fnUntraced(function* (state: "ok" | "error") {
        const begun = yield* sources.begin(name, null)
        const error = state === "error" ? "it answered 500" : null
        const result = error === null ? { fetched: 1, new: 0, changed: 0, skipped: {} } : null
        const kept = { idle: null, counts: true, validators: null, move: null, gone: false, next_check_at: null }
        yield* sources.finish(name, begun!.run, { state, result, error, ...kept })
        yield* TestClock.adjust("1 minute")
      })
      for (const state of ["ok", "error", "error", "error", "ok", "error", "error"] as const) yield* run(state)
      const title = "The source feed:one.example fails: 2 runs in a row"
      assert.deepStrictEqual(yield* titlesOf(account), [title, title])
      const told = yield* eventsOf(account)
      assert.strictEqual(told[0]!.text, "it answered 500")
      const shown = yield* preview(account, { kind: "source", failures: 2, source: name }, noConditions)
      assert.deepStrictEqual(
        shown.events.map(({ at, title }) => [at, title]),
        told.toReversed().map(({ at, title }) => [at, title])
      )
      const thrice = yield* preview(account, { kind: "source" }, noConditions)
      assert.deepStrictEqual(
        thrice.events.map(({ at }) => String(at)),
        ["2026-03-10T12:03:00"]
      )
    })
  )
})

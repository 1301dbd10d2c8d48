import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Changes } from "../../src/storage/database/Changes.ts"
import { type AccountId } from "../../src/domain/Account.ts"
import { maxInterestsOfAccount } from "../../src/domain/Interest.ts"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Accounts } from "../../src/storage/accounts/Accounts.ts"
import { Competitors } from "../../src/storage/companies/Competitors.ts"
import { Reports } from "../../src/storage/reports/Reports.ts"
import { Searches } from "../../src/storage/sources/Searches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { noConditions, type WatchSubject } from "../../src/domain/Watch.ts"
import { contract, start } from "../support/Contract.ts"
import { newAccount } from "./NewAccount.ts"

const store = Layer.mergeAll(
  Accounts.layer,
  Competitors.layer,
  Reports.layer,
  Searches.layer,
  Signals.layer,
  Watches.layer
).pipe(Layer.provide(Changes.layerAlone))

const watch = (account: AccountId, name: string, domain: string) =>
  Effect.flatMap(Competitors, (competitors) => competitors.create(account, { name, domain }))

const order = (account: AccountId, niche: string) =>
  Effect.flatMap(Reports, (reports) =>
    reports.create(account, { niche, report_type: "trend_report", context: null, title: niche })
  )

const hour = TestClock.adjust("1 hour")
const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000)

const gdelt = SourceName.make("gdelt")
const other = SourceName.make("google-news")

const news = (identity: string, published: string): NewSignal => ({
  identity,
  guid: `guid of ${identity}`,
  title: `Title of ${identity}`,
  snippet: "",
  url: `https://one.example/${identity}`,
  source: "One",
  published_at: new Date(published)
})

contract("Interests", store, (it) => {
  it.effect("are the names of active competitors of all accounts, each once, the latest first", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const [one, two] = [yield* newAccount, yield* newAccount]
      yield* watch(one, "Acme", "acme.example")
      yield* hour
      const paused = yield* watch(one, "Paused", "paused.example")
      yield* competitors.update(one, paused.id, { status: "paused" })
      const gone = yield* watch(one, "Gone", "gone.example")
      yield* competitors.update(one, gone.id, { status: "archived" })
      yield* watch(one, "Bolt & Söhne", "bolt.example")
      yield* hour
      yield* watch(two, "Acme", "acme.example")
      assert.deepStrictEqual(yield* competitors.interests(10), [
        { text: "Acme", kind: "competitor", since: at(2) },
        { text: "Bolt & Söhne", kind: "competitor", since: at(1) }
      ])
      assert.lengthOf(yield* competitors.interests(1), 1)
    })
  )

  it.effect("are the niches of recent reports that were not removed", () =>
    Effect.gen(function* () {
      const reports = yield* Reports
      const [one, two] = [yield* newAccount, yield* newAccount]
      yield* order(one, "heat pumps")
      yield* hour
      yield* order(one, "batteries")
      const removed = yield* order(two, "secret")
      yield* reports.fail(removed.id, "no")
      yield* reports.remove(two, removed.id)
      yield* hour
      yield* order(two, "batteries")
      assert.deepStrictEqual(yield* reports.interests(at(-1), 10), [
        { text: "batteries", kind: "niche", since: at(2) },
        { text: "heat pumps", kind: "niche", since: at(0) }
      ])
      assert.deepStrictEqual(yield* reports.interests(at(1), 10), [{ text: "batteries", kind: "niche", since: at(2) }])
      assert.lengthOf(yield* reports.interests(at(-1), 1), 1)
    })
  )

  it.effect("of one account are bounded, so that it leaves room for others", () =>
    Effect.gen(function* () {
      const competitors = yield* Competitors
      const [modest, greedy] = [yield* newAccount, yield* newAccount]
      yield* watch(modest, "Modest", "modest.example")
      yield* hour
      for (let n = 0; n <= maxInterestsOfAccount; n++) yield* watch(greedy, `Greedy ${n}`, `greedy-${n}.example`)
      const names = (yield* competitors.interests(1000)).map(({ text }) => text)
      assert.lengthOf(names, maxInterestsOfAccount + 1)
      assert.strictEqual(names.at(-1), "Modest")
      assert.notInclude(names, "Greedy 0")
    })
  )

  it.effect("are what active watches search the news for, the latest first, so many of one account at most", () =>
    Effect.gen(function* () {
      const watches = yield* Watches
      const [one, two] = [yield* newAccount, yield* newAccount]
      const watch = (account: AccountId, subject: WatchSubject) =>
        watches.create(account, { name: "Watch", subject, conditions: noConditions, endpoints: [] })
      const search = (q: string) => ({ kind: "search", q }) as const
      yield* watch(two, { ...search("plums"), language: "de" })
      yield* watch(two, { kind: "source" })
      const paused = yield* watch(two, search("pears"))
      yield* watches.update(two, paused.id, { status: "paused" })
      yield* hour
      for (let n = 0; n <= maxInterestsOfAccount; n++) yield* watch(one, search(`figs ${n}`))
      const all = yield* watches.searches(100)
      assert.lengthOf(all, maxInterestsOfAccount + 1)
      assert.deepStrictEqual(all[0], search(`figs ${maxInterestsOfAccount}`))
      assert.notDeepInclude(all, search("figs 0"))
      assert.deepStrictEqual(all.at(-1), { ...search("plums"), language: "de" })
      assert.lengthOf(yield* watches.searches(3), 3)
      yield* hour
      yield* watches.update(two, paused.id, { status: "active" })
      assert.deepStrictEqual((yield* watches.searches(1))[0], search("pears"))
    })
  )

  it.effect("take turns at each source: new ones first, then those searched for longest ago", () =>
    Effect.gen(function* () {
      const searches = yield* Searches
      const terms = ["a", "b", "c"]
      assert.deepStrictEqual(yield* searches.next(gdelt, [...terms, "a"], 2), ["a", "b"])
      yield* searches.done(gdelt, "b", null)
      yield* hour
      yield* searches.done(gdelt, "a", null)
      assert.deepStrictEqual(yield* searches.next(gdelt, terms, 2), ["c", "b"])
      assert.deepStrictEqual(yield* searches.next(other, terms, 2), ["a", "b"])
      yield* hour
      yield* searches.done(gdelt, "b", null)
      assert.deepStrictEqual(yield* searches.next(gdelt, ["b", "a", "new"], 9), ["new", "a", "b"])
      assert.deepStrictEqual(yield* searches.next(gdelt, [], 9), [])
    })
  )

  it.effect("are known by what sources answered, for as long as that is new enough", () =>
    Effect.gen(function* () {
      const searches = yield* Searches
      yield* searches.done(gdelt, "a", { found: 7, names: ["one", "Größe zwei"] })
      yield* searches.done(other, "a", { found: 0, names: ["three"] })
      yield* searches.done(gdelt, "b", null)
      assert.deepStrictEqual(yield* searches.answer(gdelt, "a", at(0)), { found: 7, names: ["one", "Größe zwei"] })
      assert.isNull(yield* searches.answer(gdelt, "a", new Date(at(0).getTime() + 1)))
      assert.isNull(yield* searches.answer(gdelt, "b", at(0)))
      assert.deepStrictEqual(yield* searches.names("a"), ["one", "Größe zwei", "three"])
      yield* hour
      yield* searches.done(gdelt, "a", null)
      assert.deepStrictEqual(yield* searches.names("a"), ["one", "Größe zwei", "three"])
      assert.isNull(yield* searches.answer(gdelt, "a", at(1)))
      yield* searches.done(gdelt, "a", { found: 1, names: [] })
      assert.deepStrictEqual(yield* searches.answer(gdelt, "a", at(1)), { found: 1, names: [] })
      yield* searches.next(other, ["b"], 1)
      assert.deepStrictEqual(yield* searches.names("a"), [])
    })
  )

  it.effect("are no niches of reports that may not look outside", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const niche = "our secret plan"
      const title = niche
      const reports = yield* Reports
      yield* reports.create(account, { niche, report_type: "trend_report", context: null, title, research: false })
      assert.deepStrictEqual(yield* reports.interests(at(-1), 10), [])
      yield* order(account, niche)
      assert.lengthOf(yield* reports.interests(at(-1), 10), 1)
    })
  )

  it.effect("lead to the signals that searches found, newest first, and never twice", () =>
    Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(gdelt, [news("old", "2026-03-01T08:00:00Z"), news("new", "2026-03-09T08:00:00Z")])
      yield* signals.upsert(other, [news("apart", "2026-03-05T08:00:00Z")])
      const guids = ["guid of old", "guid of new", "guid of nothing", "guid of apart"]
      yield* signals.link("acme", gdelt, guids)
      yield* signals.link("acme", gdelt, guids)
      yield* signals.link("bolt", gdelt, ["guid of old"])
      yield* signals.link("bolt", other, ["guid of apart"])
      const found = (terms: ReadonlyArray<string>, limit = 10) =>
        Effect.map(signals.foundBy({ terms, limit }), (all) => all.map(({ title }) => title.replace("Title of ", "")))
      assert.deepStrictEqual(yield* found(["acme"]), ["new", "old"])
      assert.deepStrictEqual(yield* found(["bolt"]), ["apart", "old"])
      assert.deepStrictEqual(yield* found(["acme", "bolt"]), ["new", "apart", "old"])
      assert.deepStrictEqual(yield* found(["acme"], 1), ["new"])
      assert.deepStrictEqual(yield* found(["nobody"]), [])
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../../ingest/Ingest.ts"
import { query, wordsOf } from "../../../ingest/signals/searches.ts"
import { AccountId } from "../../../src/domain/Account.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Reports } from "../../../src/storage/reports/Reports.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"

const account = AccountId.make(1)
const other = AccountId.make(2)

const watch = (account: AccountId, name: string, domain: string) =>
  Effect.flatMap(Competitors, (competitors) => Effect.orDie(competitors.create(account, { name, domain })))

const order = (niche: string) =>
  Effect.flatMap(Reports, (reports) =>
    Effect.orDie(reports.create(account, { niche, report_type: "trend_report", context: null, title: niche }))
  )

const list = { hacker_news: { base: "https://hn.example" } }

const run = Effect.gen(function* () {
  const ended = (yield* Stream.runCollect((yield* Ingest).run("hacker-news:searches"))).at(-1)!
  assert(ended._tag === "Finished")
  return ended
})

const asked = Effect.map(FakeWeb, ({ requests }) => requests.map(({ url }) => url.searchParams.get("query")))

const nothing = { "hn.example": () => ({ body: '{"hits": []}' }) }

describe("what is searched for", () => {
  it.each([
    ["Acme O'Neil & Søn A/S", ["acme", "o'neil", "søn", "a", "s"]],
    ['"Acme" OR (site:evil.example) -x', ["acme", "or", "site", "evil.example", "x"]],
    ["AT&T Inc.", ["at&t", "inc"]],
    ["トヨタ自動車", ["トヨタ自動車"]],
    ["हिन्दी", ["हिन्दी"]],
    ["a b c d e f g h i j", ["a", "b", "c", "d", "e", "f", "g", "h"]],
    ["***", []]
  ])("of %j are the words %j", (text, words) => {
    assert.deepStrictEqual<ReadonlyArray<string>>(wordsOf(text), words)
  })

  it("is a competitor's name as a phrase, and a niche word by word", () => {
    const words = ["heat", "pumps"]
    assert.strictEqual(query({ words, kind: "competitor" }), '"heat pumps"')
    assert.strictEqual(query({ words, kind: "niche" }), "heat pumps")
  })
})

describe("searches for what accounts follow", () => {
  it.effect("are made once for all accounts, for competitors and for niches of the last thirty days", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-01-01T00:00:00Z"))
      yield* order("old news")
      yield* TestClock.adjust("31 days")
      yield* order("Heat pumps")
      yield* watch(account, "Acme", "acme.example")
      yield* watch(other, "ACME", "acme.example")
      yield* run
      assert.sameMembers(yield* asked, ["heat pumps", '"acme"'])
    }).pipe(Effect.provide(ingestWorld(list, nothing)))
  )

  it.effect("are a few in each run, and all have their turn", () =>
    Effect.gen(function* () {
      for (let n = 0; n < 25; n++) yield* watch(account, `one${n}`, `a${n}.example`)
      for (let n = 0; n < 25; n++) yield* watch(other, `two${n}`, `b${n}.example`)
      const { requests } = yield* FakeWeb
      yield* run
      assert.strictEqual(requests.length, 20)
      yield* TestClock.adjust("30 minutes")
      yield* run
      yield* TestClock.adjust("30 minutes")
      yield* run
      assert.strictEqual(requests.length, 60)
      const all = yield* asked
      assert.strictEqual(new Set(all.slice(0, 50)).size, 50)
      assert.deepStrictEqual(all.slice(50), all.slice(0, 10))
    }).pipe(Effect.provide(ingestWorld(list, nothing)))
  )

  it.effect("without a word in them are passed over", () =>
    Effect.gen(function* () {
      yield* watch(account, "***", "stars.example")
      const { result } = yield* run
      assert.deepStrictEqual(result, { fetched: 0, new: 0, changed: 0, skipped: { no_words: 1 } })
      assert.deepStrictEqual(yield* asked, [])
    }).pipe(Effect.provide(ingestWorld(list, nothing)))
  )

  it.effect("end with the first failure of the host, and the next run goes on with the others", () =>
    Effect.gen(function* () {
      for (const name of ["a", "b", "c"]) yield* watch(account, name, `${name}.example`)
      const web = yield* FakeWeb
      const ended = yield* run
      assert.deepStrictEqual([ended.state, ended.error], ["blocked", "the server answered 403"])
      assert.strictEqual(web.requests.length, 1)
      web.hosts["hn.example"] = nothing["hn.example"]
      assert.strictEqual((yield* run).error, null)
      const [refused, ...others] = yield* asked
      assert.strictEqual(others.length, 3)
      assert.strictEqual(others.at(-1), refused)
    }).pipe(Effect.provide(ingestWorld(list, { "hn.example": () => ({ status: 403 }) })))
  )

  it.effect("come one after the other at the site's own pace, whoever makes them", () =>
    Effect.gen(function* () {
      yield* watch(account, "Acme", "acme.example")
      const [{ search } = {}] = yield* (yield* Ingest).sources
      const { requests } = yield* FakeWeb
      const asking = yield* Effect.forkChild(
        Effect.all(
          [search!.of({ kind: "niche", text: "heat pumps" }), (yield* Ingest).run("gdelt").pipe(Stream.runDrain)],
          { concurrency: 2 }
        )
      )
      yield* TestClock.adjust("9 seconds")
      assert.strictEqual(requests.length, 1)
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(requests.length, 2)
      const [found] = yield* Fiber.join(asking)
      assert.deepStrictEqual(found, { fetched: 0, found: 0, new: 0, changed: 0, skipped: [] })
    }).pipe(
      Effect.provide(
        ingestWorld({ gdelt: { base: "https://gdelt.example" } }, { "gdelt.example": () => ({ body: "{}" }) })
      )
    )
  )

  it.effect("keep what was found before a failure", () =>
    Effect.gen(function* () {
      for (const name of ["a", "b", "c"]) yield* watch(account, name, `${name}.example`)
      const ended = yield* run
      assert.strictEqual(ended.error, null)
      assert.deepStrictEqual(ended.result, { fetched: 1, new: 1, changed: 0, skipped: { search_failed: 1 } })
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "hn.example": (() => {
            let answers = 0
            return () =>
              answers++ === 0
                ? { body: '{"hits": [{"objectID": "1", "title": "A story", "url": "https://a.example/1"}]}' }
                : { status: 500 }
          })()
        })
      )
    )
  )
})

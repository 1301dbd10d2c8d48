import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { Ingest } from "../../../ingest/Ingest.ts"
import { readArticles } from "../../../ingest/signals/gdelt.ts"
import { AccountId } from "../../../src/domain/Account.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { document } from "../../support/Documents.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const list = { gdelt: { base: "https://gdelt.example/" } }

const article = (n: number, more: object = {}) => ({
  url: `https://paper${n}.example/story?id=${n}&utm_source=gdelt`,
  url_mobile: "",
  title: `Acme opens plant ${n}`,
  seendate: `2026030${n}T081500Z`,
  socialimage: "",
  domain: `paper${n}.example`,
  language: "English",
  sourcecountry: "United States",
  ...more
})

const found = (...articles: ReadonlyArray<unknown>) =>
  Result.getOrThrow(readArticles(document(JSON.stringify({ articles }))))!

/** A run over as much time as its pauses take. */
const run = Effect.gen(function* () {
  const ingest = yield* Ingest
  const fiber = yield* Effect.forkChild(Stream.runCollect(ingest.run("gdelt")))
  while (fiber.pollUnsafe() === undefined) {
    yield* TestClock.adjust("1 second")
    yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
  }
  const ended = (yield* Fiber.join(fiber)).at(-1)!
  assert(ended._tag === "Finished")
  return ended
})

const watch = (...names: ReadonlyArray<string>) =>
  Effect.flatMap(Competitors, (competitors) =>
    Effect.forEach(names, (name, n) =>
      competitors.create(AccountId.make(1), { name, domain: `${n}.example` }).pipe(Effect.orDie)
    )
  )

const start = TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))

const queries = Effect.map(FakeWeb, ({ requests }) => requests.map(({ url }) => url.searchParams.get("query")))

describe("an article list of GDELT", () => {
  it("becomes signals: publisher's domain, first sighting as date, canonical URL as identity", () => {
    assert.deepStrictEqual(found(article(1, { title: "Acme , Bolt &amp; Co open \u0007 a plant ." })).signals, [
      {
        identity: "https://paper1.example/story?id=1",
        guid: "https://paper1.example/story?id=1",
        title: "Acme, Bolt & Co open a plant.",
        snippet: "",
        url: "https://paper1.example/story?id=1&utm_source=gdelt",
        source: "paper1.example",
        published_at: new Date("2026-03-01T08:15:00Z"),
        dated: "seen"
      }
    ])
  })

  it.each([["20261301T000000Z"], [""], [null], ["yesterday"], ["2026-03-01"]])("knows no date in %j", (seendate) => {
    assert.isNull(found(article(1, { seendate })).signals[0]!.published_at)
  })

  it("loses a bad row and nothing else", () => {
    const { fetched, signals, skipped } = found(
      article(1),
      null,
      "text",
      { title: "no url" },
      article(2, { url: "javascript:alert(1)" }),
      article(3, { title: 7 }),
      article(4, { title: " \u0000 " }),
      article(1, { title: "Same page" }),
      article(5, { domain: null })
    )
    assert.deepStrictEqual(
      signals.map(({ source }) => source),
      ["paper1.example", "paper5.example"]
    )
    assert.strictEqual(fetched, 9)
    assert.deepStrictEqual(skipped, ["bad_row", "bad_row", "bad_row", "bad_row", "bad_row", "no_title", "repeated"])
  })

  it("is read although a title has backslashes that escape nothing, or control characters", () => {
    const text = `{"articles":[{"url":"https://a.example/1","title":"C:\\Acme \\"wins\\" \\u0041 \\x \\\\ \u0009 end"}]}`
    const { signals } = Result.getOrThrow(readArticles(document(text)))!
    assert.strictEqual(signals[0]!.title, 'C:\\Acme "wins" A \\x \\ end')
  })

  it("without results is an empty object; anything else is refused", () => {
    assert.strictEqual(Result.getOrThrow(readArticles(document("{}")))!.fetched, 0)
    for (const text of ['{"articles": 7}', "[1]", '{"articles": [', "null"])
      assert.isTrue(Result.isFailure(readArticles(document(text))))
  })
})

describe("GDELT", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ gdelt: true }), ["https://api.gdeltproject.org/api/v2/doc/doc"])
    })
  )

  it.effect("is asked nothing while nobody follows anything", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run).state, "empty")
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, {})))
  )

  it.effect("is searched for what accounts follow, and remembers which search found what", () =>
    Effect.gen(function* () {
      yield* start
      yield* watch('ACME  (Holding) OR "Sons"', "Bolt")
      const ended = yield* run
      assert.deepStrictEqual(ended.result, { fetched: 3, new: 2, changed: 0, skipped: {} })
      assert.sameMembers(yield* queries, ['"acme holding or sons"', "bolt"])
      const [request] = (yield* FakeWeb).requests
      // The second search comes ten seconds after the first.
      assert.isAtLeast(yield* Clock.currentTimeMillis, Date.parse("2026-03-10T12:00:10Z"))
      assert.strictEqual(request!.url.origin + request!.url.pathname, "https://gdelt.example/api/v2/doc/doc")
      assert.deepInclude(Object.fromEntries(request!.url.searchParams), { mode: "artlist", format: "json" })
      const of = (term: string) =>
        Effect.flatMap(Signals, (signals) => signals.foundBy({ terms: [term], limit: 10 })).pipe(
          Effect.map((signals) => signals.map(({ source }) => source))
        )
      assert.deepStrictEqual(yield* of("bolt"), ["paper2.example", "paper1.example"])
      assert.deepStrictEqual(yield* of('acme (holding) or "sons"'), ["paper1.example"])
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "gdelt.example": ({ url }) => ({
            body: JSON.stringify({
              articles: url.searchParams.get("query") === "bolt" ? [article(1), article(2)] : [article(1)]
            })
          })
        })
      )
    )
  )

  it.effect("that asks for a rest with status 200 is left alone, and the same search comes first the next time", () =>
    Effect.gen(function* () {
      yield* start
      yield* watch("Acme", "Bolt", "Crux")
      const web = yield* FakeWeb
      const ended = yield* run
      assert.strictEqual(ended.state, "error")
      assert.strictEqual(ended.error, "the server asks for a rest")
      assert.isAtLeast(ended.next_check_at!.getTime(), Date.parse("2026-03-10T12:05:00Z"))
      assert.strictEqual(web.requests.length, 1)
      web.hosts["gdelt.example"] = () => ({ body: "{}" })
      yield* TestClock.adjust("5 minutes")
      yield* run
      assert.strictEqual((yield* queries)[1], (yield* queries)[0])
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "gdelt.example": () => ({
            body: "Please limit requests to one every 5 seconds or ask for more.\n",
            headers: { "content-type": "text/html" }
          })
        })
      )
    )
  )

  it.effect("that does not take one search is asked the others", () =>
    Effect.gen(function* () {
      yield* start
      yield* watch("Ab Cd", "Bolt")
      const ended = yield* run
      assert.deepStrictEqual(ended.result, { fetched: 1, new: 1, changed: 0, skipped: { search_failed: 1 } })
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "gdelt.example": ({ url }) => ({
            body:
              url.searchParams.get("query") === "bolt"
                ? JSON.stringify({ articles: [article(1)] })
                : "The specified phrase is too short.\u001b[31m"
          })
        })
      )
    )
  )

  it.effect("that takes no search at all says so in its own words", () =>
    Effect.gen(function* () {
      yield* watch("Ab Cd")
      assert.strictEqual((yield* run).error, "GDELT does not take a search: The specified phrase is too short.[31m")
    }).pipe(
      Effect.provide(
        ingestWorld(list, { "gdelt.example": () => ({ body: "The specified phrase is too short.\u001b[31m" }) })
      )
    )
  )
})

const folder = new URL("../../../../shared/captures/open/gdelt-doc/", import.meta.url)
const present = existsSync(folder)
const capture = (name: string) => readFileSync(new URL(name, folder), "utf8")

describe.skipIf(!present)(
  `real answers of GDELT${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it("decode to the articles in them", () => {
      const { fetched, signals } = Result.getOrThrow(readArticles(document(capture("gdelt-artlist-shape.json"))))!
      assert.strictEqual(fetched, 3)
      assert.deepStrictEqual(
        signals.map(({ published_at, source, title, url }) => [
          source,
          title,
          url,
          published_at?.toISOString() ?? null
        ]),
        [
          [
            "bbc.co.uk",
            "World leaders gather for climate summit",
            "https://www.bbc.co.uk/news/world-climate-summit-2024",
            "2024-06-15T12:30:00.000Z"
          ],
          [
            "lemonde.fr",
            "Sommet sur le climat: les enjeux",
            "https://www.lemonde.fr/planete/sommet-climat",
            "2024-06-15T09:00:00.000Z"
          ],
          ["example.org", "Article missing a seendate", "https://example.org/no-date-article", null]
        ]
      )
    })

    it.effect("tell a rate limit in words, and are taken for one", () =>
      Effect.gen(function* () {
        yield* watch("Acme", "Bolt")
        assert.strictEqual((yield* run).error, "the server asks for a rest")
        assert.strictEqual((yield* FakeWeb).requests.length, 1)
      }).pipe(Effect.provide(ingestWorld(list, { "gdelt.example": () => ({ body: capture("gdelt-ratelimit.txt") }) })))
    )
  }
)

import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, readFileSync } from "node:fs"
import { Ingest } from "../../../ingest/Ingest.ts"
import { AccountId } from "../../../src/domain/Account.ts"
import { Competitors } from "../../../src/storage/companies/Competitors.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const base = "https://google.example"

const rss = `<?xml version="1.0"?><rss version="2.0"><channel><title>"acme" - Google News</title><link>https://google.example/search</link>
  <item><title>Acme opens a plant - The Paper</title><link>https://google.example/rss/articles/one?oc=5</link>
   <guid isPermaLink="false">one</guid><pubDate>Mon, 02 Mar 2026 08:00:00 GMT</pubDate>
   <description>&lt;a href="https://google.example/rss/articles/one"&gt;Acme opens a plant&lt;/a&gt;&amp;nbsp;The Paper</description>
   <source url="https://paper.example">The Paper</source></item>
  <item><title>- The Paper</title><link>https://google.example/rss/articles/two</link><guid isPermaLink="false">two</guid>
   <source url="https://paper.example">The Paper</source></item></channel></rss>`

const run = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))
  const competitors = yield* Competitors
  yield* Effect.orDie(competitors.create(AccountId.make(1), { name: "Acme", domain: "acme.example" }))
  return (yield* Stream.runCollect((yield* Ingest).run("google-news"))).at(-1)!
})

describe("Google News", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ google_news: true }), ["https://news.google.com/rss/search"])
    })
  )

  it.effect.each([true, { base }, { base, terms_accepted: false }])(
    "is listed and left alone while its terms are not agreed to: %j",
    (google_news) =>
      Effect.gen(function* () {
        const ended = yield* run
        assert.strictEqual(ended._tag, "Skipped")
        const [health] = yield* (yield* Ingest).status
        assert.deepStrictEqual([health!.name as string, health!.state], ["google-news", "not_configured"])
        assert.include(health!.missing!, "policies.google.com/terms")
        assert.include(health!.missing!, "terms_accepted")
        assert.deepStrictEqual((yield* FakeWeb).requests, [])
      }).pipe(Effect.provide(ingestWorld({ google_news }, {})))
  )

  it.effect("is not listed when the operator's list says no", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* Ingest).sources, [])
    }).pipe(Effect.provide(ingestWorld({ google_news: false }, {})))
  )

  it.effect("is searched once they are, in the operator's edition; publishers have their names", () =>
    Effect.gen(function* () {
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.deepStrictEqual(ended.result, { fetched: 2, new: 2, changed: 0, skipped: {} })
      const signals = yield* (yield* Signals).foundBy({ terms: ["acme"], limit: 10 })
      assert.sameDeepMembers(
        signals.map(({ snippet, source, title, url }) => ({ snippet, source, title, url })),
        [
          {
            snippet: "",
            source: "The Paper",
            title: "Acme opens a plant",
            url: "https://google.example/rss/articles/one?oc=5"
          },
          { snippet: "", source: "The Paper", title: "- The Paper", url: "https://google.example/rss/articles/two" }
        ]
      )
      const [request] = (yield* FakeWeb).requests
      assert.strictEqual(request!.url.pathname, "/rss/search")
      assert.deepStrictEqual(Object.fromEntries(request!.url.searchParams), {
        q: '"acme" when:7d',
        hl: "de-AT",
        gl: "AT",
        ceid: "AT:de"
      })
    }).pipe(
      Effect.provide(
        ingestWorld(
          { google_news: { base, terms_accepted: true, language: "de", country: "AT" } },
          { "google.example": () => ({ body: rss }) }
        )
      )
    )
  )

  it.effect("that shows a page for people is reported in plain words", () =>
    Effect.gen(function* () {
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.strictEqual(ended.error, "the document is a web page, not a feed")
    }).pipe(
      Effect.provide(
        ingestWorld(
          { google_news: { base, terms_accepted: true } },
          { "google.example": () => ({ body: "<!doctype html><html><title>Before you continue</title></html>" }) }
        )
      )
    )
  )
})

const file = new URL("../../../../shared/captures/open/rss2/prof18-feed-test-source.xml", import.meta.url)
const present = existsSync(file)

describe.skipIf(!present)(
  `a real answer of Google News${present ? "" : " (skipped: no ../shared/captures/open beside the repository)"}`,
  () => {
    it.effect("decodes to the story in it", () =>
      Effect.gen(function* () {
        yield* run
        const [story] = yield* (yield* Signals).list({ limit: 10 })
        assert.deepStrictEqual(
          [story!.source, story!.snippet, story!.published_at as string],
          ["RTBF", "", "2020-03-08"]
        )
        assert.strictEqual(
          story!.title,
          "Coronavirus en Belgique: 200 cas détectés au total, un nombre limité de tests effectués par manque de réactifs"
        )
        assert.isTrue(story!.url.startsWith("https://news.google.com/__i/rss/rd/articles/CBMi"))
      }).pipe(
        Effect.provide(
          ingestWorld(
            { google_news: { base, terms_accepted: true } },
            { "google.example": () => ({ body: readFileSync(file) }) }
          )
        )
      )
    )
  }
)

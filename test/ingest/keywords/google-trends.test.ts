import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { Ingest } from "../../../ingest/Ingest.ts"
import { volumeOf } from "../../../ingest/keywords/google-trends.ts"
import { SourceName } from "../../../src/domain/Source.ts"
import { SocialTrends } from "../../../src/storage/social/SocialTrends.ts"
import { Sources } from "../../../src/storage/sources/Sources.ts"
import { TrendingKeywords } from "../../../src/storage/keywords/TrendingKeywords.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"

/** Today's form: every item links to the feed itself, descriptions are empty. */
const today = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ht="https://trends.google.com/trending/rss" version="2.0"><channel>
<title>Daily Search Trends</title><description>Recent searches</description>
<link>https://trends.google.com/trending/rss?geo=US</link>
<item><title>solar eclipse</title><ht:approx_traffic>200+</ht:approx_traffic><description/>
<link>https://trends.google.com/trending/rss?geo=US</link><pubDate>Sun, 1 Mar 2026 04:10:00 -0800</pubDate>
<ht:news_item><ht:news_item_title>Where to see it</ht:news_item_title><ht:news_item_url>https://news.example/eclipse</ht:news_item_url></ht:news_item></item>
<item><title>rail strike</title><ht:approx_traffic>5000+</ht:approx_traffic><description/>
<link>https://trends.google.com/trending/rss?geo=US</link><pubDate>Sun, 1 Mar 2026 03:00:00 -0800</pubDate></item>
<item><title>new phone</title><description/>
<link>https://trends.google.com/trending/rss?geo=US</link><pubDate>Sun, 1 Mar 2026 02:00:00 -0800</pubDate></item>
</channel></rss>`

/** The older form: links differ by fragment, traffic has separators, titles of news are escaped twice. */
const older = `<?xml version='1.0' encoding='UTF-8' standalone='no'?>
<rss xmlns:ht='https://trends.google.com/trends/trendingsearches/daily' version='2.0'><channel>
<title>Daily Search Trends</title><link>https://trends.google.com/trends/trendingsearches/daily?geo=PT</link>
<item><title>Eclipse</title><ht:approx_traffic>1,000,000+</ht:approx_traffic><description>sol, lua</description>
<link>https://trends.google.com/trends/trendingsearches/daily?geo=PT#Eclipse</link><pubDate>Sun, 01 Mar 2026 01:00:00 +0000</pubDate>
<ht:news_item><ht:news_item_title>&amp;#39;Eclipse&amp;#39;</ht:news_item_title></ht:news_item></item>
<item><title>Açores &amp; Madeira</title><ht:approx_traffic>20,000+</ht:approx_traffic><description></description>
<link>https://trends.google.com/trends/trendingsearches/daily?geo=PT#A%C3%A7ores</link><pubDate>Sun, 01 Mar 2026 01:00:00 +0000</pubDate></item>
</channel></rss>`

const list = { google_trends: { countries: ["US", "PT"], base: "https://trends.example/" } }
const hosts = {
  "trends.example": ({ url }: { readonly url: URL }) => ({ body: url.searchParams.get("geo") === "US" ? today : older })
}

const runAll = Effect.gen(function* () {
  const events = yield* Stream.runCollect((yield* Ingest).run("all"))
  return new Map(events.flatMap((event) => (event._tag === "Finished" ? [[event.name as string, event]] : [])))
})

describe("Google Trends", () => {
  it.effect("fills the trending keywords of a country, in both forms of the feed", () =>
    Effect.gen(function* () {
      yield* runAll
      const keywords = yield* TrendingKeywords
      const shown = (country: string) =>
        Effect.map(keywords.list({ country }), (rows) => rows.map(({ keyword, volume }) => [keyword, volume]))
      assert.deepStrictEqual(yield* shown("US"), [
        ["rail strike", 5000],
        ["solar eclipse", 200],
        ["new phone", null]
      ])
      assert.deepStrictEqual(yield* shown("PT"), [
        ["Eclipse", 1_000_000],
        ["Açores & Madeira", 20_000]
      ])
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("fills the social trends of its platform from the same request", () =>
    Effect.gen(function* () {
      yield* runAll
      const topics = yield* (yield* SocialTrends).list("google_trends", 100)
      const eclipse = topics.find(({ title }) => title === "solar eclipse")!
      assert.strictEqual(eclipse.score, 200)
      assert.strictEqual(eclipse.score_kind, "searches")
      assert.strictEqual(eclipse.url, "https://trends.google.com/trends/explore?q=solar%20eclipse")
      const phone = topics.find(({ title }) => title === "new phone")!
      assert.deepStrictEqual([phone.score, phone.score_kind, phone.rank], [98, "rank", 3])
      assert.strictEqual(topics.length, 5)
      assert.deepStrictEqual((yield* FakeWeb).requests.map(({ url }) => url.href).sort(), [
        "https://trends.example/trending/rss?geo=PT",
        "https://trends.example/trending/rss?geo=US"
      ])
      assert.strictEqual((yield* (yield* Sources).platform("google_trends")).status, "ok")
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("counts a country's keywords once, and a second run adds none", () =>
    Effect.gen(function* () {
      const first = (yield* runAll).get(SourceName.make("google-trends:us"))!
      assert.deepStrictEqual(first.result, { fetched: 3, new: 3, changed: 0, skipped: {} })
      const second = (yield* runAll).get(SourceName.make("google-trends:us"))!
      assert.deepStrictEqual(second.result, { fetched: 3, new: 0, changed: 0, skipped: {} })
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.each([
    ["200+", 200],
    ["5000+", 5000],
    ["20,000+", 20_000],
    ["1,000,000+", 1_000_000],
    ["20.000+", 20_000],
    ["500K+", 500_000],
    ["2M+", 2_000_000],
    ["99,999,999,999+", 2_147_483_647],
    [" 100 ", 100],
    ["", null],
    ["many", null],
    ["-5", null],
    [undefined, null]
  ])("reads the traffic %s as %s searches", (text, volume) => {
    assert.strictEqual(volumeOf(text), volume)
  })
})

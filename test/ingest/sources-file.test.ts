import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Redacted, Result } from "effect"
import { type Credentials, noCredentials } from "../../ingest/Credentials.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { feedName } from "../../ingest/list/FeedName.ts"
import { decode, load, parse } from "../../ingest/list/SourcesFile.ts"
import { ingestWorld } from "../support/IngestWorld.ts"

const faultsOf = (text: string) => {
  const parsed = parse(text)
  assert(Result.isFailure(parsed))
  return parsed.failure
}

/** The sources of a list: name, address, interval, title. */
const sourcesOf = (list: object, credentials: Credentials = noCredentials) =>
  Effect.map(
    Effect.flatMap(Ingest, ({ sources }) => sources),
    (sources) =>
      sources.map(({ every, name, title, url }) => [name as string, url, Duration.format(every), title] as const)
  ).pipe(Effect.provide(ingestWorld(list, {}, { credentials })))

describe("the operator's list of sources", () => {
  it.effect("has a default for everything but the URL of a feed", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* sourcesOf({
          feeds: [{ url: "https://a.example/feed" }],
          google_trends: { countries: ["US", "US"] },
          sec_companies: true
        }),
        [
          ["feed:a.example", "https://a.example/feed", "30m", "a.example"],
          ["google-trends:us", "https://trends.google.com/trending/rss?geo=US", "1h", "Google Trends, US"],
          ["sec-companies", "https://www.sec.gov/files/company_tickers.json", "1d", "SEC companies"],
          ["sec-industries", "https://data.sec.gov/submissions/", "15m", "SEC industries"]
        ]
      )
    })
  )

  it.effect("takes the operator's names, titles, intervals and stand-ins", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* sourcesOf({
          feeds: [{ url: "https://a.example/feed", name: "feed:mine", title: "A", every: "2 hours" }],
          reddit: { subreddits: ["stocks"], base: "http://127.0.0.1:1/", every: "1 hour" },
          sec_companies: { base: "http://127.0.0.1:2" }
        }),
        [
          ["feed:mine", "https://a.example/feed", "2h", "A"],
          ["reddit", "http://127.0.0.1:1/r/stocks/hot/.rss?limit=100", "1h", "Reddit without points: r/stocks"],
          ["sec-companies", "http://127.0.0.1:2/files/company_tickers.json", "1d", "SEC companies"],
          ["sec-industries", "http://127.0.0.1:2/submissions/", "15m", "SEC industries"]
        ]
      )
    })
  )

  it.effect("takes services as switches, or as entries with a stand-in and an interval", () =>
    Effect.gen(function* () {
      const on = yield* sourcesOf({
        gdelt: true,
        hacker_news: { base: "http://127.0.0.1:1/", every: "2 hours" },
        sec_filings: false,
        google_news: true,
        bluesky: {}
      })
      assert.deepStrictEqual(
        on.map(([name, url, every]) => [name, url, every]),
        [
          ["gdelt", "https://api.gdeltproject.org/api/v2/doc/doc", "1h"],
          ["hacker-news:stories", "http://127.0.0.1:1/api/v1/search?tags=front_page&hitsPerPage=100", "2h"],
          ["hacker-news:searches", "http://127.0.0.1:1/api/v1/search_by_date", "2h"],
          ["google-news", "https://news.google.com/rss/search", "1h"],
          ["bluesky", "https://public.api.bsky.app/xrpc/app.bsky.unspecced.getTrends?limit=25", "30m"]
        ]
      )
      assert.deepStrictEqual(yield* sourcesOf({}), [])
      assert.deepStrictEqual(
        (yield* sourcesOf({ hacker_news: true })).map(([, url]) => url),
        [
          "https://hn.algolia.com/api/v1/search?tags=front_page&hitsPerPage=100",
          "https://hn.algolia.com/api/v1/search_by_date"
        ]
      )
      assert.deepStrictEqual(
        faultsOf('{"google_news": {"country": "usa"}, "gdelt": {"evry": "1 hour"}, "reddit": true}')
          .map((fault) => fault.split(":")[0]!)
          .sort(),
        ["gdelt.evry", "google_news.country", "reddit"]
      )
    })
  )

  it.effect("has every social platform, each with its own address and interval", () =>
    Effect.gen(function* () {
      const all = yield* sourcesOf({
        reddit: { subreddits: [] },
        pytrends: { topics: ["Bitcoin", "Bitcoin"], explore_base: "https://explore.example/" },
        x: { woeids: [1, 1] },
        tiktok: { countries: ["US"] },
        mastodon: { instances: ["https://social.example/", "https://social.example/about"] }
      })
      assert.deepStrictEqual(
        all.map(([name, url, every]) => [name, new URL(url).origin, every]),
        [
          ["pytrends:searches", "https://trends.google.com", "6h"],
          ["pytrends:wikipedia", "https://wikimedia.org", "6h"],
          ["pytrends:explore", "https://explore.example", "6h"],
          ["x:1", "https://api.x.com", "1h"],
          ["tiktok:us", "https://ads.tiktok.com", "12h"],
          ["mastodon:social.example:tags", "https://social.example", "30m"],
          ["mastodon:social.example:links", "https://social.example", "30m"]
        ]
      )
      const app = { id: "id", secret: Redacted.make("secret") }
      const [reddit] = yield* sourcesOf({ reddit: { subreddits: ["stocks"] } }, { reddit: app, xBearer: null })
      assert.strictEqual(reddit![1], "https://oauth.reddit.com/r/stocks/hot?limit=100&raw_json=1")
      assert.sameMembers(
        faultsOf(`{"x": {"woeids": [0, 1.5]}, "tiktok": {"countries": ["usa"]}, "pytrends": {"topics": ["a|b"], "wikipedia": "en.evil"},
        "mastodon": {"instances": ["https://me:pw@social.example"]}, "bluesky": "yes"}`).map(
          (fault) => fault.split(": ")[0]!
        ),
        [
          "bluesky",
          "mastodon.instances[0]",
          "pytrends.topics[0]",
          "pytrends.wikipedia",
          "tiktok.countries[0]",
          "x.woeids[0]",
          "x.woeids[1]"
        ]
      )
    })
  )

  it("may be plain text with a URL on each line", () => {
    const list = Result.getOrThrow(parse("# mine\nhttps://a.example/feed  # first\r\n\nhttps://b.example/x#y\n"))
    assert.deepStrictEqual(
      list.feeds.map(({ url }) => url),
      ["https://a.example/feed", "https://b.example/x#y"]
    )
  })

  it("that has faults is refused with all of them and their places", () => {
    assert.deepStrictEqual(
      faultsOf(`{"feeds": [{"url": "ftp://a"}, {"url": "https://me:pw@a.example/"}, {"url": "https://a.example/", "every": "1 minute"},
        {"url": "https://a.example/", "evry": "1 hour"}, {"title": "no url"}], "google_trends": {"countries": ["us"]}, "redit": {}}`)
        .map((fault) => fault.split(": ")[0]!)
        .sort(),
      [
        "feeds[0].url",
        "feeds[1].url",
        "feeds[2].every",
        "feeds[3].evry",
        "feeds[4].url",
        "google_trends.countries[0]",
        "redit"
      ]
    )
    assert.deepStrictEqual(faultsOf("https://a.example/\nnonsense\nftp://b"), [
      "line 2: must be an http(s) URL without user name and password",
      "line 3: must be an http(s) URL without user name and password"
    ])
  })

  it("that is not JSON is refused with the line", () => {
    assert.match(faultsOf('{\n  "feeds": [\n    {"url": "x" "y"}\n]}').join(), /line 3/)
  })

  it("does not take two sources of one name", () => {
    assert.match(
      faultsOf('{"feeds": [{"url": "https://a.example/feed"}, {"url": "https://a.example/rss.xml"}]}').join(),
      /feeds\[1\]: same name as feeds\[0\], feed:a\.example/
    )
  })

  it.effect("that is not there is refused by name", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(load("/nowhere/sources.json"))
      assert.include(failure.message, "/nowhere/sources.json")
      assert.include(failure.message, "there is no such file")
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )

  it.effect("that the project ships is good, large, and asks only publishers over https", () =>
    Effect.gen(function* () {
      const { list: written } = yield* load(new URL("../../sources.default.json", import.meta.url).pathname)
      const list = Result.getOrThrow(decode(written))
      assert.isAtLeast(list.feeds.length, 40)
      assert.deepStrictEqual(
        list.feeds.filter(({ url }) => !url.startsWith("https://")),
        []
      )
      assert.isAtLeast(list.google_trends!.countries.length, 3)
      assert.isAtLeast(list.reddit!.subreddits.length, 5)
      assert.isDefined(list.sec_companies)
    }).pipe(Effect.provide(NodeFileSystem.layer))
  )
})

describe("the name of a feed", () => {
  it.each([
    ["https://techcrunch.com/feed/", "feed:techcrunch.com"],
    ["https://feeds.bbci.co.uk/news/business/rss.xml", "feed:bbci.co.uk-news-business"],
    ["https://www.theverge.com/rss/index.xml", "feed:theverge.com"],
    ["https://www.theregister.com/headlines.atom", "feed:theregister.com-headlines"],
    ["http://127.0.0.1:8080/a/b.xml", "feed:127.0.0.1:8080-a-b"],
    ["http://[::1]/a", "feed:::1-a"],
    ["https://a.example/%C3%A9t%C3%A9/Feed%20One.XML", "feed:a.example-c3-a9t-c3-a9-feed-20one"]
  ])("of %s is %s", (url, name) => {
    assert.strictEqual(feedName(url), name)
  })

  it("tells queries apart and stays in bounds", () => {
    const [one, other] = [feedName("https://a.example/feed?id=1"), feedName("https://a.example/feed?id=2")]
    assert.match(one, /^feed:a\.example\.[0-9a-f]{8}$/)
    assert.notStrictEqual(one, other)
    assert.isAtMost(feedName(`https://a.example/${"long/".repeat(100)}`).length, 100)
  })
})

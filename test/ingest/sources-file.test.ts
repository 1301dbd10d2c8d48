import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Result } from "effect"
import { feedName } from "../../ingest/list/FeedName.ts"
import { load, parse } from "../../ingest/list/SourcesFile.ts"

const faultsOf = (text: string) => {
  const parsed = parse(text)
  assert(Result.isFailure(parsed))
  return parsed.failure
}

describe("the operator's list of sources", () => {
  it("has a default for everything but the URL of a feed", () => {
    const list = Result.getOrThrow(
      parse(
        '{"feeds": [{"url": "https://a.example/feed"}], "google_trends": {"countries": ["US", "US"]}, "sec_companies": true}'
      )
    )
    assert.deepStrictEqual(list.feeds, [
      { name: "feed:a.example", url: "https://a.example/feed", title: null, every: Duration.minutes(30) }
    ] as never)
    assert.deepStrictEqual(list.googleTrends, {
      base: "https://trends.google.com",
      every: Duration.hours(1),
      countries: ["US"]
    })
    assert.isNull(list.reddit)
    assert.strictEqual(list.secCompanies!.base, "https://www.sec.gov")
  })

  it("takes the operator's names, titles, intervals and stand-ins", () => {
    const list = Result.getOrThrow(
      parse(`{"feeds": [{"url": "https://a.example/feed", "name": "feed:mine", "title": "A", "every": "2 hours"}],
        "reddit": {"subreddits": ["stocks"], "base": "http://127.0.0.1:1/", "every": "1 hour"}, "sec_companies": {"base": "http://127.0.0.1:2"}}`)
    )
    assert.deepStrictEqual([list.feeds[0]!.name, list.feeds[0]!.title], ["feed:mine", "A"] as never)
    assert.strictEqual(Duration.toHours(list.feeds[0]!.every), 2)
    assert.strictEqual(list.reddit!.base, "http://127.0.0.1:1")
    assert.strictEqual(list.secCompanies!.base, "http://127.0.0.1:2")
  })

  it("takes other sources of news as switches, or as entries with a stand-in and an interval", () => {
    const list = Result.getOrThrow(
      parse(`{"gdelt": true, "hacker_news": {"base": "http://127.0.0.1:1/", "every": "2 hours"}, "sec_filings": false,
        "google_news": {"terms_accepted": true, "country": "AT"}}`)
    )
    assert.deepStrictEqual(list.gdelt, { base: "https://api.gdeltproject.org", every: Duration.hours(1) })
    assert.deepStrictEqual(list.hackerNews, { base: "http://127.0.0.1:1", every: Duration.hours(2) })
    assert.isNull(list.secFilings)
    assert.deepStrictEqual(list.googleNews, {
      base: "https://news.google.com",
      every: Duration.hours(1),
      termsAccepted: true,
      language: "en",
      country: "AT"
    })
    assert.isFalse(Result.getOrThrow(parse('{"google_news": true}')).googleNews!.termsAccepted)
    assert.isNull(Result.getOrThrow(parse("{}")).googleNews)
    assert.deepStrictEqual(
      faultsOf('{"google_news": {"country": "usa"}, "gdelt": {"evry": "1 hour"}}').map((fault) => fault.split(":")[0]!),
      ["gdelt.evry", "google_news.country"]
    )
  })

  it("has every social platform, each with its own address and interval", () => {
    const list = Result.getOrThrow(
      parse(`{"reddit": {"subreddits": ["stocks"]}, "pytrends": {"topics": ["Bitcoin", "Bitcoin"]}, "x": {"woeids": [1, 1]},
        "tiktok": {"countries": ["US"]}, "mastodon": {"instances": ["https://social.example/", "https://social.example/about"]}, "bluesky": true}`)
    )
    assert.strictEqual(list.reddit!.oauthBase, "https://oauth.reddit.com")
    assert.deepStrictEqual(list.pytrends, {
      topics: ["Bitcoin"],
      every: Duration.hours(6),
      wikipedia: "en",
      wikimediaBase: "https://wikimedia.org",
      exploreBase: null
    })
    assert.deepStrictEqual(list.x, { base: "https://api.x.com", every: Duration.hours(1), woeids: [1] })
    assert.deepStrictEqual(list.tiktok, {
      base: "https://ads.tiktok.com",
      every: Duration.hours(12),
      countries: ["US"],
      termsAccepted: false
    })
    assert.deepStrictEqual(list.mastodon, { instances: ["https://social.example"], every: Duration.minutes(30) })
    assert.strictEqual(list.bluesky!.base, "https://public.api.bsky.app")
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
      const list = yield* load(new URL("../../sources.default.json", import.meta.url).pathname)
      assert.isAtLeast(list.feeds.length, 40)
      assert.deepStrictEqual(
        list.feeds.filter(({ url }) => !url.startsWith("https://")),
        []
      )
      assert.isAtLeast(list.googleTrends!.countries.length, 3)
      assert.isAtLeast(list.reddit!.subreddits.length, 5)
      assert.isNotNull(list.secCompanies)
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

import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { type NewSocialTrend, Platform } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { contract } from "../support/Contract.ts"
import { assertMatches } from "../support/Matches.ts"

const source = (name: string) => SourceName.make(name)

const trend = (title: string, rank: number, more: Partial<NewSocialTrend> = {}): NewSocialTrend => ({
  title,
  score: 10,
  score_kind: "points",
  subreddit: null,
  site: null,
  url: null,
  rank,
  ...more
})

const ranked = (...titles: ReadonlyArray<string>) => titles.map((title, index) => trend(title, index + 1))

const titles = Effect.fnUntraced(function* (platform: Platform, limit = 100) {
  const trends = yield* SocialTrends
  return (yield* trends.list(platform, limit)).map(({ title }) => title)
})

contract("SocialTrends", SocialTrends.layer, (it) => {
  it.effect("lists a platform's topics by rank, with the members that its items have", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const written = yield* trends.replace(source("reddit"), "reddit", [
        trend("second", 2, { score: null, url: "https://reddit.example/2" }),
        trend("first", 1, { score: 5_000_000_000, subreddit: "technology" })
      ])
      assert.deepStrictEqual(written, { new: 2, changed: 0 })
      assert.deepStrictEqual(yield* trends.list("reddit", 100), [
        {
          title: "first",
          score: 5_000_000_000,
          platform: "reddit",
          subreddit: "technology",
          score_kind: "points",
          url: null,
          rank: 1
        },
        { title: "second", score: 99, platform: "reddit", score_kind: "rank", url: "https://reddit.example/2", rank: 2 }
      ])
      assert.lengthOf(yield* trends.list("reddit", 1), 1)
      assert.deepStrictEqual(yield* trends.list("x", 100), [])
    })
  )

  it.effect("stands in with the rank for a score that there is none of, never below 0", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("x"), "x", [trend("first", 1, { score: null }), trend("far", 150, { score: null })])
      assertMatches(yield* trends.list("x", 100), [{ score: 100 }, { score: 0 }])
    })
  )

  it.effect("replaces all that the source listed before and nothing of other sources", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("one"), "reddit", ranked("a", "b", "c"))
      yield* trends.replace(source("two"), "reddit", ranked("other"))
      const next = [trend("c", 1), trend("d", 2)]
      assert.deepStrictEqual(yield* trends.replace(source("one"), "reddit", next), { new: 1, changed: 1 })
      assert.deepStrictEqual(yield* trends.replace(source("one"), "reddit", next), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* titles("reddit"), ["c", "other", "d"])
      // One more and nothing else different, then one less.
      assert.deepStrictEqual(yield* trends.replace(source("one"), "reddit", [...next, trend("e", 3)]), {
        new: 1,
        changed: 0
      })
      assert.deepStrictEqual(yield* trends.replace(source("one"), "reddit", next.slice(0, 1)), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* titles("reddit"), ["c", "other"])
      assert.deepStrictEqual(yield* trends.replace(source("one"), "reddit", []), { new: 0, changed: 0 })
      assert.deepStrictEqual(yield* titles("reddit"), ["other"])
    })
  )

  it.effect("forgets the topics of sources that are gone", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("one"), "reddit", ranked("a"))
      yield* trends.replace(source("two"), "x", ranked("b"))
      yield* trends.retain([source("two"), source("three")])
      assert.deepStrictEqual(yield* titles("feed"), ["b"])
      yield* trends.retain([])
      assert.deepStrictEqual(yield* titles("feed"), [])
    })
  )

  it.effect("tells the highest score of each day of what is on the list now, also when the list has not changed", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const list = (...items: ReadonlyArray<NewSocialTrend>) => trends.replace(source("reddit"), "reddit", items)
      const at = (score: number) => trend("Kept", 1, { score, url: "https://a.example/?utm_source=x" })
      yield* list(at(70))
      yield* list(at(50), trend("gone", 2, { score: 9 }))
      yield* TestClock.adjust("1 day")
      yield* list(at(90))
      yield* TestClock.adjust("2 days")
      yield* list({ ...at(90), title: "Kept, in other words", url: "https://www.a.example" })
      assert.deepStrictEqual<unknown>(yield* trends.history("reddit", 100), {
        topics: [
          {
            title: "Kept, in other words",
            platform: "reddit",
            score_kind: "points",
            url: "https://www.a.example",
            days: [
              { date: "2026-03-10", score: 70 },
              { date: "2026-03-11", score: 90 },
              { date: "2026-03-13", score: 90 }
            ]
          }
        ],
        days: [
          { date: "2026-03-10", score_kind: "points", topics: 2, score: 79 },
          { date: "2026-03-11", score_kind: "points", topics: 1, score: 90 },
          { date: "2026-03-13", score_kind: "points", topics: 1, score: 90 }
        ]
      })
      yield* TestClock.adjust("27 days")
      assert.deepStrictEqual(
        (yield* trends.history("reddit", 100)).days.map(({ date }) => date),
        ["2026-03-11", "2026-03-13"]
      )
      yield* TestClock.adjust("30 days")
      assertMatches(yield* trends.history("reddit", 100), { topics: [{ days: [] }], days: [] })
    })
  )

  it.effect("keeps the past of each platform and kind of score apart, and gives that of the feed's own topics", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("x"), "x", [trend("Topic", 1, { score: null }), trend("Other", 2, { score: null })])
      yield* trends.replace(source("reddit"), "reddit", [trend("topic", 1, { score: 7 })])
      yield* TestClock.adjust("1 day")
      yield* trends.replace(source("reddit"), "reddit", [])
      yield* trends.replace(source("x"), "x", [trend("topic", 1, { score: 8, score_kind: "posts" })])
      const { days, topics } = yield* trends.history("feed", 100)
      assertMatches(topics, [{ platform: "x", days: [{ date: "2026-03-11", score: 8 }] }])
      assert.deepStrictEqual(yield* trends.historyOf(yield* trends.list("feed", 100)), topics)
      assert.deepStrictEqual(yield* trends.historyOf([]), [])
      assert.deepStrictEqual<unknown>(days, [
        { date: "2026-03-10", score_kind: "points", topics: 1, score: 7 },
        { date: "2026-03-10", score_kind: "rank", topics: 2, score: 199 },
        { date: "2026-03-11", score_kind: "posts", topics: 1, score: 8 }
      ])
      assert.deepStrictEqual((yield* trends.history("reddit", 100)).topics, [])
      yield* trends.replace(source("x"), "x", ranked("a", "b", "c"))
      assert.deepStrictEqual(
        (yield* trends.history("feed", 2)).topics.map(({ title }) => title),
        ["a", "b"]
      )
    })
  )

  it.effect("records topics whatever their titles hold", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("x"), "x", [
        trend("torn \ud800", 1),
        trend("torn \ud801", 2),
        trend("back\\slash \\x00", 3),
        trend("long", 4, { url: `https://a.example/${"long/".repeat(2_000)}` })
      ])
      const { topics } = yield* trends.history("x", 100)
      assert.deepStrictEqual(
        topics.filter(({ title }) => !title.startsWith("torn")).map(({ days }) => days.length),
        [1, 1]
      )
    })
  )

  it.effect("takes equal ranks of a platform's sources in turn", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      yield* trends.replace(source("trends:us"), "google_trends", ranked("us 1", "us 2", "us 3"))
      yield* trends.replace(source("trends:gb"), "google_trends", ranked("gb 1", "gb 2"))
      assert.deepStrictEqual(yield* titles("google_trends"), ["gb 1", "us 1", "gb 2", "us 2", "us 3"])
    })
  )

  it.effect("interleaves the feed by how high a topic stands within its platform, whatever its score", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const low = (title: string, rank: number) => trend(title, rank, { score: 1 })
      yield* trends.replace(
        source("reddit"),
        "reddit",
        ["r1", "r2", "r3", "r4"].map((title, n) => low(title, n + 1))
      )
      yield* trends.replace(source("x"), "x", [trend("x1", 1, { score: 9_000 }), trend("x2", 2, { score: 8_000 })])
      yield* trends.replace(source("hacker-news"), "feed", [trend("h1", 1, { site: "Hacker News" })])
      assert.deepStrictEqual(yield* titles("feed"), ["r1", "x1", "h1", "r2", "r3", "x2", "r4"])
      assert.deepStrictEqual(yield* titles("feed", 3), ["r1", "x1", "h1"])
      assertMatches(yield* trends.list("feed", 3), [
        { platform: "reddit" },
        { platform: "x" },
        { platform: "feed", source: "Hacker News" }
      ])
    })
  )

  it.effect("shows a story once: the same page, or without one the same title", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const story = { url: "https://www.news.example/story/?utm_source=x#top" }
      yield* trends.replace(source("reddit"), "reddit", [
        trend("Their title", 1, { url: "http://news.example/story" }),
        trend("Big Match", 2),
        trend("A page by its id", 3, { url: "https://news.example/?id=1" })
      ])
      yield* trends.replace(source("hacker-news"), "feed", [
        trend("Our title", 1, story),
        trend("Our title, again", 2, story),
        trend("big  match", 3),
        trend("Another page", 4, { url: "https://news.example/?id=2" })
      ])
      assert.deepStrictEqual(yield* titles("feed"), ["Their title", "Big Match", "A page by its id", "Another page"])
    })
  )

  it.effect("shows a topic once that sources write in their own ways, and keeps apart what one source does", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const at = (title: string, rank: number, url: string) => trend(title, rank, { url })
      yield* trends.replace(source("reddit"), "reddit", [
        at("Daily thread", 1, "https://reddit.example/1"),
        at("Daily thread", 2, "https://reddit.example/2"),
        at("C++ in 2026", 3, "https://reddit.example/3")
      ])
      yield* trends.replace(source("google-trends:us"), "google_trends", [
        at("solar eclipse", 1, "https://trends.example/?q=solar"),
        at("c in 2026", 2, "https://trends.example/?q=c")
      ])
      yield* trends.replace(source("x:1"), "x", [at("#SolarEclipse", 1, "https://x.example/?q=solar")])
      yield* trends.replace(source("tiktok:us"), "tiktok", [at("#solareclipse", 1, "https://tiktok.example/solar")])
      yield* trends.replace(source("mastodon:links"), "feed", [
        at("“Solar Eclipse!”", 1, "https://news.example/eclipse"),
        at("How to see it", 2, "https://news.example/see")
      ])
      // Another page that leads to what stands for the story already.
      yield* trends.replace(source("bluesky"), "feed", [at("Eclipse", 3, "https://www.news.example/eclipse/")])
      assert.deepStrictEqual(yield* titles("feed"), [
        "Daily thread",
        "solar eclipse",
        "Daily thread",
        "How to see it",
        "c in 2026",
        "C++ in 2026"
      ])
      assert.deepStrictEqual(yield* titles("x"), ["#SolarEclipse"])
    })
  )

  it.effect("interleaves all six kinds, each platform's best before any platform's second", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      for (const platform of Platform.literals)
        yield* trends.replace(
          source(`of-${platform}`),
          platform,
          ranked(`${platform} 1`, `${platform} 2`, `${platform} 3`)
        )
      assert.deepStrictEqual(
        yield* titles("feed"),
        [1, 2, 3].flatMap((place) => Platform.literals.map((platform) => `${platform} ${place}`))
      )
    })
  )

  const item = Schema.Struct({
    title: Schema.String,
    rank: Schema.Literals([1, 2, 3, 200]),
    score: Schema.NullOr(Schema.Literals([0, 7])),
    url: Schema.NullOr(Schema.Literals(["https://a.example/", "https://b.example/b", "no url"]))
  })

  it.prop(
    "shows of each platform what it lists there in the same order, each story once, and repeats nothing",
    [Schema.Array(Schema.Struct({ platform: Platform, name: Schema.Literals(["a", "b"]), items: Schema.Array(item) }))],
    ([listings]) =>
      Effect.gen(function* () {
        const trends = yield* SocialTrends
        for (const { platform, name, items } of listings) {
          const given = items.map(({ title, ...more }) => trend(title.toWellFormed().replaceAll("\u0000", ""), 1, more))
          yield* trends.replace(source(name), platform, given)
          assert.deepStrictEqual(yield* trends.replace(source(name), platform, given), { new: 0, changed: 0 })
        }
        const feed = yield* trends.list("feed", 100)
        for (const platform of Platform.literals.filter((platform) => platform !== "feed")) {
          const own = yield* trends.list(platform, 100)
          const shown = feed.filter((trend) => trend.platform === platform)
          // A story that another platform has as well may be missing here; the order is the same.
          assert.deepStrictEqual(
            shown,
            own.filter((trend) => shown.some((other) => JSON.stringify(other) === JSON.stringify(trend)))
          )
          assert.deepStrictEqual(
            own.map(({ rank }) => rank),
            own.map(({ rank }) => rank).sort((a, b) => a - b)
          )
        }
        const pages = feed.flatMap(({ url }) => (url?.startsWith("https") ? [url] : []))
        assert.strictEqual(new Set(pages).size, pages.length)
      }),
    30
  )
})

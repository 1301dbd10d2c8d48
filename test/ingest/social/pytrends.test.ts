import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../../ingest/Ingest.ts"
import { articleOf } from "../../../ingest/social/pytrends-wikipedia.ts"
import { Sources } from "../../../src/storage/sources/Sources.ts"
import { TrendingKeywords } from "../../../src/storage/keywords/TrendingKeywords.ts"
import { type FakeRequest, FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"
import { listed, run } from "./Platforms.ts"

const list = {
  google_trends: { countries: ["US"] },
  pytrends: {
    topics: ["electric car", "Solar eclipse", "No such thing"],
    wikimedia_base: "https://wikimedia.example",
    explore_base: "https://trends.example/"
  }
}

const views = (...counts: ReadonlyArray<unknown>) =>
  JSON.stringify({ items: counts.map((views) => ({ project: "en.wikipedia", views })) })

const wikimedia = ({ url }: FakeRequest) =>
  url.pathname.includes("/Electric_car/")
    ? { body: views(100, 200, "?", 50) }
    : url.pathname.includes("/Solar_eclipse/")
      ? { body: views(5_000) }
      : { status: 404, body: '{"title":"Not found."}' }

const widgets = `)]}'
${JSON.stringify({
  widgets: [
    { id: "GEO_MAP", token: "other" },
    { id: "TIMESERIES", token: "APP6_tok", request: { time: "today 1-m", resolution: "DAY", locale: "en-US" } }
  ]
})}`

const series = `)]}',
${JSON.stringify({
  default: {
    timelineData: [
      { time: "1", value: [10, 90, 0], hasData: [true, true, false] },
      { time: "2", value: [40, 60, 0], hasData: [true, true, false] },
      { time: "3", value: [1, 2, 3], hasData: [true, true, true], isPartial: true }
    ],
    averages: [25, 75, 0]
  }
})}`

const trends = ({ url }: FakeRequest) =>
  url.pathname === "/trends/api/explore"
    ? { body: widgets }
    : url.pathname === "/trends/api/widgetdata/multiline" && url.searchParams.get("token") === "APP6_tok"
      ? { body: series }
      : { status: 400 }

const hosts = { "wikimedia.example": wikimedia, "trends.example": trends }

const at = TestClock.setTime(Date.parse("2026-03-10T12:00:00Z"))

describe("search interest", () => {
  it.effect("is computed from our own snapshots of seven days, said in the item's source, and fetches nothing", () =>
    Effect.gen(function* () {
      const keywords = yield* TrendingKeywords
      const seen = (keyword: string, volume: number | null, country = "US") => ({ keyword, volume, country })
      yield* TestClock.setTime(Date.parse("2026-03-03T23:00:00Z"))
      yield* keywords.upsert([seen("last week", 9_000)])
      yield* TestClock.setTime(Date.parse("2026-03-04T01:00:00Z"))
      yield* keywords.upsert([seen("rail strike", 2_000), seen("rail strike", 500, "GB"), seen("no volume", null)])
      yield* at
      yield* keywords.upsert([seen("solar eclipse", 1_000), seen("rail strike", 200)])
      const ended = yield* run("pytrends:searches")
      assert.deepStrictEqual(ended.result, { fetched: 2, new: 2, changed: 0, skipped: {} })
      const source = "own snapshots of Google Trends, 7 days"
      assert.deepStrictEqual(yield* listed("pytrends"), [
        {
          title: "rail strike",
          score: 2_500,
          platform: "pytrends",
          source,
          score_kind: "searches",
          url: "https://trends.google.com/trends/explore?q=rail%20strike",
          rank: 1
        },
        {
          title: "solar eclipse",
          score: 1_000,
          platform: "pytrends",
          source,
          score_kind: "searches",
          url: "https://trends.google.com/trends/explore?q=solar%20eclipse",
          rank: 2
        }
      ])
      assert.deepStrictEqual((yield* FakeWeb).requests, [])
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("without Google Trends on the list has no snapshots to compute from, and says so", () =>
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const sources = yield* ingest.sources
      assert.deepStrictEqual(
        sources.map(({ missing, name }) => [name as string, missing === null]),
        [
          ["pytrends:searches", false],
          ["pytrends:wikipedia", true]
        ]
      )
      assert.include(sources[0]!.missing!, '"google_trends"')
    }).pipe(Effect.provide(ingestWorld({ pytrends: { topics: ["a"] } }, {})))
  )
})

describe("Wikipedia's pageviews", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ pytrends: { topics: ["Bitcoin"] } }), [
        "https://trends.google.com",
        "https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article/en.wikipedia/all-access/user"
      ])
    })
  )

  it.effect("are summed over the last seven whole days, for the topics that have an article", () =>
    Effect.gen(function* () {
      yield* at
      const ended = yield* run("pytrends:wikipedia")
      assert.deepStrictEqual(ended.result, { fetched: 3, new: 2, changed: 0, skipped: { no_article: 1 } })
      assert.deepStrictEqual(
        (yield* listed("pytrends")).map(({ score, score_kind, source, title, url }) => [
          title,
          score,
          score_kind,
          url,
          source
        ]),
        [
          [
            "Solar eclipse",
            5_000,
            "views",
            "https://en.wikipedia.org/wiki/Solar_eclipse",
            "Wikipedia pageviews (en), 7 days"
          ],
          [
            "electric car",
            350,
            "views",
            "https://en.wikipedia.org/wiki/Electric_car",
            "Wikipedia pageviews (en), 7 days"
          ]
        ]
      )
      const path = "/api/rest_v1/metrics/pageviews/per-article/en.wikipedia/all-access/user"
      assert.deepStrictEqual(
        (yield* FakeWeb).requests.map(({ url }) => url.pathname),
        ["Electric_car", "Solar_eclipse", "No_such_thing"].map(
          (article) => `${path}/${article}/daily/20260303/20260309`
        )
      )
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("of one topic that fail cost nothing but that topic; all of them, the run", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["wikimedia.example"] = (request) =>
        request.url.pathname.includes("/Electric_car/") ? { body: "<html>" } : wikimedia(request)
      assert.deepStrictEqual((yield* run("pytrends:wikipedia")).result, {
        fetched: 3,
        new: 1,
        changed: 0,
        skipped: { failed: 1, no_article: 1 }
      })
      web.hosts["wikimedia.example"] = () => ({ status: 500 })
      const ended = yield* run("pytrends:wikipedia")
      assert.deepStrictEqual([ended.state, ended.error], ["error", "the server answered 500"])
      assert.strictEqual((yield* listed("pytrends")).length, 1)
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("are not asked on when Wikimedia asks for a rest, or refuses", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["wikimedia.example"] = () => ({ status: 403 })
      assert.strictEqual((yield* run("pytrends:wikipedia")).state, "blocked")
      assert.strictEqual(web.requests.length, 1)
      web.hosts["wikimedia.example"] = () => ({ status: 429, headers: { "retry-after": "60" } })
      assert.strictEqual((yield* run("pytrends:wikipedia")).state, "error")
      assert.strictEqual(web.requests.length, 2)
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.each([
    ["electric car", "Electric_car"],
    ["  iPhone  17 ", "IPhone_17"],
    ["AT&T", "AT%26T"],
    ["a/b", "A%2Fb"],
    ["état", "%C3%89tat"]
  ])("of %s are those of the article %s", (topic, article) => {
    assert.strictEqual(articleOf(topic), article)
  })
})

describe("Google Trends' explore", () => {
  it.effect("gives the newest whole day's interest of topics beside each other", () =>
    Effect.gen(function* () {
      const ended = yield* run("pytrends:explore")
      assert.deepStrictEqual(ended.result, { fetched: 3, new: 2, changed: 0, skipped: { no_data: 1 } })
      assert.deepStrictEqual(
        (yield* listed("pytrends")).map(({ rank, score, score_kind, source, title }) => [
          title,
          score,
          score_kind,
          rank,
          source
        ]),
        [
          ["Solar eclipse", 60, "points", 1, "Google Trends explore, interest of 100"],
          ["electric car", 40, "points", 2, "Google Trends explore, interest of 100"]
        ]
      )
      const [first, second] = (yield* FakeWeb).requests
      const { comparisonItem } = JSON.parse(first!.url.searchParams.get("req")!)
      assert.deepStrictEqual(
        comparisonItem.map(({ keyword }: { readonly keyword: string }) => keyword),
        list.pytrends.topics
      )
      assert.deepStrictEqual(JSON.parse(second!.url.searchParams.get("req")!), {
        time: "today 1-m",
        resolution: "DAY",
        locale: "en-US"
      })
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("is its own source: where Google refuses, the platform lives on what we compute", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      web.hosts["trends.example"] = () => ({ status: 429 })
      assert.strictEqual((yield* run("pytrends:explore")).state, "error")
      assert.strictEqual((yield* run("pytrends:wikipedia")).state, "ok")
      assert.strictEqual((yield* listed("pytrends")).length, 2)
      assert.strictEqual((yield* (yield* Sources).platform("pytrends")).status, "ok")
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect.each(['{"widgets":[]}', '{"widgets":[{"id":"TIMESERIES"}]}', "<html>", '{"widgets":{}}'])(
    "that offers no series is refused: %s",
    (body) =>
      Effect.gen(function* () {
        const ended = yield* run("pytrends:explore")
        assert.strictEqual(ended.state, "error")
        assert.strictEqual((yield* FakeWeb).requests.length, 1)
      }).pipe(Effect.provide(ingestWorld(list, { "trends.example": () => ({ body }) })))
  )
})

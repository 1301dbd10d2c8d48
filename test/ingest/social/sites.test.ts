import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { Sources } from "../../../src/storage/sources/Sources.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"
import { blueskyAnswer, listed, mastodonAnswer, run } from "./Platforms.ts"

const list = {
  hacker_news: { base: "https://algolia.example" },
  mastodon: { instances: ["https://social.example/", "https://other.example"] },
  bluesky: { base: "https://bluesky.example" }
}

const stories = {
  hits: [
    {
      objectID: "1",
      title: "A new battery",
      url: "https://news.example/battery?utm_source=hn",
      points: 312,
      num_comments: 9
    },
    { objectID: "2", title: "Ask HN: Which database?", points: 40 },
    { objectID: "3", title: "Nobody's link", url: null, points: null },
    { title: "no id" }
  ]
}

const hosts = {
  "algolia.example": () => ({ body: JSON.stringify(stories) }),
  "social.example": mastodonAnswer,
  "other.example": () => ({ status: 401 }),
  "bluesky.example": blueskyAnswer
}

const own = ["hacker-news:stories", "mastodon:social.example:tags", "mastodon:social.example:links", "bluesky"]

describe("sites outside the six platforms", () => {
  it.effect("are in the feed under their own names", () =>
    Effect.gen(function* () {
      yield* run("hacker-news:stories")
      assert.deepStrictEqual(yield* listed("feed"), [
        {
          title: "A new battery",
          score: 312,
          platform: "feed",
          source: "Hacker News",
          score_kind: "points",
          url: "https://news.example/battery?utm_source=hn",
          rank: 1
        },
        {
          title: "Ask HN: Which database?",
          score: 40,
          platform: "feed",
          source: "Hacker News",
          score_kind: "points",
          url: "https://news.ycombinator.com/item?id=2",
          rank: 2
        },
        {
          title: "Nobody's link",
          score: 98,
          platform: "feed",
          source: "Hacker News",
          score_kind: "rank",
          url: "https://news.ycombinator.com/item?id=3",
          rank: 3
        }
      ])
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )

  it.effect("share the feed, each story once, and one that refuses stops no other", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run("mastodon:other.example:tags")).state, "blocked")
      for (const name of own) assert.strictEqual((yield* run(name)).state, "ok")
      const feed = yield* listed("feed")
      assert.deepStrictEqual(
        feed.map(({ title }) => title),
        [
          "Interest Rates",
          "A new battery",
          "#SolarEclipse",
          "No Name",
          "Ask HN: Which database?",
          "Rates rise",
          "#quiet",
          "Nobody's link"
        ]
      )
      assert.strictEqual((yield* (yield* Sources).platform("feed")).status, "ok")
    }).pipe(Effect.provide(ingestWorld(list, hosts)))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { World } from "../../harness/World.ts"
import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"

const reddit = SourceName.make("reddit:technology")

const topic = (rank: number, fields: Partial<NewSocialTrend> = {}): NewSocialTrend => ({
  title: `Topic ${rank}`,
  score: 1_000 - rank,
  score_kind: "points",
  subreddit: "technology",
  site: null,
  url: `https://reddit.example/${rank}`,
  rank,
  ...fields
})

const ask = (path: string) =>
  Effect.gen(function* () {
    const { key, send } = yield* World
    return yield* send(`/api/v1/public/social-trends${path}`, { key: (yield* key({ scopes: ["social_trends"] })).key })
  })

/** A reading of the source that found the topics. */
const read = Effect.fnUntraced(function* (topics: ReadonlyArray<NewSocialTrend>) {
  const sources = yield* Sources
  yield* sources.register([{ name: reddit, kind: "social", platform: "reddit", configured: true }])
  const { run } = (yield* sources.begin(reddit, null))!
  yield* (yield* SocialTrends).replace(reddit, "reddit", topics)
  yield* sources.finish(reddit, run, {
    state: "ok",
    result: { fetched: topics.length, new: topics.length, changed: 0, skipped: {} },
    error: null,
    counts: true,
    gone: false,
    idle: null,
    validators: null,
    move: null,
    next_check_at: new Date(30 * 60_000)
  })
})

describe("GET /social-trends/{platform}", () => {
  it.effect("lists a platform's topics by rank, and says how fresh they are", () =>
    Effect.gen(function* () {
      yield* read([topic(2), topic(1, { score: null, url: null })])
      const { json } = yield* ask("/reddit")
      assert.deepStrictEqual(json, {
        success: true,
        data: [
          {
            title: "Topic 1",
            score: 100,
            platform: "reddit",
            subreddit: "technology",
            score_kind: "rank",
            url: null,
            rank: 1
          },
          {
            title: "Topic 2",
            score: 998,
            platform: "reddit",
            subreddit: "technology",
            score_kind: "points",
            url: "https://reddit.example/2",
            rank: 2
          }
        ],
        updated_at: "1970-01-01T00:00:00",
        source_status: "ok"
      })
      assert.strictEqual((yield* ask("/feed")).json.data.length, 2)
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* ask("/reddit")).json.source_status, "stale")
    }).pipe(Effect.provide(World.layer))
  )

  it.effect("says of a platform that nobody has set up that it is not configured", () =>
    Effect.gen(function* () {
      const { json } = yield* ask("/x")
      assert.deepStrictEqual(json, { success: true, data: [], updated_at: null, source_status: "not_configured" })
      assert.strictEqual((yield* ask("/myspace")).status, 422)
    }).pipe(Effect.provide(World.layer))
  )
})

describe("GET /social-trends/{platform}/history", () => {
  it.effect("has the highest score of each day, topic by topic and all together", () =>
    Effect.gen(function* () {
      yield* read([topic(1, { score: 10 }), topic(2, { score: 5 })])
      yield* read([topic(1, { score: 7 })])
      yield* TestClock.adjust("1 day")
      yield* read([topic(1, { score: 20 })])
      const { json } = yield* ask("/reddit/history")
      assert.deepStrictEqual(json.data, {
        topics: [
          {
            title: "Topic 1",
            platform: "reddit",
            score_kind: "points",
            url: "https://reddit.example/1",
            days: [
              { date: "1970-01-01", score: 10 },
              { date: "1970-01-02", score: 20 }
            ]
          }
        ],
        days: [
          { date: "1970-01-01", score_kind: "points", topics: 2, score: 15 },
          { date: "1970-01-02", score_kind: "points", topics: 1, score: 20 }
        ]
      })
    }).pipe(Effect.provide(World.layer))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { Ingest } from "../../../ingest/Ingest.ts"
import { SocialTrends } from "../../../src/storage/social/SocialTrends.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"

const post = (n: number, title: string, subreddit: string) =>
  `<entry><author><name>/u/someone</name></author><category term="${subreddit}" label="r/${subreddit}"/>
   <content type="html">&lt;p&gt;text&lt;/p&gt;</content><id>t3_${n}</id>
   <link href="https://www.reddit.com/r/${subreddit}/comments/${n}/slug/" />
   <updated>2026-03-01T08:00:00+00:00</updated><title>${title}</title></entry>`

const atom = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">
   <title>hot</title><id>/r/stocks+technology/hot/.rss</id><link rel="alternate" href="https://www.reddit.com/r/stocks+technology/"/>${entries}</feed>`

const list = { reddit: { subreddits: ["stocks", "technology"], base: "https://reddit.example" } }

const run = Effect.gen(function* () {
  const events = yield* Stream.runCollect((yield* Ingest).run("reddit"))
  return events.at(-1)!
})

describe("reddit", () => {
  it.effect("is asked at its own addresses, one for everybody and one for apps", () =>
    Effect.gen(function* () {
      const list = { reddit: { subreddits: ["stocks"] } }
      const credentials = { reddit: { id: "my-app", secret: Redacted.make("s3cret") }, xBearer: null }
      assert.deepStrictEqual(yield* urlsOf(list), ["https://www.reddit.com/r/stocks/hot/.rss?limit=100"])
      assert.deepStrictEqual(yield* urlsOf(list, { credentials }), [
        "https://oauth.reddit.com/r/stocks/hot?limit=100&raw_json=1"
      ])
    })
  )
})

describe("reddit without credentials", () => {
  it.effect("lists posts in reddit's order with the rank as score", () =>
    Effect.gen(function* () {
      yield* run
      const posts = yield* (yield* SocialTrends).list("reddit", 100)
      assert.deepStrictEqual(posts, [
        {
          title: "Rates & chips",
          score: 100,
          platform: "reddit",
          subreddit: "stocks",
          score_kind: "rank",
          url: "https://www.reddit.com/r/stocks/comments/1/slug/",
          rank: 1
        },
        {
          title: "New battery",
          score: 99,
          platform: "reddit",
          subreddit: "technology",
          score_kind: "rank",
          url: "https://www.reddit.com/r/technology/comments/2/slug/",
          rank: 2
        }
      ])
      assert.deepStrictEqual(
        (yield* FakeWeb).requests.map(({ url }) => url.href),
        ["https://reddit.example/r/stocks+technology/hot/.rss?limit=100"]
      )
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "reddit.example": () => ({
            body: atom(post(1, "Rates &amp; chips", "stocks") + post(2, "New battery", "technology"))
          })
        })
      )
    )
  )

  it.effect("lists only what reddit lists now", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* run
      web.hosts["reddit.example"] = () => ({ body: atom(post(3, "Newer", "stocks")) })
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.deepStrictEqual(ended.result, { fetched: 1, new: 1, changed: 0, skipped: {} })
      const posts = yield* (yield* SocialTrends).list("reddit", 100)
      assert.deepStrictEqual(
        posts.map(({ title }) => title),
        ["Newer"]
      )
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "reddit.example": () => ({ body: atom(post(1, "One", "stocks") + post(1, "One", "stocks")) })
        })
      )
    )
  )

  it.effect("keeps what it had while reddit refuses", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* run
      web.hosts["reddit.example"] = () => ({ status: 403, body: "<html>blocked</html>" })
      const ended = yield* run
      assert(ended._tag === "Finished")
      assert.strictEqual(ended.state, "blocked")
      assert.strictEqual((yield* (yield* SocialTrends).list("reddit", 100)).length, 1)
    }).pipe(Effect.provide(ingestWorld(list, { "reddit.example": () => ({ body: atom(post(1, "One", "stocks")) }) })))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import { firms } from "../../src/demo/Firms.ts"
import { stories } from "../../src/demo/Markets.ts"
import { posts } from "../../src/demo/Posts.ts"
import { publishers } from "../../src/demo/Publishers.ts"
import { searches } from "../../src/demo/Searches.ts"
import { publish } from "../../src/demo/Story.ts"
import { open } from "../../src/demo/SampleWeb.ts"
import { Companies } from "../../src/storage/companies/Companies.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { demoWorld } from "../../harness/DemoWorld.ts"

const start = new Date("2027-01-02T03:04:05Z")
const world = demoWorld.pipe(Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(start.getTime()))))

const runAll = Effect.gen(function* () {
  const events = yield* Stream.runCollect((yield* Ingest).run("all"))
  return events.flatMap((event) => (event._tag === "Finished" ? [event] : []))
})

const ascending = (one: string, other: string): number => (one < other ? -1 : 1)

describe("the demo's sample web", () => {
  it.effect("is read by the real sources without leaving anything out, and has not changed a second time", () =>
    Effect.gen(function* () {
      // Industries are asked of SEC company by company, and the seed has given them already.
      const first = (yield* runAll).filter(({ name }) => name !== "sec-industries")
      assert.strictEqual(first.length, Object.keys(publishers).length + Object.keys(searches).length + 2)
      for (const { error, name, result } of first) {
        assert.isNull(error, name)
        assert.deepStrictEqual(result?.skipped, {}, name)
        assert.isAbove(result?.new ?? 0, 9, name)
      }
      for (const { error, name, result } of yield* runAll) {
        assert.isTrue(error === null || name === "sec-industries", name)
        assert.strictEqual((result?.new ?? 0) + (result?.changed ?? 0), 0, name)
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("brings every story with its words, its page and its date, whatever the format of its feed", () =>
    Effect.gen(function* () {
      yield* runAll
      const found = yield* (yield* Signals).list({ limit: 100 })
      // Typographers' apostrophes and spaces that do not break are how publishers write the same words.
      const plain = (text: string): string => text.replaceAll("’", "'").replaceAll("\u00a0", " ")
      const told = stories.map((story) => {
        const { by, paragraphs, path, publishedAt, title } = publish(story, start)
        const { host, title: source } = publishers[by]
        const day = publishedAt.toISOString().slice(0, 10)
        return [`https://${host}${path}`, plain(title), plain(paragraphs.join(" ")), source, day, false]
      })
      const seen = found.map(({ published_at, published_at_estimated, snippet, source, title, url }) => {
        const page = url.replace("?utm_source=rss&utm_medium=feed", "")
        return [page, plain(title), plain(snippet), source, published_at, published_at_estimated]
      })
      const byPage = (one: ReadonlyArray<unknown>, other: ReadonlyArray<unknown>) =>
        ascending(`${one[0]}`, `${other[0]}`)
      assert.deepStrictEqual(seen.sort(byPage), told.sort(byPage))
    }).pipe(Effect.provide(world))
  )

  it.effect("fills the lists of searches, discussions and companies", () =>
    Effect.gen(function* () {
      yield* runAll
      const trending = yield* (yield* TrendingKeywords).list({})
      assert.deepStrictEqual(
        trending.map(({ country, keyword, volume }) => `${country} ${keyword} ${volume}`).sort(ascending),
        Object.entries(searches)
          .flatMap(([country, list]) => list.map(({ keyword, today }) => `${country} ${keyword} ${today}`))
          .sort(ascending)
      )
      const social = yield* SocialTrends
      const discussed = yield* social.list("reddit", 100)
      assert.deepStrictEqual(
        discussed.map(({ subreddit, title }) => ({ subreddit, title })),
        posts.map(({ community, title }) => ({ subreddit: community, title }))
      )
      assert.isAbove((yield* social.list("google_trends", 100)).length, 20)
      assert.isAbove((yield* social.list("feed", 100)).length, 40)
      const companies = yield* Companies
      for (const { tickers } of firms) {
        const [company] = yield* companies.search({ q: tickers.at(-1)!, limit: 1 })
        assert.strictEqual(company?.ticker, tickers[0])
      }
    }).pipe(Effect.provide(world))
  )

  it.effect("answers what it does not have with 404, and what would change it with 405", () =>
    Effect.gen(function* () {
      const { hosts } = yield* open(start)
      const ask = (path: string, method: string) =>
        Effect.promise(() => fetch(`http://${hosts[0]}${path}`, { method, keepalive: false }))
      assert.strictEqual((yield* ask("/nowhere", "GET")).status, 404)
      assert.strictEqual((yield* ask("/feed", "POST")).status, 405)
      const head = yield* ask("/feed", "HEAD")
      assert.strictEqual(head.status, 200)
      assert.strictEqual(yield* Effect.promise(() => head.text()), "")
    })
  )
})

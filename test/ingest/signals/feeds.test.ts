import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../../ingest/Ingest.ts"
import type { IngestEvent } from "../../../src/domain/Source.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"

const story = (n: number, extra = "") =>
  `<item><guid>g${n}</guid><title>Story ${n}</title><link>https://news.example/${n}</link>
   <description>What happened, ${n}.</description><pubDate>Sun, 01 Mar 2026 0${n}:00:00 GMT</pubDate>${extra}</item>`

const rss = (items: string, channel = "") =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Example News</title><link>https://news.example/</link>${channel}${items}</channel></rss>`

const list = { feeds: [{ url: "https://news.example/feed.xml" }] }
const name = "feed:news.example"

const run = Effect.gen(function* () {
  const ingest = yield* Ingest
  const events: ReadonlyArray<IngestEvent> = yield* Stream.runCollect(ingest.run(name))
  const last = events.at(-1)!
  assert(last._tag === "Finished")
  return last
})

const start = TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))

describe("a feed of the operator's list", () => {
  it.effect("becomes signals, and a second run adds nothing", () =>
    Effect.gen(function* () {
      yield* start
      const first = yield* run
      assert.deepStrictEqual(first.result, { fetched: 2, new: 2, changed: 0, skipped: {} })
      const signals = yield* (yield* Signals).list({ limit: 10 })
      assert.deepStrictEqual<ReadonlyArray<unknown>>(
        signals,
        [2, 1].map((n, index) => ({
          id: signals[index]!.id,
          title: `Story ${n}`,
          snippet: `What happened, ${n}.`,
          url: `https://news.example/${n}`,
          source: "Example News",
          published_at: "2026-03-01",
          published_at_estimated: false,
          language: "en",
          also_in: [],
          story_id: null,
          story_signals: 1
        }))
      )
      assert.deepStrictEqual((yield* run).result, { fetched: 2, new: 0, changed: 0, skipped: {} })
    }).pipe(Effect.provide(ingestWorld(list, { "news.example": () => ({ body: rss(story(1) + story(2)) }) })))
  )

  it.effect("that has not changed is a success without a result", () =>
    Effect.gen(function* () {
      yield* start
      yield* run
      const again = yield* run
      const { requests } = yield* FakeWeb
      assert.strictEqual(requests[1]!.headers["if-none-match"], 'W/"1"')
      assert.strictEqual(again.state, "ok")
      assert.isNull(again.result)
      const [health] = yield* (yield* Ingest).status
      assert.strictEqual(health!.items, 1)
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "news.example": ({ headers }) =>
            headers["if-none-match"] === 'W/"1"' ? { status: 304 } : { body: rss(story(1)), headers: { etag: 'W/"1"' } }
        })
      )
    )
  )

  it.effect("without items is empty, and is read in full the next time", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run).state, "empty")
      yield* run
      const { requests } = yield* FakeWeb
      assert.isUndefined(requests[1]!.headers["if-none-match"])
    }).pipe(Effect.provide(ingestWorld(list, { "news.example": () => ({ body: rss(""), headers: { etag: '"0"' } }) })))
  )

  it.effect("decides with its ttl when to come back", () =>
    Effect.gen(function* () {
      yield* start
      const { next_check_at } = yield* run
      assert.strictEqual(next_check_at?.toISOString(), "2026-03-01T15:00:00.000Z")
    }).pipe(Effect.provide(ingestWorld(list, { "news.example": () => ({ body: rss(story(1), "<ttl>180</ttl>") }) })))
  )

  it.effect("says how many items were left out and why", () =>
    Effect.gen(function* () {
      const { result } = yield* run
      assert.deepStrictEqual(result, { fetched: 3, new: 1, changed: 0, skipped: { no_link: 2 } })
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "news.example": () => ({
            body: `{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[
              {"id":"1","title":"One","url":"https://news.example/1"},{"id":"2","title":"Two"},{"id":3,"title":"Three"}]}`
          })
        })
      )
    )
  )

  it.effect("leaves out items without words, and counts them", () =>
    Effect.gen(function* () {
      const { result } = yield* run
      assert.deepStrictEqual(result, { fetched: 3, new: 1, changed: 0, skipped: { empty: 2 } })
    }).pipe(
      Effect.provide(
        ingestWorld(list, {
          "news.example": () => ({
            body: rss(
              `${story(1)}<item><link>https://news.example/picture</link></item><item><guid>7</guid><author>Ada</author></item>`
            )
          })
        })
      )
    )
  )

  it.effect.each([
    [
      { body: "<!doctype html><html><head><title>Sign in</title></head><body>x</body></html>" },
      "error",
      /^the document is a web page, not a feed$/
    ],
    [{ body: "" }, "error", /empty/],
    [{ status: 403, body: "no" }, "blocked", /^the server answered 403$/],
    [{ status: 404 }, "error", /^the server answered 404$/],
    [{ status: 410 }, "blocked", /^the server answered 410: gone for good$/],
    [{ status: 429, headers: { "retry-after": "60" } }, "error", /^the server answered 429 and asks for a rest$/]
  ] as const)("answered with %j is reported in plain words", ([answer, state, message]) =>
    Effect.gen(function* () {
      const finished = yield* run
      assert.strictEqual(finished.state, state)
      assert.match(finished.error!, message)
      const [health] = yield* (yield* Ingest).status
      assert.strictEqual(health!.last_error, finished.error)
    }).pipe(Effect.provide(ingestWorld(list, { "news.example": () => answer })))
  )

  it.effect("on a host that is not there is reported in plain words", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run).error, "the host name does not exist")
    }).pipe(Effect.provide(ingestWorld(list, {})))
  )
})

describe("running sources by hand", () => {
  const two = { feeds: [{ url: "https://a.example/feed" }, { url: "https://b.example/feed" }] }

  it.effect("tells when each starts and how it ends, a bad one beside a good one", () =>
    Effect.gen(function* () {
      const ingest = yield* Ingest
      const events = yield* Stream.runCollect(ingest.run("all"))
      assert.deepStrictEqual(
        events
          .filter(({ _tag }) => _tag === "Started")
          .map(({ name }) => name)
          .sort(),
        ["feed:a.example", "feed:b.example"]
      )
      const ends = events.flatMap((event) => (event._tag === "Finished" ? [[event.name, event.state]] : []))
      assert.deepStrictEqual(Object.fromEntries(ends), { "feed:a.example": "error", "feed:b.example": "ok" })
    }).pipe(
      Effect.provide(
        ingestWorld(two, { "a.example": () => ({ status: 500 }), "b.example": () => ({ body: rss(story(1)) }) })
      )
    )
  )

  it.effect("refuses a name that is not on the list", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Stream.runCollect((yield* Ingest).run("feed:nowhere")))
      assert.include(failure.message, "feed:nowhere")
    }).pipe(Effect.provide(ingestWorld(two, {})))
  )
})

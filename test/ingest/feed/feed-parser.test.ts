import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { FeedParser } from "../../../ingest/feed/FeedParser.ts"
import { input, item, rss } from "./Documents.ts"

const script = (source: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${source}`)}`)

/** Falls into an endless loop over the first document. */
const BUSY = script(`parentPort.on("message", () => { for (;;); })`)
/** Waits for something that even its end does not interrupt. */
const STUCK = script(
  `import { spawnSync } from "node:child_process"; parentPort.on("message", () => { spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3_000)"]) })`
)
const DYING = script(`parentPort.on("message", () => { throw new Error("died") })`)
const COUNTING = script(
  `let count = 0; parentPort.on("message", () => parentPort.postMessage({ refused: { reason: "empty", message: String(++count) } }))`
)

const FEED = input(rss(item("<pubDate>Tue, 03 Mar 2026 09:05:07 GMT</pubDate>")))

const reads = Effect.gen(function* () {
  const parser = yield* FeedParser
  const feed = yield* parser.parse(FEED)
  expect(feed.items[0]).toMatchObject({ title: "Cranes stand still", publishedAt: new Date("2026-03-03T09:05:07Z") })
  expect(FEED.bytes.length).toBeGreaterThan(0)
  expect(yield* Effect.flip(parser.parse(input("<html>")))).toMatchObject({ _tag: "FeedRefused", reason: "html" })
})

describe("FeedParser", () => {
  it.live("reads and refuses in a worker, and leaves the caller its bytes", () =>
    Effect.provide(reads, FeedParser.layer)
  )

  it.effect("reads and refuses in the same thread", () => Effect.provide(reads, FeedParser.layerInline))

  it.live("reads many documents at once with few workers", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      const feeds = yield* Effect.all(
        Array.from({ length: 30 }, () => parser.parse(FEED)),
        { concurrency: "unbounded" }
      )
      expect(feeds.every((feed) => feed.items.length === 1)).toBe(true)
    }).pipe(Effect.provide(FeedParser.layerWorkers({ workers: 2 })))
  )

  it.live("uses a worker again", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      const answer = () => Effect.map(Effect.flip(parser.parse(FEED)), (refused) => refused.message)
      expect([yield* answer(), yield* answer(), yield* answer()]).toEqual(["1", "2", "3"])
    }).pipe(Effect.provide(FeedParser.layerWorkers({ workers: 1, module: COUNTING })))
  )

  it.live("ends a worker that is past the deadline, and starts another for the next document", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      for (let time = 0; time < 2; time++) {
        expect(yield* Effect.flip(parser.parse(FEED))).toMatchObject({ reason: "too_slow" })
      }
    }).pipe(Effect.provide(FeedParser.layerWorkers({ workers: 1, deadline: "200 millis", module: BUSY })))
  )

  it.live("answers at the deadline, however long the worker takes to end", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      const begun = performance.now()
      expect(yield* Effect.flip(parser.parse(FEED))).toMatchObject({ reason: "too_slow" })
      expect(yield* Effect.timeoutOption(parser.parse(FEED), "100 millis")).toMatchObject({ _tag: "None" })
      expect(performance.now() - begun).toBeLessThan(2_000)
    }).pipe(Effect.provide(FeedParser.layerWorkers({ workers: 1, deadline: "300 millis", module: STUCK })))
  )

  it.live("outlives a worker that dies", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      for (let time = 0; time < 2; time++) {
        expect(yield* Effect.flip(parser.parse(FEED))).toMatchObject({ reason: "malformed" })
      }
    }).pipe(Effect.provide([FeedParser.layerWorkers({ workers: 1, module: DYING }), Logger.layer([])]))
  )

  it.live("gives a worker back that its caller no longer waits for", () =>
    Effect.gen(function* () {
      const parser = yield* FeedParser
      expect(yield* Effect.timeoutOption(parser.parse(FEED), "200 millis")).toMatchObject({ _tag: "None" })
      expect(yield* Effect.flip(Effect.timeout(parser.parse(FEED), "200 millis"))).toMatchObject({
        _tag: "TimeoutError"
      })
    }).pipe(Effect.provide(FeedParser.layerWorkers({ workers: 1, module: BUSY })))
  )
})

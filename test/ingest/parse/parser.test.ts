import { describe, expect, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { reader } from "../../../ingest/parse/Reader.ts"
import { news } from "../../../ingest/signals/FeedItem.ts"
import { document } from "../../support/Documents.ts"
import { item, rss } from "../feed/Documents.ts"
import * as Readers from "./readers.ts"

const script = (source: string) =>
  new URL(`data:text/javascript,${encodeURIComponent(`import { parentPort } from "node:worker_threads"; ${source}`)}`)

/** Falls into an endless loop over the first document. */
const BUSY = script(`parentPort.on("message", () => { for (;;); })`)
/** Waits for something that even its end does not interrupt. */
const STUCK = script(
  `import { spawnSync } from "node:child_process"; parentPort.on("message", () => { spawnSync(process.execPath, ["-e", "setTimeout(() => {}, 3_000)"]) })`
)
const DYING = script(`parentPort.on("message", () => { throw new Error("died") })`)
const COUNTING = script(`let count = 0; parentPort.on("message", () => parentPort.postMessage({ value: ++count }))`)

const feed = () => document(rss(item("<pubDate>Tue, 03 Mar 2026 09:05:07 GMT</pubDate>")))

const reads = Effect.gen(function* () {
  const parser = yield* Parser
  const { signals } = yield* parser.read(news, feed(), "Harbour")
  expect(signals[0]).toMatchObject({
    title: "Cranes stand still",
    source: "Harbour",
    published_at: new Date("2026-03-03T09:05:07Z")
  })
  const refused = yield* Effect.flip(parser.read(news, document("<html>"), null))
  expect(refused).toMatchObject({ _tag: "SourceFailed", state: "error" })
  expect(refused.message).toContain("web page")
})

const fails = (documentOf: string, ...[named]: Readonly<Parameters<typeof Readers.readers>>) =>
  Effect.flatMap(Parser, (parser) => Effect.flip(parser.read(Readers.readers(named), document(documentOf))))

describe("the parser", () => {
  it.live("reads and refuses in a worker", () => Effect.provide(reads, Parser.layer))

  it.effect("reads and refuses in the same thread", () => Effect.provide(reads, Parser.layerInline))

  for (const [where, layer] of [
    ["a worker", Parser.layer],
    ["the same thread", Parser.layerInline]
  ] as const)
    it.live(`hands on what a reader says of a document, and nothing of one at which it stumbles: in ${where}`, () =>
      Effect.gen(function* () {
        expect(yield* fails("", "refusing")).toMatchObject({
          state: "blocked",
          message: "not for you",
          restSeconds: 60
        })
        expect(yield* fails("hunter2", "stumbling")).toMatchObject({
          state: "error",
          message: "the document could not be read"
        })
      }).pipe(Effect.provide([layer, Logger.layer([])]))
    )

  it.live("says that a reader cannot be found", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const logger = Logger.make(({ message }) => void logged.push(String(message)))
      const lost = reader(new URL("./readers.ts", import.meta.url).href, function nowhere() {
        return Readers.refusing()
      })
      yield* Effect.flip(Effect.flatMap(Parser, (parser) => parser.read(lost, document("")))).pipe(
        Effect.provide([Parser.layer, Logger.layer([logger])])
      )
      expect(logged.join()).toMatch(/readers\.ts exports no nowhere/)
    })
  )

  it.live("reads many documents at once with few workers", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const feeds = yield* Effect.all(
        Array.from({ length: 30 }, () => parser.read(news, feed(), null)),
        { concurrency: "unbounded" }
      )
      expect(feeds.every(({ signals }) => signals.length === 1)).toBe(true)
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 2 })))
  )

  it.live("uses a worker again", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const answer = () => parser.read(news, feed(), null)
      expect([yield* answer(), yield* answer(), yield* answer()]).toEqual([1, 2, 3])
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, module: COUNTING })))
  )

  it.live("ends a worker that is past the deadline, and starts another for the next document", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      for (let time = 0; time < 2; time++) {
        expect(yield* Effect.flip(parser.read(news, feed(), null))).toMatchObject({
          message: "the document takes too long to read"
        })
      }
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, deadline: "200 millis", module: BUSY })))
  )

  it.live("answers at the deadline, however long the worker takes to end", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const begun = performance.now()
      const read = Effect.suspend(() => parser.read(news, feed(), null))
      expect(yield* Effect.flip(read)).toMatchObject({ message: "the document takes too long to read" })
      expect(yield* Effect.timeoutOption(read, "100 millis")).toMatchObject({ _tag: "None" })
      expect(performance.now() - begun).toBeLessThan(2_000)
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, deadline: "300 millis", module: STUCK })))
  )

  it.live("outlives a worker that dies", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      for (let time = 0; time < 2; time++) {
        expect(yield* Effect.flip(parser.read(news, feed(), null))).toMatchObject({
          message: "the document could not be read"
        })
      }
    }).pipe(Effect.provide([Parser.layerWorkers({ workers: 1, module: DYING }), Logger.layer([])]))
  )

  it.live("ends a reader that takes more memory than it may, and reads the next document", () =>
    Effect.gen(function* () {
      expect(yield* fails("", "hoarding")).toMatchObject({ message: "the document needs more memory than it may take" })
      yield* reads
    }).pipe(Effect.provide(Parser.layerWorkers({ heap: 64 })))
  )

  it.live("gives a worker back that its caller no longer waits for", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const read = Effect.suspend(() => parser.read(news, feed(), null))
      expect(yield* Effect.timeoutOption(read, "200 millis")).toMatchObject({ _tag: "None" })
      expect(yield* Effect.flip(Effect.timeout(read, "200 millis"))).toMatchObject({ _tag: "TimeoutError" })
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, module: BUSY })))
  )
})

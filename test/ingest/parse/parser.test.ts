import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger } from "effect"
import { Parser } from "../../../ingest/parse/Parser.ts"
import { reader } from "../../../ingest/parse/Reader.ts"
import { news } from "../../../ingest/signals/FeedItem.ts"
import { document } from "../../support/Documents.ts"
import { item, rss } from "../feed/Documents.ts"
import * as Readers from "./readers.ts"
import { assertMatches } from "../../support/Matches.ts"

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
  assertMatches(signals[0], {
    title: "Cranes stand still",
    source: "Harbour",
    published_at: new Date("2026-03-03T09:05:07Z")
  })
  const refused = yield* Effect.flip(parser.read(news, document("<html>"), null))
  assertMatches(refused, { _tag: "SourceFailed", state: "error" })
  assert.include(refused.message, "web page")
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
        assertMatches(yield* fails("", "refusing"), {
          state: "blocked",
          message: "not for you",
          restSeconds: 60
        })
        assertMatches(yield* fails("hunter2", "stumbling"), {
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
      assert.match(logged.join(), /readers\.ts exports no nowhere/)
    })
  )

  it.live("reads many documents at once with few workers", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const feeds = yield* Effect.all(
        Array.from({ length: 30 }, () => parser.read(news, feed(), null)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(
        feeds.every(({ signals }) => signals.length === 1),
        true
      )
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 2 })))
  )

  it.live("uses a worker again", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const answer = () => parser.read(news, feed(), null)
      assert.deepStrictEqual([yield* answer(), yield* answer(), yield* answer()], [1, 2, 3])
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, module: COUNTING })))
  )

  it.live("ends a worker that is past the deadline, and starts another for the next document", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      for (let time = 0; time < 2; time++) {
        assertMatches(yield* Effect.flip(parser.read(news, feed(), null)), {
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
      assertMatches(yield* Effect.flip(read), { message: "the document takes too long to read" })
      assertMatches(yield* Effect.timeoutOption(read, "100 millis"), { _tag: "None" })
      assert.isBelow(performance.now() - begun, 2_000)
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, deadline: "300 millis", module: STUCK })))
  )

  it.live("outlives a worker that dies", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      for (let time = 0; time < 2; time++) {
        assertMatches(yield* Effect.flip(parser.read(news, feed(), null)), {
          message: "the document could not be read"
        })
      }
    }).pipe(Effect.provide([Parser.layerWorkers({ workers: 1, module: DYING }), Logger.layer([])]))
  )

  it.live("ends a reader that takes more memory than it may, and reads the next document", () =>
    Effect.gen(function* () {
      assertMatches(yield* fails("", "hoarding"), { message: "the document needs more memory than it may take" })
      yield* reads
    }).pipe(Effect.provide(Parser.layerWorkers({ heap: 32, deadline: "50 seconds" })))
  )

  it.live("gives a worker back that its caller no longer waits for", () =>
    Effect.gen(function* () {
      const parser = yield* Parser
      const read = Effect.suspend(() => parser.read(news, feed(), null))
      assertMatches(yield* Effect.timeoutOption(read, "200 millis"), { _tag: "None" })
      assertMatches(yield* Effect.flip(Effect.timeout(read, "200 millis")), { _tag: "TimeoutError" })
    }).pipe(Effect.provide(Parser.layerWorkers({ workers: 1, module: BUSY })))
  )
})

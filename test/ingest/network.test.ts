import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import { FakeWeb } from "../support/FakeWeb.ts"
import { ingestWorld } from "../support/IngestWorld.ts"

const rss = `<rss version="2.0"><channel><title>T</title><item><title>A story</title><link>https://n.example/1</link></item></channel></rss>`

/** Ten feeds on as many hosts of a web without any, and what is logged. */
const world = Effect.gen(function* () {
  const logged: Array<string> = []
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => {
    if (logLevel !== "Debug") logged.push(`${logLevel}: ${String(message)}`)
  })
  const feeds = Array.from({ length: 10 }, (_, n) => ({ url: `https://h${n}.example/feed`, name: `feed:h${n}` }))
  const context = yield* Layer.build(ingestWorld({ feeds }, {}).pipe(Layer.provideMerge(Logger.layer([logger]))))
  const run = (name: string) =>
    Effect.flatMap(Ingest, (ingest) => Stream.runDrain(ingest.run(name))).pipe(Effect.provide(context), Effect.orDie)
  const answering = (...hosts: ReadonlyArray<string>) =>
    Effect.map(FakeWeb, (web) => {
      for (const host of hosts) web.hosts[host] = () => ({ body: rss })
    }).pipe(Effect.provide(context))
  return { logged, run, answering }
})

describe("a machine without a network", () => {
  it.effect("says so once, and not for each source", () =>
    Effect.gen(function* () {
      const { logged, run } = yield* world
      yield* run("all")
      yield* TestClock.adjust("1 minute")
      yield* run("all")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(logged.length, 1)
      assert.match(logged[0]!, /^Warn: This machine seems to be offline/)
    }).pipe(Effect.scoped)
  )

  it.effect("says that it is back, and warns of single hosts from then on", () =>
    Effect.gen(function* () {
      const { answering, logged, run } = yield* world
      yield* run("all")
      yield* answering("h0.example")
      yield* run("feed:h0")
      yield* run("feed:h1")
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(logged.slice(1), [
        "Info: This machine is online again",
        "Warn: Source failed: the host name does not exist"
      ])
    }).pipe(Effect.scoped)
  )

  it.effect("is not what one host without an answer among others means", () =>
    Effect.gen(function* () {
      const { answering, logged, run } = yield* world
      yield* answering(...Array.from({ length: 8 }, (_, n) => `h${n}.example`))
      yield* run("all")
      yield* TestClock.adjust("10 seconds")
      assert.deepStrictEqual(
        logged,
        Array.from({ length: 2 }, () => "Warn: Source failed: the host name does not exist")
      )
    }).pipe(Effect.scoped)
  )
})

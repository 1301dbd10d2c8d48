import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { SourceName } from "../../src/domain/Source.ts"
import * as Indexing from "../../src/schedule/Indexing.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as MemorySignals from "../../src/storage/memory/Signals.ts"
import { type Embedder as Model, Embedder, EmbeddingFailed } from "../../src/storage/search/Embedder.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

const feed = SourceName.make("feed:news.example")

const news = (n: number) => ({
  identity: `${n}`,
  guid: `${n}`,
  title: `Copper number ${n}`,
  snippet: "",
  url: `https://news.example/${n}`,
  source: "News",
  published_at: new Date(0)
})

/** A model that notes how many texts it reads, and what the log says beside it. */
const world = () => {
  const calls: Array<number> = []
  const lines: Array<string> = []
  let failure: EmbeddingFailed | null = null
  const model: Model = {
    model: "fake",
    embed: (texts) =>
      Effect.suspend(() => {
        calls.push(texts.length)
        return failure === null ? Effect.succeed(texts.map(() => new Float32Array([1, 0]))) : Effect.fail(failure)
      })
  }
  const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
  return {
    calls,
    lines,
    fails: (reason: string | null, retryAfter = 0) =>
      (failure = reason === null ? null : new EmbeddingFailed({ reason, refused: false, retryAfter })),
    layer: Indexing.layer.pipe(
      Layer.provideMerge(MemorySignals.layer),
      Layer.provide(Changes.layerAlone),
      Layer.provide(Layer.succeed(Embedder, model)),
      Layer.provideMerge(Logger.layer([logger]))
    )
  }
}

const pending = Effect.map(
  Effect.flatMap(SearchIndex, (index) => index.state),
  ({ meaning }) => meaning!.pending
)

describe("the background of search by meaning", () => {
  it.effect(
    "gives vectors to what comes in within seconds, and waits out a server that fails, which it says once",
    () => {
      const { calls, fails, layer, lines } = world()
      return Effect.gen(function* () {
        const signals = yield* Signals
        yield* signals.upsert(
          feed,
          Array.from({ length: 70 }, (_, n) => news(n))
        )
        while ((yield* pending) > 0) yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(calls, [32, 32, 6])
        fails("it is busy", 120_000)
        yield* signals.upsert(feed, [news(100)])
        yield* TestClock.adjust("119 seconds")
        assert.lengthOf(calls, 4)
        yield* TestClock.adjust("4 minutes")
        assert.deepStrictEqual(
          lines.filter((line) => line.includes("busy")),
          ["Signals get no vectors of fake at the moment: it is busy"]
        )
        fails(null)
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual(yield* pending, 0)
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("says how many are left where there are many, and when there are none", () => {
    const { layer, lines } = world()
    return Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(
        feed,
        Array.from({ length: 1_100 }, (_, n) => news(n))
      )
      while ((yield* pending) > 0) yield* TestClock.adjust("2 seconds")
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(
        lines.filter((line) => line.includes("vectors")),
        ["1068 signals are left to be given vectors of fake, the newest first", "All signals have vectors of fake"]
      )
    }).pipe(Effect.provide(layer))
  })
})

describe("the background of stories", () => {
  it.effect("tells what comes in within seconds, in pieces", () => {
    const { layer } = world()
    return Effect.gen(function* () {
      const signals = yield* Signals
      yield* signals.upsert(
        feed,
        Array.from({ length: 150 }, (_, n) => news(n))
      )
      const untold = Effect.map(signals.list({ limit: 200 }), (listed) => {
        assert.lengthOf(listed, 150)
        return listed.filter(({ story_id }) => story_id === null).length
      })
      assert.strictEqual(yield* untold, 150)
      while ((yield* untold) > 0) yield* TestClock.adjust("2 seconds")
    }).pipe(Effect.provide(layer))
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeMemoryVectors } from "../../src/storage/memory/Vectors.ts"
import { type Embedder, EmbeddingFailed } from "../../src/storage/search/Embedder.ts"
import { makeFilling } from "../../src/storage/search/Filling.ts"

const refusal = new EmbeddingFailed({ reason: "its server refused the request (400)", refused: true, retryAfter: 0 })

/** The filling over signals that are only numbers, by a model whose failures `fails` decides. */
const world = (count: number) => {
  const ids = new Set(Array.from({ length: count }, (_, n) => n + 1))
  const memory = makeMemoryVectors(
    () =>
      new Map(
        [...ids].map((id) => [
          id,
          {
            words: { id, revision: 1, title: `Signal ${id}`, snippet: "" },
            candidate: { id, at: 0, language: "en", terms: "" },
            isWithin: () => true
          }
        ])
      )
  )
  const given = { counted: 0, ids, fails: null as EmbeddingFailed | null }
  const embedder: Embedder = {
    model: "fake",
    embed: (texts) =>
      Effect.suspend(() =>
        given.fails === null ? Effect.succeed(texts.map(() => Float32Array.of(1))) : Effect.fail(given.fails)
      )
  }
  const state = Effect.suspend(() => {
    given.counted++
    return memory.state
  })
  return Object.assign(given, { filling: makeFilling(embedder, { ...memory, state }) })
}

describe("the filling with vectors", () => {
  it.effect("forgets its problem when the signals that had it are gone", () => {
    const given = world(1)
    return Effect.gen(function* () {
      given.fails = EmbeddingFailed.because("its server could not be reached")
      assert.include((yield* given.filling.piece).problem, "reached")
      given.ids.clear()
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* given.filling.piece, { pending: 0, problem: null, wait: 2_000 })
    })
  })

  it.effect("forgets its problem when the server answers again, also if it refuses a text", () => {
    const given = world(1)
    return Effect.gen(function* () {
      given.fails = EmbeddingFailed.because("its server could not be reached")
      yield* given.filling.piece
      yield* TestClock.adjust("1 second")
      given.fails = refusal
      assert.deepStrictEqual(yield* given.filling.piece, { pending: 1, problem: null, wait: 0 })
      // Not the fault of a text if all are refused.
      yield* given.filling.piece
      assert.strictEqual((yield* given.filling.piece).problem, refusal.reason)
    })
  })

  it.effect("counts what is left once, and then calculates", () => {
    const given = world(320)
    return Effect.gen(function* () {
      const pending: Array<number> = []
      for (let n = 0; n < 9; n++) pending.push((yield* given.filling.piece).pending)
      assert.deepStrictEqual(pending, [288, 256, 224, 192, 160, 128, 96, 64, 32])
      assert.strictEqual(given.counted, 1)
      // What came in meanwhile counts as soon as the rest would be none.
      given.ids.add(321)
      assert.deepStrictEqual(yield* given.filling.piece, { pending: 1, problem: null, wait: 0 })
      assert.deepStrictEqual(yield* given.filling.piece, { pending: 0, problem: null, wait: 0 })
      assert.deepStrictEqual(yield* given.filling.piece, { pending: 0, problem: null, wait: 2_000 })
    })
  })
})

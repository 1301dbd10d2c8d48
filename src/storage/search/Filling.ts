import { Clock, Duration, Effect } from "effect"
import { type Embedder, EmbeddingFailed } from "./Embedder.ts"
import type { Filled } from "./SearchIndex.ts"
import { type Unembedded, type Vectors } from "./Vectors.ts"

/** Signals whose vectors are asked for at a time. Their answer is below what is read of one (1 MB of 4). */
const piece = 32

/** A model on a small machine takes seconds for a piece; another process takes over after this and a little more. */
export const longestCall = Duration.seconds(25)

/** What is new is looked for this often, and where nothing can be done whether that has changed. */
const lookMillis = Duration.toMillis("2 seconds")
const unusableMillis = Duration.toMillis("10 minutes")

/** The server is left alone for so long after a failure, and twice as long after each that follows. */
const firstPause = Duration.toMillis("1 second")
const longestPause = Duration.toMillis("10 minutes")

/** After so many texts in a row that are refused it is not the texts. */
const mostRefusedInRow = 3

/** What a model reads of a signal: more is not stored of one, but titles may be long. */
const textOf = ({ snippet, title }: Unembedded): string => `${title}\n${snippet}`.trim().slice(0, 2_000).toWellFormed()

/**
 * Gives signals vectors, a piece at a time. What a piece has stored stays: a process that dies leaves the next one the
 * rest. Failures of the server are waited out; a text that it refuses is passed over.
 */
export const makeFilling = <E>({ embed }: Embedder, vectors: Vectors<E>) => {
  let begun = false
  let problem: string | null = null
  let failures = 0
  let pausedUntil = -Infinity
  /** So many texts are tried one by one: among them is one that the server refuses. */
  let alone = 0
  let refusedInRow = 0

  const pause = Effect.fnUntraced(function* ({ reason, retryAfter }: EmbeddingFailed) {
    const wait = Math.max(retryAfter, Math.min(longestPause, firstPause * 2 ** failures))
    failures++
    problem = reason
    pausedUntil = (yield* Clock.currentTimeMillis) + wait
    return wait
  })

  const other = (given: number, stored: number) =>
    new EmbeddingFailed({
      reason: `its vectors have ${given} numbers, and those stored have ${stored}`,
      refused: false,
      retryAfter: 0
    })

  /** Milliseconds until the next piece. */
  const fill: Effect.Effect<number, E> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < pausedUntil) return pausedUntil - now
    if (!begun) {
      problem = yield* vectors.begin
      if (problem !== null) return unusableMillis
      begun = true
    }
    const texts = yield* vectors.next(alone > 0 ? 1 : piece)
    if (texts.length === 0) return lookMillis
    const made = yield* embed(texts.map(textOf), "signals").pipe(
      Effect.timeoutOrElse({
        duration: longestCall,
        orElse: () =>
          Effect.fail(new EmbeddingFailed({ reason: "it did not answer in time", refused: false, retryAfter: 0 }))
      }),
      Effect.result
    )
    if (made._tag === "Failure") {
      if (!made.failure.refused) return yield* pause(made.failure)
      if (texts.length > 1) {
        alone = texts.length
        return 0
      }
      yield* vectors.refused(texts[0]!)
      return ++refusedInRow < mostRefusedInRow ? 0 : yield* pause(made.failure)
    }
    const given = made.success[0]!.length
    const stored = yield* vectors.store(
      texts.map(({ id, revision }, n) => ({ id, revision, vector: made.success[n]! }))
    )
    // Another process has taken over, with another model.
    if (stored === null) return lookMillis
    if (stored !== given) return yield* pause(other(given, stored))
    failures = 0
    refusedInRow = 0
    alone = Math.max(0, alone - 1)
    problem = null
    return 0
  })

  const state = Effect.map(Effect.orDie(vectors.state), (known) => ({
    pending: known.pending,
    problem: known.problem ?? problem
  }))

  return {
    piece: Effect.gen(function* () {
      const wait = yield* Effect.orDie(fill)
      return { ...(yield* state), wait } satisfies Filled
    }),
    state
  }
}

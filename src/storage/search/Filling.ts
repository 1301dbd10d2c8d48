import { Clock, Duration, Effect } from "effect"
import { type Embedder, EmbeddingFailed, pauseAfter, within } from "./Embedder.ts"
import type { Filled } from "./SearchIndex.ts"
import { type Unembedded, type Vectors } from "./Vectors.ts"

/** Signals in one call. Their answer stays below the limit (1 MB of 4). */
const piece = 32

/** A model on a small machine needs seconds for a batch; another process takes over a little after this time. */
export const longestCall = Duration.seconds(25)

/** How often to look for new signals, or whether an obstacle is gone. */
const lookMillis = Duration.toMillis("2 seconds")
const unusableMillis = Duration.toMillis("10 minutes")

/** The pauses after failures of the server. */
const pauses = { first: Duration.seconds(1), longest: Duration.minutes(10) }

/** After so many refused texts in a row the server is at fault, not the texts. */
const mostRefusedInRow = 3

/** The most characters that a model reads of a signal: stored texts have no more, but titles may be long. */
const textOf = ({ snippet, title }: Unembedded): string => `${title}\n${snippet}`.trim().slice(0, 2_000).toWellFormed()

/**
 * Gives signals vectors, one batch at a time. Stored batches stay: if a process dies, the next one does the rest. After
 * a failure of the server it waits; a text that the server refuses is skipped.
 */
export const makeFilling = <E>({ embed }: Embedder, vectors: Vectors<E>) => {
  let begun = false
  let problem: string | null = null
  let failures = 0
  let pausedUntil = -Infinity
  /** Signals without a vector: counted when a round begins, which ends with a pause, and then calculated. */
  let left: number | null = null
  /** How many texts to send one by one, because the server refuses one of them. */
  let alone = 0
  let refusedInRow = 0

  const pause = Effect.fnUntraced(function* (failed: EmbeddingFailed) {
    const wait = pauseAfter(failed, failures, pauses)
    failures++
    problem = failed.reason
    pausedUntil = (yield* Clock.currentTimeMillis) + wait
    return wait
  })

  const other = (given: number, stored: number) =>
    EmbeddingFailed.because(`its vectors have ${given} numbers, and those stored have ${stored}`)

  /** Milliseconds until the next batch. */
  const fill: Effect.Effect<number, E> = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    if (now < pausedUntil) return pausedUntil - now
    if (!begun) {
      problem = yield* vectors.begin
      if (problem !== null) return unusableMillis
      begun = true
    }
    const texts = yield* vectors.next(alone > 0 ? 1 : piece)
    if (texts.length === 0) {
      problem = null
      return lookMillis
    }
    const made = yield* embed(texts.map(textOf), "signals").pipe(within(longestCall), Effect.result)
    if (made._tag === "Failure") {
      if (!made.failure.refused) return yield* pause(made.failure)
      problem = null
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
    // Another process with another model has taken over.
    if (stored === null) return lookMillis
    if (stored !== given) return yield* pause(other(given, stored))
    failures = 0
    refusedInRow = 0
    alone = Math.max(0, alone - 1)
    problem = null
    if (left !== null) left -= texts.length
    return 0
  })

  const state = Effect.map(Effect.orDie(vectors.state), (known) => ({
    pending: known.pending,
    problem: known.problem ?? problem
  }))

  return {
    piece: Effect.gen(function* () {
      const wait = yield* Effect.orDie(fill)
      const known = left === null || left <= 0 || wait > 0 ? yield* state : { pending: left, problem }
      left = wait > 0 ? null : known.pending
      return { ...known, wait } satisfies Filled
    }),
    state
  }
}

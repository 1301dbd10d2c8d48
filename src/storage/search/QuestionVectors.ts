import { Cache, Clock, Duration, Effect, Exit } from "effect"
import { type Embedder, EmbeddingFailed, pauseAfter, within } from "./Embedder.ts"

/*
 * Vectors of questions, while somebody waits. If the server is down or slow, one question waits until its deadline, and
 * the next ones do not wait.
 */

/** A hosted model answers in half of this time. A search should not wait longer: words find results too. */
const deadline = Duration.millis(800)

/** Remembered questions, for people who page or ask the same; 1.5 MB with 1,536 dimensions. */
const mostRemembered = 256

/** The pauses after failures of the server. */
const pauses = { first: Duration.seconds(2), longest: Duration.minutes(5) }

export const makeQuestionVectors = Effect.fnUntraced(function* ({ embed }: Embedder) {
  let failures = 0
  /** Nobody asks before this time, in milliseconds. */
  let closedUntil = -Infinity
  /** Since when. */
  let closedAt = -Infinity
  let problem: string | null = null

  const open = (): void => {
    failures = 0
    closedUntil = -Infinity
    problem = null
  }

  const close = (begun: number, now: number, failed: EmbeddingFailed): void => {
    // A server that refuses this question may accept others.
    if (failed.refused) return open()
    // Another question of the same moment has already done so.
    if (begun <= closedAt) return
    closedAt = now
    closedUntil = now + pauseAfter(failed, failures, pauses)
    failures++
    problem = failed.reason
  }

  const closed = Effect.suspend(() => EmbeddingFailed.because(problem ?? "it does not answer"))

  const ask = Effect.fnUntraced(function* (text: string) {
    const now = yield* Clock.currentTimeMillis
    if (now < closedUntil) return yield* closed
    // After a failure one question tries again; the others do not wait for it.
    if (failures > 0) closedUntil = now + Duration.toMillis(deadline)
    const [vector] = yield* embed([text], "question").pipe(
      within(deadline),
      Effect.tapError((failed) => Effect.map(Clock.currentTimeMillis, (after) => close(now, after, failed)))
    )
    open()
    return vector!
  })

  const cache = yield* Cache.makeWith(ask, {
    capacity: mostRemembered,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero)
  })

  return {
    /** The vector of a question, before the deadline. */
    vectorOf: (text: string) => Cache.get(cache, text),
    /** Why the last call failed, as long as the pause lasts. */
    problem: Effect.map(Clock.currentTimeMillis, (now) => (now < closedUntil ? problem : null))
  }
})

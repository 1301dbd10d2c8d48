import { Cache, Clock, Duration, Effect, Exit } from "effect"
import { type Embedder, EmbeddingFailed } from "./Embedder.ts"

/*
 * Vectors of questions, while somebody waits. If the server is down or slow, one question waits until its deadline, and
 * the next ones do not wait.
 */

/** A hosted model answers in half of this time. A search should not wait longer: words find results too. */
const deadline = Duration.millis(800)

/** Remembered questions, for people who page or ask the same; 1.5 MB with 1,536 dimensions. */
const mostRemembered = 256

/** The pause after a failure; each further failure doubles it. */
const firstPause = Duration.toMillis("2 seconds")
const longestPause = Duration.toMillis("5 minutes")

export const makeQuestionVectors = Effect.fnUntraced(function* ({ embed }: Embedder) {
  let failures = 0
  /** Nobody asks before this time, in milliseconds. */
  let closedUntil = -Infinity
  /** Since when. */
  let closedAt = -Infinity
  let problem: string | null = null

  const close = (begun: number, now: number, { reason, retryAfter }: EmbeddingFailed): void => {
    // Another question of the same moment has already done so.
    if (begun <= closedAt) return
    closedAt = now
    closedUntil = now + Math.max(retryAfter, Math.min(longestPause, firstPause * 2 ** failures))
    failures++
    problem = reason
  }

  const closed = Effect.suspend(
    () => new EmbeddingFailed({ reason: problem ?? "it does not answer", refused: false, retryAfter: 0 })
  )

  const ask = Effect.fnUntraced(function* (text: string) {
    const now = yield* Clock.currentTimeMillis
    if (now < closedUntil) return yield* closed
    // After a failure one question tries again, and the others do not wait for it.
    if (failures > 0) closedUntil = now + Duration.toMillis(deadline)
    const [vector] = yield* embed([text], "question").pipe(
      Effect.timeoutOrElse({
        duration: deadline,
        orElse: () =>
          Effect.fail(new EmbeddingFailed({ reason: "it did not answer in time", refused: false, retryAfter: 0 }))
      }),
      Effect.tapError((failed) => Effect.map(Clock.currentTimeMillis, (after) => close(now, after, failed)))
    )
    failures = 0
    closedUntil = -Infinity
    problem = null
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

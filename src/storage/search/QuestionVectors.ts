import { Cache, Clock, Duration, Effect, Exit } from "effect"
import { type Embedder, EmbeddingFailed } from "./Embedder.ts"

/*
 * Vectors of questions, while somebody waits. A server that is away or slow costs one question its deadline, and those
 * that follow nothing.
 */

/** A hosted model answers within half of this; who searches should not wait longer for what words find as well. */
const deadline = Duration.millis(800)

/** Questions that are asked again, by everybody who pages or types the same; 1.5 MB with 1,536 dimensions. */
const mostRemembered = 256

/** The server is left alone for so long after a failure, and twice as long after each that follows. */
const firstPause = Duration.toMillis("2 seconds")
const longestPause = Duration.toMillis("5 minutes")

export const makeQuestionVectors = Effect.fnUntraced(function* ({ embed }: Embedder) {
  let failures = 0
  /** Nobody asks before, in milliseconds. */
  let closedUntil = -Infinity
  /** Since when. */
  let closedAt = -Infinity
  let problem: string | null = null

  const close = (begun: number, now: number, { reason, retryAfter }: EmbeddingFailed): void => {
    // Of several that were asked at a time one has done so.
    if (begun <= closedAt) return
    closedAt = now
    closedUntil = now + Math.max(retryAfter, Math.min(longestPause, firstPause * 2 ** failures))
    failures++
    problem = reason
  }

  const closed = Effect.suspend(
    () => new EmbeddingFailed({ reason: problem ?? "it is away", refused: false, retryAfter: 0 })
  )

  const ask = Effect.fnUntraced(function* (text: string) {
    const now = yield* Clock.currentTimeMillis
    if (now < closedUntil) return yield* closed
    // After a failure one question tries, and the others don't wait for what comes of it.
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
    /** The vector of a question, soon. */
    vectorOf: (text: string) => Cache.get(cache, text),
    /** What was wrong when it was last asked, as long as it is left alone for that. */
    problem: Effect.map(Clock.currentTimeMillis, (now) => (now < closedUntil ? problem : null))
  }
})

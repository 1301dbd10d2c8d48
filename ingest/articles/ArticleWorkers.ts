import { Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { Articles } from "../../src/storage/Articles.ts"
import { makeArticleReader, rests } from "./ArticleReader.ts"
import { want, type Wanted } from "./Wanted.ts"

/** Pages in hand at the same time. Each holds 5 MB at most, and hosts are asked one page at a time anyway. */
const concurrency = 4

/** How often what is to be read is looked for: news is as old as that before its page is asked for. */
const lookEvery = Duration.minutes(5)

/** How often what is due is looked for when there was nothing. */
const pollEvery = Duration.seconds(5)

/** Pause after a fault of ours, the database being away for one. */
const pause = Duration.seconds(10)

const tolerant = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => Effect.andThen(Effect.logError(what, cause), Effect.sleep(pause)))

/**
 * Queues the pages that are wanted and reads what is due, together with whatever other processes there are on the
 * database.
 */
export const layer = (which: Wanted) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const articles = yield* Articles
      const read = yield* makeArticleReader
      const places = Semaphore.makeUnsafe(concurrency)

      yield* tolerant("Pages to read could not be looked for", want(which)).pipe(
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.forkScoped
      )

      /** Takes a page as soon as there is a place for it; its place is free again when it is done. */
      const next = Effect.uninterruptibleMask((restore) =>
        Effect.gen(function* () {
          yield* restore(places.take(1))
          const page = yield* Effect.onError(restore(articles.begin(rests)), () => places.release(1))
          if (page === null) {
            yield* places.release(1)
            return yield* restore(Effect.sleep(pollEvery))
          }
          yield* restore(tolerant("A page could not be read", read(page))).pipe(
            Effect.ensuring(places.release(1)),
            Effect.forkScoped
          )
        })
      )
      yield* tolerant("Pages that are due could not be looked up", next).pipe(Effect.forever, Effect.forkScoped)
    })
  )

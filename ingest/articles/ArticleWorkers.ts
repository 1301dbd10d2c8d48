import { Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { Articles } from "../../src/storage/Articles.ts"
import { ArticleReader, rests } from "./ArticleReader.ts"
import { want, type Wanted } from "./Wanted.ts"

/** Pages that are read at the same time. Each has 5 MB at most, and a host gets one request at a time anyway. */
const concurrency = 4

/** How often to look for new pages: the page of a new signal waits this long at most. */
const lookEvery = Duration.minutes(5)

/** How often to look for due pages when there were none. */
const pollEvery = Duration.seconds(5)

/** Pause after a fault of our own, such as a database that does not answer. */
const pause = Duration.seconds(10)

const tolerant = <A, E, R>(what: string, effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => Effect.andThen(Effect.logError(what, cause), Effect.sleep(pause)))

/**
 * Queues the wanted pages and reads the due ones, together with all other processes on the database.
 */
export const layer = (which: Wanted) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const articles = yield* Articles
      const { read } = yield* ArticleReader
      const places = Semaphore.makeUnsafe(concurrency)

      yield* tolerant("Could not look for pages to read", want(which)).pipe(
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.forkScoped
      )

      /** Takes a page as soon as there is room for it, and makes room again when it is done. */
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
      yield* tolerant("Could not look up the pages that are due", next).pipe(Effect.forever, Effect.forkScoped)
    })
  )

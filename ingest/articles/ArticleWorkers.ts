import { Duration, Effect, Layer, Schedule, Semaphore } from "effect"
import { Articles } from "../../src/storage/signals/Articles.ts"
import { ArticleReader, rests } from "./ArticleReader.ts"
import { want, type Wanted } from "./PagesToRead.ts"

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
      const looking = Semaphore.makeUnsafe(1)

      yield* tolerant("Could not look for pages to read", want(which)).pipe(
        Effect.repeat(Schedule.spaced(lookEvery)),
        Effect.forkScoped
      )

      /** Takes a due page. If none is due, one worker keeps looking and the others wait for it. */
      const take = tolerant(
        "Could not look up the pages that are due",
        Effect.tap(articles.begin(rests), (page) => (page === null ? Effect.sleep(pollEvery) : Effect.void))
      ).pipe(looking.withPermits(1))

      const reading = Effect.forever(
        Effect.flatMap(take, (page) => (page ? tolerant("A page could not be read", read(page)) : Effect.void))
      )
      yield* Effect.all(
        Array.from({ length: concurrency }, () => reading),
        { concurrency: "unbounded", discard: true }
      ).pipe(Effect.forkScoped)
    })
  )

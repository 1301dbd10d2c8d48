import { Effect, Layer, Schedule } from "effect"
import { SearchIndex } from "../storage/search/SearchIndex.ts"

/** Signals indexed between two looks at what is left. */
const step = 5_000

/** How often what is left is looked for again: after an upgrade it is there at once, and hardly ever later. */
const lookEvery = "1 hour"

/**
 * Brings what was stored before there was an index, or under other rules, into the search index, beside everything
 * else.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const catchUp = Effect.gen(function* () {
      let { pending } = yield* index.state
      if (pending === 0) return yield* index.catchUp(1)
      yield* Effect.logInfo(
        `Indexing ${pending} signals for search, the newest first; search finds those that are done`
      )
      while (pending > 0) {
        pending = yield* index.catchUp(step)
        yield* pending > 0
          ? Effect.logInfo(`${pending} signals are left to index for search`)
          : Effect.logInfo("All signals are indexed for search")
      }
      return 0
    })
    yield* catchUp.pipe(
      Effect.catchCause((cause) => Effect.logWarning("Signals could not be indexed for search", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped
    )
  })
)

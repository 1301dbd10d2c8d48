import { Effect, Layer, Schedule } from "effect"
import { Embedder } from "../storage/search/Embedder.ts"
import { SearchCluster } from "../storage/search/SearchCluster.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import { Signals } from "../storage/signals/Signals.ts"

/** Signals indexed between two looks at what is left. */
const step = 5_000

/** How often what is left is looked for again: after an upgrade it is there at once, and hardly ever later. */
const lookEvery = "1 hour"

/** As many signals without vectors are worth a line in the log, and one more when so many of them have theirs. */
const toldFrom = 1_000
const toldEvery = 5_000

/** A database that is away is asked again after this. */
const pause = "30 seconds"

/** Gives signals vectors as they come in, where a model for that is configured, and says how far it is. */
const filling = Effect.gen(function* () {
  const index = yield* SearchIndex
  const embedder = yield* Embedder
  if (embedder === null) return
  let told = 0
  let trouble: string | null = null
  const piece = Effect.gen(function* () {
    const { pending, problem, wait } = yield* index.fill
    if (problem !== null && problem !== trouble)
      yield* Effect.logWarning(`Signals get no vectors of ${embedder.model} at the moment: ${problem}`)
    trouble = problem
    if (problem === null && (told === 0 ? pending >= toldFrom : told - pending >= toldEvery)) {
      yield* Effect.logInfo(`${pending} signals are left to be given vectors of ${embedder.model}, the newest first`)
      told = pending
    }
    if (pending === 0 && told > 0) {
      yield* Effect.logInfo(`All signals have vectors of ${embedder.model}`)
      told = 0
    }
    yield* wait > 0 ? Effect.sleep(wait) : Effect.yieldNow
  })
  yield* piece.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("Signals could not be given vectors", cause), Effect.sleep(pause))
    ),
    Effect.forever
  )
})

/** Tells the search cluster what has changed, where one is configured, and fills its indexes. */
const feeding = Effect.gen(function* () {
  const index = yield* SearchIndex
  if ((yield* SearchCluster) === null) return
  let trouble: string | null = null
  const piece = Effect.gen(function* () {
    const { problem, wait } = yield* index.feed
    if (problem !== null && problem !== trouble)
      yield* Effect.logWarning(`The search cluster is not told of signals at the moment: ${problem}`)
    if (problem === null && trouble !== null) yield* Effect.logInfo("The search cluster is told of signals again")
    trouble = problem
    yield* wait > 0 ? Effect.sleep(wait) : Effect.yieldNow
  })
  yield* piece.pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("The search cluster could not be told of signals", cause), Effect.sleep(pause))
    ),
    Effect.forever
  )
})

/** Signals that are told their stories at a time: few enough that what comes in waits for some ten milliseconds. */
const storiesAtOnce = 100

/** How often new signals are looked for, and the rest after each piece, which leaves the database to what comes in. */
const storiesEvery = "2 seconds"
const storiesRest = "250 millis"

/** Tells the stories of what comes in, and after an upgrade of what was there before, the newest first. */
const stories = Effect.gen(function* () {
  const signals = yield* Signals
  yield* Effect.flatMap(signals.tellStories(storiesAtOnce), (told) =>
    Effect.sleep(told.length === 0 ? storiesEvery : storiesRest)
  ).pipe(
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logWarning("Stories of signals could not be told", cause), Effect.sleep(pause))
    ),
    Effect.forever
  )
})

/**
 * Brings what was stored before there was an index, or under other rules, into the search index, beside everything
 * else.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const catchUp = Effect.gen(function* () {
      // The first look finds out whether all has to be made anew, under other rules or after a restore.
      let pending = yield* index.catchUp(1)
      if (pending === 0) return
      yield* Effect.logInfo(
        `Indexing ${pending} signals for search, the newest first; search finds those that are done`
      )
      while (pending > 0) {
        pending = yield* index.catchUp(step)
        yield* pending > 0
          ? Effect.logInfo(`${pending} signals are left to index for search`)
          : Effect.logInfo("All signals are indexed for search")
      }
    })
    yield* catchUp.pipe(
      Effect.catchCause((cause) => Effect.logWarning("Signals could not be indexed for search", cause)),
      Effect.repeat(Schedule.spaced(lookEvery)),
      Effect.forkScoped
    )
    yield* Effect.forkScoped(filling)
    yield* Effect.forkScoped(feeding)
    yield* Effect.forkScoped(stories)
  })
)

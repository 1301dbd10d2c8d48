import type { Effect } from "effect"
import { inSteps } from "../../storage/database/Batch.ts"

/** After so many milliseconds the event loop gets a turn. Some texts take a few microseconds, others a millisecond. */
const stepMillis = 5

/** What `make` makes of each, with a pause wherever a step has lasted long enough. */
export function* paused<A, B>(given: Iterable<A>, make: (one: A) => B): Generator<void, Array<B>> {
  const made: Array<B> = []
  let began = performance.now()
  for (const one of given) {
    made.push(make(one))
    if (performance.now() - began < stepMillis) continue
    yield
    began = performance.now()
  }
  return made
}

/** What `make` makes of each, in steps, so that a report does not block the event loop. */
export const each = <A, B>(given: Iterable<A>, make: (one: A) => B): Effect.Effect<ReadonlyArray<B>> =>
  inSteps(paused(given, make))

import { Effect, Layer } from "effect"
import { Transaction } from "../storage/database/Transaction.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { WatchEvents } from "../storage/WatchEvents.ts"
import { ActiveWatches } from "./ActiveWatches.ts"
import { recordNews } from "./News.ts"

/*
 * Storage that records events: what a watch waits for is recorded in the transaction that stores it, one layer for each
 * service around the one below.
 */

const signals = Layer.effect(
  Signals,
  Effect.gen(function* () {
    const silent = yield* Signals
    const transaction = yield* Transaction
    const services = yield* Effect.context<ActiveWatches | WatchEvents | Signals>()
    return {
      ...silent,
      tellStories: (limit: number) =>
        transaction.run(
          Effect.tap(silent.tellStories(limit), (told) => Effect.provideContext(recordNews(told), services))
        )
    }
  })
)

/** Around the services of storage. */
export const layer = signals.pipe(Layer.provideMerge(ActiveWatches.layer))

/** Storage with these around it. */
export const over = <A, E, R>(storage: Layer.Layer<A, E, R>) => Layer.provideMerge(layer, storage)

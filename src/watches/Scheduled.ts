import { Effect, Layer, Schedule } from "effect"
import { recordExpiringKeys } from "./Keys.ts"
import { orderDueReports } from "./Reports.ts"

/**
 * What watches wait for that only time brings: reports that are due, and keys that expire. Every process looks; what
 * is found is ordered and recorded once.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const every = <R>(interval: "1 minute" | "1 hour", what: string, look: Effect.Effect<void, never, R>) =>
      look.pipe(
        Effect.catchCause((cause) => Effect.logWarning(`${what} could not be looked for`, cause)),
        Effect.repeat(Schedule.fixed(interval)),
        Effect.forkScoped
      )
    yield* every("1 minute", "Reports that are due", orderDueReports)
    yield* every("1 hour", "Keys that expire", recordExpiringKeys)
  })
)

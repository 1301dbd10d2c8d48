import { Effect, Layer, Schedule } from "effect"
import { recordExpiringKeys } from "./ExpiringKeys.ts"
import { orderDueReports } from "./Reports.ts"

/**
 * Watches that depend on time alone: reports that are due, and keys that expire. Every process looks; each result is
 * ordered and recorded once.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const everyMinute = <R>(what: string, look: Effect.Effect<void, never, R>) =>
      look.pipe(
        Effect.catchCause((cause) => Effect.logWarning(`${what} could not be looked for`, cause)),
        Effect.repeat(Schedule.fixed("1 minute")),
        Effect.forkScoped
      )
    yield* everyMinute("Reports that are due", orderDueReports)
    yield* everyMinute("Keys that expire", recordExpiringKeys)
  })
)

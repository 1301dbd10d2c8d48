import { Cause, DateTime, Duration, Effect, Exit } from "effect"
import { followed, type IngestEvent } from "../../src/domain/Source.ts"
import type { BegunRun, Sources } from "../../src/storage/sources/Sources.ts"
import { itemsIngested, sourceRun } from "../../src/telemetry/Metrics.ts"
import { beginRun, CurrentRunContext } from "../fetch/RunContext.ts"
import { makeNetwork } from "./Network.ts"
import { outcomeOf } from "./Outcome.ts"
import { type Source, SourceFailed } from "../Source.ts"

/** How an attempt ended. */
export type Attempt = Extract<IngestEvent, { readonly _tag: "Finished" | "Skipped" }>

/** Longer than any document of 15 MB takes to be fetched, read and stored: a run that takes longer is stuck. */
const longestRun = Duration.minutes(9)

/**
 * After so many runs of one slot that ended with the process, the source is taken to cause that: it waits for its next
 * slot.
 */
const mostBrokenOff = 10

const brokenOff = new SourceFailed({
  state: "error",
  message: `${mostBrokenOff} runs of it were broken off: the process died, or could not store what it had read`,
  restSeconds: null
})

const tookTooLong = new SourceFailed({
  state: "error",
  message: `the run took longer than ${Duration.toMinutes(longestRun)} minutes`,
  restSeconds: null
})

/** Takes a run that has begun to its end, and remembers how it went. */
export const makeExecutor = Effect.fnUntraced(function* (stored: Sources["Service"]) {
  const network = yield* makeNetwork
  return Effect.fnUntraced(function* (
    source: Source,
    begun: BegunRun,
    { onProgress, slot }: { readonly slot: Date | null; readonly onProgress: (done: number, of: number) => void }
  ): Effect.fn.Return<Attempt> {
    const { name } = source
    const byHand = slot === null
    // A run by hand asks the source's own address, so that the operator can undo a wrong move.
    const follow = byHand ? null : followed(begun.move)
    const context = beginRun({ address: source.url, follow, byHand, onProgress })
    const exit = yield* (begun.broken_off < mostBrokenOff ? source.run(begun.validators) : brokenOff).pipe(
      Effect.provideService(CurrentRunContext, context),
      Effect.timeoutOrElse({ duration: longestRun, orElse: () => tookTooLong }),
      Effect.exit
    )
    const { failures, move } = begun
    const now = yield* DateTime.nowAsDate
    const outcome = outcomeOf(exit, { name, cadence: source, failures, move, context, now })
    if (Exit.isFailure(exit) && !Cause.hasFails(exit.cause))
      yield* Effect.logError("A source met a fault of ours", exit.cause)
    else {
      const warning = outcome.error === null ? null : Effect.logWarning(`Source failed: ${outcome.error}`)
      yield* network.report(context, warning)
      if (warning === null) yield* Effect.logDebug("Source read", outcome.result)
    }
    if (!(yield* stored.finish(name, begun.run, outcome)))
      return { _tag: "Skipped", name, reason: "it took so long that another process has taken it over" }
    const { error, idle, next_check_at, result, state } = outcome
    sourceRun({ source: name, state })
    if (result !== null) {
      const skipped = Object.values(result.skipped).reduce((sum, count) => sum + count, 0)
      for (const [kind, count] of Object.entries({ ...result, skipped }))
        itemsIngested({ source: name, result: kind }, count)
    }
    return { _tag: "Finished", name, state, result, error, idle, next_check_at, skew_seconds: context.skewSeconds }
  })
})

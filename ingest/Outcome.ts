import { Cause, Duration, Exit, Result } from "effect"
import type { RunOutcome } from "../src/storage/Sources.ts"
import { SourceFailed, type SourceRun } from "./Source.ts"
import { longestInterval, shortestInterval } from "./SourcesFile.ts"

/** A source that is gone for good is looked at again when the operator runs it; a year is as good as never. */
const stopped = Duration.days(365)

/** What the operator reads of a fault of ours; the log has the cause. */
const fault = new SourceFailed({
  state: "error",
  message: "a fault in this program; the log has it",
  restSeconds: null
})

const within = Duration.clamp({ minimum: shortestInterval, maximum: longestInterval })

const rest = (seconds: number | null): Duration.Duration => Duration.seconds(seconds ?? 0)

/** The interval: the operator's, or what the source asks for when that is longer. */
const interval = (every: Duration.Duration, restSeconds: number | null): Duration.Duration =>
  within(Duration.max(every, rest(restSeconds)))

/** After failures in a row the interval doubles each time; the first success brings it back. */
const backoff = (every: Duration.Duration, failures: number): Duration.Duration =>
  Duration.times(every, 2 ** Math.min(failures, 10))

/**
 * How a run is remembered, and when the next one is due. `failures` counts those in a row before this run.
 */
export const outcomeOf = (
  exit: Exit.Exit<SourceRun, SourceFailed>,
  source: { readonly every: Duration.Duration; readonly failures: number; readonly now: Date }
): RunOutcome => {
  const after = (duration: Duration.Duration) => new Date(source.now.getTime() + Duration.toMillis(duration))
  if (Exit.isSuccess(exit)) {
    const { restSeconds, result, validators } = exit.value
    return {
      state: result?.fetched === 0 ? "empty" : "ok",
      result,
      error: null,
      validators,
      next_check_at: after(interval(source.every, restSeconds))
    }
  }
  const failure = Result.getOrElse(Cause.findError(exit.cause), () => fault)
  return {
    state: failure.state === "gone" ? "blocked" : failure.state,
    result: null,
    error: failure.message,
    validators: null,
    next_check_at: after(
      failure.state === "gone" ? stopped : interval(backoff(source.every, source.failures), failure.restSeconds)
    )
  }
}

import { Cause, Exit, Result } from "effect"
import type { Move, SourceName } from "../../src/domain/Source.ts"
import type { RunOutcome } from "../../src/storage/sources/Sources.ts"
import { type Cadence, nextSlot, restEnd } from "./Cadence.ts"
import type { RunContext } from "../fetch/RunContext.ts"
import { SourceFailed, type SuccessfulRun } from "../Source.ts"

/** What the operator reads of a fault of ours; the log has the cause. */
const fault = new SourceFailed({
  state: "error",
  message: "a fault in this program; the log has it",
  restSeconds: null
})

/** After failures in a row the interval doubles each time; the first success brings it back. */
const backoff = (failures: number): number => 2 ** Math.min(failures, 10)

/**
 * What is remembered of a move: how many runs in a row saw the same new address. A run that does not see it resets it.
 */
const moveOf = (known: Move | null, { follow, movedTo }: Pick<RunContext, "follow" | "movedTo">): Move | null => {
  if (movedTo !== null) return { to: movedTo, sightings: movedTo === known?.to ? known.sightings + 1 : 1 }
  return follow === null ? null : known
}

/**
 * How a run is remembered, and when the next one is due. `failures` counts those in a row before this run. A failure
 * forgets where the source has moved, so that its own address is asked again. But one by hand changes no plan: an
 * operator who looks what is wrong while the network is away must not make it worse. A rest that the source asks for is
 * observed all the same.
 */
export const outcomeOf = (
  exit: Exit.Exit<SuccessfulRun, SourceFailed>,
  source: {
    readonly name: SourceName
    readonly cadence: Cadence
    readonly failures: number
    readonly move: Move | null
    readonly context: Pick<RunContext, "byHand" | "follow" | "movedTo" | "reached" | "unreached">
    readonly now: Date
  }
): RunOutcome => {
  const { cadence, failures, move, name, now, context } = source
  const { reached } = context
  const network = { reached, unreached: reached ? null : context.unreached }
  if (Exit.isSuccess(exit)) {
    const { idle = null, restSeconds, result, validators } = exit.value
    return {
      ...network,
      state: idle !== null || result?.fetched === 0 ? "empty" : "ok",
      idle,
      result,
      error: null,
      counts: true,
      validators,
      move: moveOf(move, context),
      gone: false,
      next_check_at: nextSlot(name, cadence, now, { times: 1, restSeconds })
    }
  }
  const { message, paced = false, restSeconds, state } = Result.getOrElse(Cause.findError(exit.cause), () => fault)
  const failure = {
    ...network,
    state: state === "gone" ? "blocked" : state,
    result: null,
    error: message,
    validators: null,
    gone: state === "gone",
    idle: null
  } as const
  if (context.byHand)
    return { ...failure, counts: false, move, next_check_at: restSeconds === null ? null : restEnd(now, restSeconds) }
  return {
    ...failure,
    counts: true,
    move: null,
    // What is gone for good is looked at again when the operator runs it.
    next_check_at:
      state === "gone" ? null : nextSlot(name, cadence, now, { times: paced ? 1 : backoff(failures), restSeconds })
  }
}

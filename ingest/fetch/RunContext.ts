import { Context, Effect } from "effect"

/** What the requests of a run learn on their way. The run makes it, Fetch writes to it. */
export interface RunContext {
  /** The source's own address; requests for it go to `follow` instead, when that is known. */
  readonly address: string
  readonly follow: string | null
  /** An operator has asked for the run, and wants to see how it goes: also a host that is down is asked. */
  readonly byHand: boolean
  /** Where the source says that it has moved for good. */
  movedTo: string | null
  /** How far the server's clock is ahead of ours, in seconds, when it told the time. */
  skewSeconds: number | null
  /** Whether a server has answered, whatever it said. */
  reached: boolean
  /** The last host at which nobody answered. */
  unreached: string | null
  /** Is told how much of the run is done: so many questions of so many. */
  readonly onProgress: (done: number, of: number) => void
}

/** The context of a run that begins. */
export const beginRun = (
  given: Pick<RunContext, "address" | "follow" | "byHand"> & Partial<Pick<RunContext, "onProgress">>
): RunContext => ({
  onProgress: () => {},
  ...given,
  movedTo: null,
  skewSeconds: null,
  reached: false,
  unreached: null
})

/** The context of the run that is under way; none outside of runs. */
export const CurrentRunContext = Context.Reference<RunContext | null>("sonde/ingest/CurrentRunContext", {
  defaultValue: () => null
})

/** Says that so many of a run's questions are done. */
export const progressed = (done: number, of: number): Effect.Effect<void> =>
  Effect.map(CurrentRunContext, (context) => context?.onProgress(done, of))

import { Context } from "effect"

/** What the requests of one run find on their way. The run's owner makes it, Fetch writes it. */
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
}

/** The context of the run that is under way; none outside of runs. */
export const CurrentRunContext = Context.Reference<RunContext | null>("sonde/ingest/CurrentRunContext", {
  defaultValue: () => null
})

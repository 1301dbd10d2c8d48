import { Context, type Cron, type Duration, type Effect, type Stream } from "effect"
import type { RunResult, SourceName, SourceState } from "../domain/Source.ts"
import type { SourceReport } from "./Protocol.ts"

/** What an operator needs of ingestion; ingestion's own service has this shape. */
export interface IngestActions {
  readonly sources: ReadonlyArray<
    Pick<SourceReport, "name" | "kind" | "title" | "missing"> & {
      readonly url: string
      readonly every: Duration.Duration
      readonly cron?: Cron.Cron | undefined
    }
  >
  readonly status: Effect.Effect<ReadonlyArray<SourceReport>>
  readonly run: (
    name: string
  ) => Stream.Stream<IngestEvent, { readonly _tag: "UnknownSource"; readonly message: string }>
}

export type IngestEvent =
  | { readonly _tag: "Started"; readonly name: SourceName }
  | { readonly _tag: "Skipped"; readonly name: SourceName; readonly reason: string }
  | {
      readonly _tag: "Finished"
      readonly name: SourceName
      readonly state: SourceState
      readonly result: RunResult | null
      readonly error: string | null
      readonly next_check_at: Date
      /** How far the source's clock is ahead of ours, in seconds; null when it did not say. */
      readonly skew_seconds: number | null
    }

/**
 * The port to ingestion, which is another room. It is opened by the first command that needs it, since a list of sources
 * that cannot be read must keep nobody from their keys.
 */
export class IngestControl extends Context.Service<IngestControl, { readonly open: Effect.Effect<IngestActions> }>()(
  "sonde/operator/IngestControl"
) {}

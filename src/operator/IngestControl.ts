import { Context, type Duration, type Effect, type Stream } from "effect"
import type { RunResult, SourceName, SourceState } from "../domain/Source.ts"
import type { SourceReport } from "./Protocol.ts"

/** What an operator needs of ingestion; ingestion's own service has this shape. */
export interface IngestActions {
  readonly sources: ReadonlyArray<
    Pick<SourceReport, "name" | "kind" | "title" | "url" | "missing"> & { readonly every: Duration.Duration }
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
    }

/**
 * The port to ingestion, which is another room. It is opened by the first command that needs it, since a list of sources
 * that cannot be read must keep nobody from their keys.
 */
export class IngestControl extends Context.Service<IngestControl, { readonly open: Effect.Effect<IngestActions> }>()(
  "sonde/operator/IngestControl"
) {}

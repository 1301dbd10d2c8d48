import { Context, type Cron, type Duration, type Effect, type Stream } from "effect"
import type { IngestEvent } from "../domain/Source.ts"
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

/**
 * The port to ingestion, which is another room. It is opened by the first command that needs it, since a list of sources
 * that cannot be read must keep nobody from their keys.
 */
export class IngestControl extends Context.Service<IngestControl, { readonly open: Effect.Effect<IngestActions> }>()(
  "sonde/operator/IngestControl"
) {}

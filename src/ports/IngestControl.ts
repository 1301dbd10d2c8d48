import { Context, type Cron, type Duration, type Effect, type Stream } from "effect"
import type { IngestEvent, SourceHealth } from "../domain/Source.ts"

/** How a source is, beside what it is. */
export interface SourceReport extends SourceHealth {
  readonly title: string
  readonly url: string | null
  /** What has to be set before it can run. */
  readonly missing: string | null
  /**
   * False for one that is remembered and not on the list of this process: another process's, or one of earlier days.
   */
  readonly listed: boolean
}

/** What operators and the API ask of ingestion; ingestion's own service has this shape. */
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
 * Ingestion, for rooms that do not know it. It is opened by the first command that needs it, since a list of sources
 * that cannot be read must keep nobody from their keys.
 */
export class IngestControl extends Context.Service<IngestControl, { readonly open: Effect.Effect<IngestActions> }>()(
  "sonde/ports/IngestControl"
) {}

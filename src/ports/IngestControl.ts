import { Context, type Cron, type Duration, type Effect, type Stream } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { AuditEvent } from "../domain/AuditEvent.ts"
import type { Conflict, Invalid, NotFound } from "../domain/Failure.ts"
import type { FoundFeed, ImportedList, NewSource, SourceChange } from "../domain/SourceList.ts"
import type { IngestEvent, SourceHealth } from "../domain/Source.ts"

/** How a source is, beside what it is. */
export interface SourceReport extends SourceHealth {
  readonly title: string
  readonly url: string | null
  /** What has to be set before it can run. */
  readonly missing: string | null
  /**
   * False for one that is remembered and not on the list: an older version's, or one that was just removed.
   */
  readonly listed: boolean
  /** The member of the list's file that it is of; null for one that a setting makes. */
  readonly service: string | null
  readonly paused: boolean
  readonly tags: ReadonlyArray<string>
  /** How often it is read; null where it is not listed. */
  readonly interval_seconds: number | null
  /** The times (UTC) at which it is read, in place of the interval. */
  readonly cron: string | null
}

/** Who changes the list, for the audit trail; there is no account before the first start. */
export type ListOrigin = { readonly account: AccountId | null } & Pick<AuditEvent, "by" | "address" | "user_agent">

/** What operators do to the list of sources. All of it is in the audit trail, and other processes follow. */
export interface ListActions {
  /** Adds an entry, and gives the sources that it makes. */
  readonly add: (
    source: NewSource,
    origin: ListOrigin
  ) => Effect.Effect<ReadonlyArray<SourceReport>, Conflict | Invalid>
  readonly change: (
    name: string,
    change: SourceChange,
    origin: ListOrigin
  ) => Effect.Effect<SourceReport, NotFound | Invalid>
  /** Removes the entry of a source, or of a service by its name; refused for one of several sources of an entry. */
  readonly remove: (name: string, origin: ListOrigin) => Effect.Effect<void, NotFound | Conflict>
  /**
   * Brings in a document, or with null the file that `SOURCES_FILE` names: a list in the form of its file, or OPML.
   * What it names is added, or put in the place of what there is; with `replace`, the rest is removed (of OPML, the
   * other feeds).
   */
  readonly importList: (
    document: Uint8Array | null,
    replace: boolean,
    origin: ListOrigin
  ) => Effect.Effect<ImportedList, Invalid>
  /** The list in the form of its file, or its feeds as OPML. */
  readonly exportList: (format: "json" | "opml") => Effect.Effect<string>
  /** The feeds of a site, with their newest items; nothing is stored. */
  readonly discover: (site: string) => Effect.Effect<ReadonlyArray<FoundFeed>, Invalid>
  /** The file of `SOURCES_FILE`, if it has changed since it was read into the list. */
  readonly changedFile: Effect.Effect<string | null>
}

/** What operators and the API ask of ingestion; ingestion's own service has this shape. */
export interface IngestActions {
  readonly sources: Effect.Effect<
    ReadonlyArray<
      Pick<SourceReport, "name" | "kind" | "title" | "missing"> & {
        readonly url: string
        readonly every: Duration.Duration
        readonly cron?: Cron.Cron | undefined
      }
    >
  >
  readonly list: ListActions
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

import { Schema } from "effect"
import { SourceTags } from "./Source.ts"
import { Timestamp } from "./Timestamp.ts"

/** An entry for the operator's list of sources, in the form of the list's file. */
export const NewSource = Schema.Struct({
  service: Schema.String,
  entry: Schema.Record(Schema.String, Schema.Unknown),
  tags: SourceTags
})
export type NewSource = typeof NewSource.Type

/** What is chosen for a source; what is left out stays as it is. */
export interface SourceChange {
  readonly paused?: boolean | undefined
  /** An interval (`2 hours`) or the times of a cron expression (UTC); null for the source's own. */
  readonly every?: string | null | undefined
  readonly tags?: ReadonlyArray<string> | undefined
}

const names = Schema.Array(Schema.String)

/** What an import did to the list, by the names of entries: those of feeds and services. */
export const ImportedList = Schema.Struct({
  added: names,
  changed: names,
  removed: names,
  known: Schema.Int.annotate({ description: "how many were there already, or twice in the document" }),
  left_out: Schema.Array(Schema.Struct({ line: Schema.Int, reason: Schema.String })).annotate({
    description: "feeds of an OPML document that cannot be read, by its lines"
  })
}).annotate({ identifier: "ImportedList" })
export type ImportedList = typeof ImportedList.Type

/** An item of a feed that is not on the list yet. */
export const FoundItem = Schema.Struct({
  title: Schema.String,
  url: Schema.String,
  published_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "FoundItem" })
export type FoundItem = typeof FoundItem.Type

/** A feed that a site has. */
export const FoundFeed = Schema.Struct({
  url: Schema.String,
  title: Schema.String,
  items: Schema.Array(FoundItem).annotate({ description: "its newest" }),
  source: Schema.NullOr(Schema.String).annotate({ description: "the source that it is already; null: not on the list" })
}).annotate({ identifier: "FoundFeed" })
export type FoundFeed = typeof FoundFeed.Type

import { Schema } from "effect"

/** Where a text has what was asked for. */
export const Highlight = Schema.Struct({
  field: Schema.Literals(["title", "snippet"]),
  fragment: Schema.String.annotate({ description: "the title, or a part of the snippet" }),
  offsets: Schema.Array(Schema.Tuple([Schema.Int, Schema.Int])).annotate({
    description: "from and to of each match within the fragment, in UTF-16 code units as JavaScript counts them"
  })
}).annotate({ identifier: "Highlight" })
export type Highlight = typeof Highlight.Type

/** How far a reader has come: a list goes on from there as if nothing had come in since. */
export type SearchPosition = RankPosition | DatePosition

/** By relevance. */
export interface RankPosition {
  /** When the first page was asked for, in milliseconds: recency is measured from that time on all pages. */
  readonly asOf: number
  /** The newest signal at that time: later ones are left out. */
  readonly newest: number
  /** How many have been read. */
  readonly offset: number
  /** The signals nearest in meaning, the nearest first, where meaning takes part: the list is made with these. */
  readonly near?: ReadonlyArray<number>
}

/** So many signals are found by their meaning: as many as a position can name. */
export const mostNear = 32

/** Whether meaning took part: not where its model could not be asked, or nothing is stored to compare with. */
export type MeaningUse = "used" | "unavailable"

/** Whether the search cluster answered, or the database in its place. */
export type ClusterUse = "used" | "unavailable"

/** By date: the last that was read. */
export interface DatePosition {
  readonly at: number
  readonly id: number
}

/** Matches are counted up to here; more are "at least". */
export const mostCounted = 10_000

/** Facets are counted over all matches up to this number, beyond it over the first ones in their order. */
export const mostFaceted = 1_000

/** At least this many matches are counted, if there are as many. */
export const leastFaceted = 150

/** How far a reader has come: a list goes on from there as if nothing had come in since. */
export type SearchPosition = RankPosition | DatePosition

/** By relevance. */
export interface RankPosition {
  /** When the first page was asked for, in milliseconds: recency is measured from then. */
  readonly asOf: number
  /** The newest signal of then: what came in later is passed over. */
  readonly newest: number
  /** How many have been read. */
  readonly offset: number
}

/** By date: the last that was read. */
export interface DatePosition {
  readonly at: number
  readonly id: number
}

/** How far matches are counted; from there on a count is a lower bound. */
export const mostCounted = 10_000

/** By relevance nobody reads further than this; by date there is no end. */
export const mostRanked = 10_000

/** Facets are counted over so many matches, the first ones in their order. */
export const mostFaceted = 1_000

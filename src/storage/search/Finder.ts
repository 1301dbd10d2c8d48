import type { Effect } from "effect"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import type { Candidate } from "../../search/Ranking.ts"
import { mostRanked, type SearchTotal } from "./SearchIndex.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import type { SearchScope } from "./SearchScope.ts"

/** A document of which only what may match has its terms. */
export type Looked = Omit<Candidate, "terms"> & { readonly terms: string | null }

/** How documents are gone through from the newest on: in so many rounds at most. */
export interface Walk<E> {
  readonly rounds: number
  /** What stands behind a position, the newest first; `isEnd` where there is no more. */
  readonly round: (
    n: number,
    last: DatePosition | undefined
  ) => Effect.Effect<{ readonly rows: ReadonlyArray<Looked>; readonly isEnd: boolean }, E>
}

/** An index that finds documents, which src/search/Ranking.ts then orders. */
export interface Finder<E> {
  /** The greatest id of a document. */
  readonly newest: (asked: SearchPlan) => Effect.Effect<number, E>
  readonly document: (id: number) => Effect.Effect<Candidate | null, E>
  /** With no more matches than this all are candidates. */
  readonly few: (asked: SearchPlan) => number
  /** Up to so many that match, the newest. */
  readonly matching: (
    asked: SearchPlan,
    narrowed: SearchScope,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Candidate>, E>
  /** Which documents may be among the best, in any order: at each stage more. */
  readonly candidates: (
    asked: SearchPlan,
    narrowed: SearchScope,
    stage: number
  ) => Effect.Effect<ReadonlyArray<Candidate>, E>
  /** How many match; null where counting them may cost too much. */
  readonly total: (asked: SearchPlan, narrowed: SearchScope) => Effect.Effect<SearchTotal | null, E>
  /** Goes through documents until there are enough that match. */
  readonly walk: (asked: SearchPlan, narrowed: SearchScope, enough: number) => Walk<E>
}

/**
 * At least this many of the newest matches are candidates, in addition to the best by BM25. If more matches are equally
 * good than BM25 is asked for, it gives any of them, but the newest must come first.
 */
export const newestMatches = 400

/** How many candidates there are for the first page, for those behind it, and so on. */
export const stages = [100, 600, 3_000, mostRanked]

import { Context, type Effect, Schema } from "effect"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import type { Candidate } from "../../search/Ranking.ts"
import type { SearchFacets, SearchFilters, SearchTotal } from "./SearchIndex.ts"
import type { Unit } from "./Units.ts"

/** The cluster did not do what it was asked to. */
export class ClusterFailed extends Schema.TaggedError<ClusterFailed>()("ClusterFailed", {
  /** Why, in our own words, fit to follow "the search cluster:". Nothing that a server sent goes in here. */
  reason: Schema.String,
  /** Indexes that it was told to use and that do not exist. */
  missing: Schema.Array(Schema.String),
  /** Milliseconds to wait, as the cluster asks; 0 if it does not say. */
  retryAfter: Schema.Int
}) {
  static because(reason: string): ClusterFailed {
    return new ClusterFailed({ reason, missing: [], retryAfter: 0 })
  }
}

/** What an index is told of a document. */
export interface ClusterDocument extends Candidate {
  readonly source: string
  readonly published_at: Date
  readonly first_seen_at: Date
}

/** A document as it is at a version, or that it is gone. What is older than what is known is passed over. */
export interface ClusterChange {
  readonly id: number
  readonly version: number
  readonly document: ClusterDocument | null
}

/** What is looked for. */
export interface ClusterQuestion {
  readonly units: ReadonlyArray<Unit>
  readonly filters: SearchFilters
  /** Signals that came in later are passed over. */
  readonly newest: number
}

/**
 * An engine on machines of its own, which finds documents as the database's own engines do: it is given the same terms,
 * and what it finds is ranked by the same rule (src/search/Ranking.ts). It answers from one index, which can be
 * replaced by another without an interruption.
 */
export interface SearchCluster {
  /** Its servers, without what is secret. */
  readonly name: string
  /** Of the form of its index, and where that is: when it changes, another one is filled. */
  readonly version: string
  /**
   * Documents that match: the best by BM25 over all terms, those with all words before those with
   * some, and as many again, where they are others, of those that were published since `recent`.
   */
  readonly best: (
    question: ClusterQuestion & { readonly limit: number; readonly recent: Date }
  ) => Effect.Effect<ReadonlyArray<Candidate>, ClusterFailed>
  /** Documents that match, the newest first, those behind a position. */
  readonly latest: (
    question: ClusterQuestion & { readonly limit: number; readonly after?: DatePosition | undefined }
  ) => Effect.Effect<ReadonlyArray<Candidate>, ClusterFailed>
  /** How many match. */
  readonly count: (question: ClusterQuestion) => Effect.Effect<SearchTotal, ClusterFailed>
  /** The greatest id of a document; 0 without any. */
  readonly newest: Effect.Effect<number, ClusterFailed>
  /** A document; null if there is none. */
  readonly document: (id: number) => Effect.Effect<Candidate | null, ClusterFailed>
  readonly facets: (ids: ReadonlyArray<number>) => Effect.Effect<SearchFacets, ClusterFailed>
  /** How many documents there are. */
  readonly documents: Effect.Effect<number, ClusterFailed>

  /** Makes an empty index, which answers nothing yet; gives its name. */
  readonly create: Effect.Effect<string, ClusterFailed>
  /** Changes documents of these indexes. Gives the ids of those that they will never take, whatever is tried. */
  readonly put: (
    indexes: ReadonlyArray<string>,
    changes: ReadonlyArray<ClusterChange>
  ) => Effect.Effect<ReadonlyArray<number>, ClusterFailed>
  /** Makes what was put so far visible. */
  readonly refresh: (indexes: ReadonlyArray<string>) => Effect.Effect<void, ClusterFailed>
  /** Has this index answer from now on, and no other; the others are deleted. */
  readonly serve: (index: string) => Effect.Effect<void, ClusterFailed>
}

/** The configured cluster; null if there is none, and then no part of it runs. */
export const SearchCluster = Context.Reference<SearchCluster | null>("sonde/storage/SearchCluster", {
  defaultValue: () => null
})

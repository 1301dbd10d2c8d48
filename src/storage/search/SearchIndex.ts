import { Context, type Effect } from "effect"
import type { SignalId } from "../../domain/Signal.ts"
import type { ClusterUse, MeaningUse, SearchPosition } from "../../domain/SignalSearch.ts"
import type { Query } from "../../search/Query.ts"
import type { Corpus } from "../../search/Ranking.ts"
import type { LazyTerms } from "./LazyTerms.ts"

/** A signal as it is indexed. */
export interface SearchDocument {
  readonly id: number
  readonly title: string
  readonly snippet: string
  /** Publisher's name. */
  readonly source: string
  /** ISO 639-1; null where nobody stated it and nothing told it. */
  readonly language: string | null
  /** The names of the sources that bring it. */
  readonly brought_by: ReadonlyArray<string>
  readonly published_at: Date
  readonly published_at_estimated: boolean
  readonly first_seen_at: Date
  /** The beginning of the article on its page, where that was read. */
  readonly article?: string | null
  /** The terms of its title, snippet and source, where they are made beside the writing. */
  readonly terms?: LazyTerms
}

const day = 24 * 3_600_000

/**
 * Where a signal stands among the newest, in milliseconds: a date that is only the day of first sight stands a
 * microsecond before its day, and so behind all that is dated on it.
 */
export const listedAt = ({
  published_at,
  published_at_estimated
}: Pick<SearchDocument, "published_at" | "published_at_estimated">): number =>
  published_at_estimated ? Math.floor(published_at.getTime() / day) * day - 0.001 : published_at.getTime()

/** What narrows a list, whatever is searched for. */
export interface SearchFilters {
  /** Not published before. */
  readonly since?: Date
  /** Published before. */
  readonly before?: Date
  /** Neither published nor first seen after. */
  readonly until?: Date
  /** Any of these publishers. */
  readonly sources?: ReadonlyArray<string>
  readonly language?: string
  /** Brought by any of these sources. */
  readonly broughtBy?: ReadonlyArray<string>
  /** All but this one. */
  readonly except?: number
}

export interface SearchRequest {
  readonly query: Query
  readonly filters: SearchFilters
  readonly sort: "relevance" | "newest"
  readonly limit: number
  /** So many will do where it costs more to find as many as the limit says. */
  readonly enough?: number
  /** Whether one look at the best candidates will do; the total is then what that found. */
  readonly once?: boolean
  readonly after?: SearchPosition
  /** Whether words that are nearly those asked for may stand in where few match. */
  readonly forgiving?: boolean
}

/** A page of what was found. */
export interface SearchPage {
  /** Where this list begins: asked for again from there it is the same list. Null where every list is. */
  readonly start: SearchPosition | null
  /** In their order. */
  readonly ids: ReadonlyArray<SignalId>
  /** Null at the end, and where nobody reads on. */
  readonly next: SearchPosition | null
  readonly total: SearchTotal
  /** Words of the question, and what was probably meant by them. */
  readonly meant: ReadonlyMap<string, string>
  /** What was searched for in their place, or besides. */
  readonly near: ReadonlyMap<string, ReadonlyArray<string>>
  /** Left out where meaning has no part in it: without a model, or by date. */
  readonly meaning?: MeaningUse
  /** Left out without a cluster. */
  readonly cluster?: ClusterUse
}

/** What a question that asks for nothing finds. */
export const nothingFound: SearchPage = {
  start: null,
  ids: [],
  next: null,
  total: { count: 0, exact: true },
  meant: new Map(),
  near: new Map()
}

/** With fewer matches than this words are looked for that are nearly those asked for. */
export const fewForTypos = 5

/** How many match: counted to `mostCounted`, and from there on a lower bound. */
export interface SearchTotal {
  readonly count: number
  readonly exact: boolean
}

/** By relevance nobody reads further than this; by date there is no end. */
export const mostRanked = 10_000

export interface SearchFacets {
  /** How many matches were counted. */
  readonly counted: number
  readonly source: ReadonlyArray<FacetCount>
  readonly language: ReadonlyArray<FacetCount>
  readonly day: ReadonlyArray<FacetCount>
}

export interface FacetCount {
  readonly value: string
  readonly count: number
}

export type TermFrequencies = Pick<Corpus, "documents" | "frequency">

/** How the index is. */
export interface SearchState {
  /** `bm25`: pg_textsearch; `gin`: what every Postgres has; `memory`. */
  readonly engine: "bm25" | "gin" | "memory"
  readonly indexed: number
  /** Signals that are not indexed yet. */
  readonly pending: number
  /** How it is with search by meaning; null without a model. */
  readonly meaning: MeaningState | null
  /** How it is with the cluster that answers before the database does; null without one. */
  readonly cluster: ClusterState | null
}

export interface ClusterState {
  /** Its servers. */
  readonly name: string
  /** Why the database answers in its place, in our own words; null if it answers itself. */
  readonly problem: string | null
  /** Changes of signals by which it does not answer yet. */
  readonly behind: number
  /** For how many seconds the oldest of them waits. */
  readonly behindSeconds: number
  /** Signals that are missing in the index that is being filled; null while none is. */
  readonly building: number | null
  /** Why it is told of nothing, in our own words; null if it is. */
  readonly feedingProblem: string | null
}

export interface MeaningState {
  readonly model: string
  /** Signals whose vectors are missing. */
  readonly pending: number
  /** Why questions find nothing by meaning, in our own words; null if they do. */
  readonly problem: string | null
  /** Why signals get no vectors, in our own words; null if they do. */
  readonly fillingProblem: string | null
}

/** What came of a piece of work that goes on in the background. */
export interface Filled {
  /** Signals that are left. */
  readonly pending: number
  /** Why it does not go on, in our own words; null if it does. */
  readonly problem: string | null
  /** Milliseconds after which the next piece is worth trying. */
  readonly wait: number
}

/**
 * What finds signals. It knows them by what it was told: a signal is found once it is written, which may be later than
 * it is stored; who shows what was found looks the signals up, and passes over those that are gone.
 */
export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    /** Indexes documents, or indexes them anew. */
    readonly write: (documents: ReadonlyArray<SearchDocument>) => Effect.Effect<void>
    /**
     * To be called when the transaction of a write has ended: does what the writes of signals need not wait for. What
     * a process leaves undone, the next one does.
     */
    readonly finish: Effect.Effect<void>
    /** Notes that a source brings signals that are indexed already; those that are not yet are passed over. */
    readonly bring: (source: string, ids: ReadonlyArray<number>) => Effect.Effect<void>
    /** What matches, in pages. A question that asks for nothing finds nothing. */
    readonly search: (request: SearchRequest) => Effect.Effect<SearchPage>
    /** The languages of what is indexed, the most frequent first. */
    readonly languages: Effect.Effect<ReadonlyArray<string>>
    /** Forgets documents, which are the same as they were when they were written. */
    readonly forget: (documents: ReadonlyArray<SearchDocument>) => Effect.Effect<void>
    /** How many documents there are, and in how many each of these terms is (src/search/Analysis.ts makes terms). */
    readonly frequencies: (terms: ReadonlyArray<string>) => Effect.Effect<TermFrequencies>
    /** What is most like a signal, by the terms that tell it best from others. */
    readonly related: (id: number, limit: number) => Effect.Effect<ReadonlyArray<SignalId>>
    /**
     * The signals whose meaning is nearest to a text's, the nearest first. None without a model, or where it fails.
     */
    readonly nearest: (text: string, filters: SearchFilters, limit: number) => Effect.Effect<ReadonlyArray<SignalId>>
    /** How often each publisher, language and day is among these. */
    readonly facets: (ids: ReadonlyArray<number>) => Effect.Effect<SearchFacets>
    readonly state: Effect.Effect<SearchState>
    /** Indexes signals that are not indexed yet, up to so many, the newest first; how many are left. */
    readonly catchUp: (limit: number) => Effect.Effect<number>
    /** Has the model make vectors of a few signals that have none, the newest first. Does nothing without a model. */
    readonly fill: Effect.Effect<Filled>
    /** Tells the cluster of some changes, and fills its next index. Does nothing without a cluster. */
    readonly feed: Effect.Effect<Omit<Filled, "pending">>
    /** Has the cluster's index filled anew, beside the one that answers meanwhile; false without a cluster. */
    readonly rebuild: Effect.Effect<boolean>
  }
>()("sonde/storage/SearchIndex") {}

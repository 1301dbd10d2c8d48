import type { Effect } from "effect"
import type { Candidate } from "../../search/Ranking.ts"
import type { SearchFilters } from "./SearchIndex.ts"

/** A signal without a vector, with the text that the model reads. */
export interface Unembedded {
  readonly id: number
  /** Grows with each change of the words. */
  readonly revision: number
  readonly title: string
  readonly snippet: string
}

/** A vector of a signal, made from the words of that revision. */
export interface Embedded extends Pick<Unembedded, "id" | "revision"> {
  readonly vector: Float32Array
}

/** The filters for nearest neighbours, the same as for words. */
export interface Nearness {
  readonly filters: SearchFilters
  /** Signals that came in later are skipped. */
  readonly newest: number
}

export interface VectorsState {
  /** How many signals have no vector yet, without those that the model refuses. */
  readonly pending: number
  /** Why this process does not use them, in our own words. */
  readonly problem: string | null
}

/** Stores and compares vectors of signals: those of one model, all of one dimension. */
export interface Vectors<E = never> {
  /**
   * Creates the tables. Vectors of another model are deleted, and all signals are queued for new ones. Returns why
   * vectors are not possible, in our own words, or null.
   */
  readonly begin: Effect.Effect<string | null, E>
  readonly state: Effect.Effect<VectorsState, E>
  /** The length of the stored vectors; null before the first. */
  readonly dimension: Effect.Effect<number | null, E>
  /**
   * Signals without a vector, the newest first. Those that the model has refused come last, and after {@link
   * maxRejections} rejections not at all. None while another process fills, or one with another model.
   */
  readonly next: (limit: number) => Effect.Effect<ReadonlyArray<Unembedded>, E>
  /**
   * Stores vectors, all of one dimension, of signals that have not changed since they were read. The first vectors
   * decide the dimension. Returns the stored dimension; if it is another one, nothing was stored.
   */
  readonly store: (vectors: ReadonlyArray<Embedded>) => Effect.Effect<number | null, E>
  /** Notes that the model refused this one. */
  readonly refused: (of: Unembedded) => Effect.Effect<void, E>
  /** The nearest neighbours, the nearest first; none that points away from the question. */
  readonly nearest: (
    vector: Float32Array,
    within: Nearness,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Candidate>, E>
  /** Those of these signals that pass the filters, in any order. */
  readonly among: (ids: ReadonlyArray<number>, within: Nearness) => Effect.Effect<ReadonlyArray<Candidate>, E>
}

/** After so many rejections by the model a text stays without a vector until it changes or the process restarts. */
export const maxRejections = 3

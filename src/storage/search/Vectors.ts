import type { Effect } from "effect"
import type { Candidate } from "../../search/Ranking.ts"
import type { SearchFilters } from "./SearchIndex.ts"

/** A signal without a vector, as far as a model reads it. */
export interface Unembedded {
  readonly id: number
  /** Grows with each change of the words. */
  readonly revision: number
  readonly title: string
  readonly snippet: string
}

/** A vector for a signal, made of the words of that revision. */
export interface Embedded extends Pick<Unembedded, "id" | "revision"> {
  readonly vector: Float32Array
}

/** What narrows the nearest, as it narrows what words find. */
export interface Nearness {
  readonly filters: SearchFilters
  /** Signals that came in later are passed over. */
  readonly newest: number
}

export interface VectorsState {
  /** How many signals have none, of those that the model does not refuse. */
  readonly pending: number
  /** Why this process leaves them alone, in our own words. */
  readonly problem: string | null
}

/** Where vectors of signals are stored and compared: those of one model, and all of one dimension. */
export interface Vectors<E = never> {
  /**
   * Makes what there has to be; those of another model go, and all signals are to be given new ones. Why there can be
   * none, in our own words; null where there can.
   */
  readonly begin: Effect.Effect<string | null, E>
  readonly state: Effect.Effect<VectorsState, E>
  /** The length of those that are stored; null before any is. */
  readonly dimension: Effect.Effect<number | null, E>
  /**
   * Signals without one, the newest first, but last those that the model has refused, and those not more than {@link
   * mostRefusals} times. None while another process fills, or one with another model.
   */
  readonly next: (limit: number) => Effect.Effect<ReadonlyArray<Unembedded>, E>
  /**
   * Stores vectors, all of one dimension, of what has not changed since it was read. The first ones decide the
   * dimension; it says which one is stored, and where it is another one nothing has been done.
   */
  readonly store: (vectors: ReadonlyArray<Embedded>) => Effect.Effect<number | null, E>
  /** The model refuses to read this one. */
  readonly refused: (of: Unembedded) => Effect.Effect<void, E>
  /** The nearest, the nearest first; nothing that points the other way. */
  readonly nearest: (
    vector: Float32Array,
    within: Nearness,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Candidate>, E>
  /** Of these what there is within, in any order. */
  readonly among: (ids: ReadonlyArray<number>, within: Nearness) => Effect.Effect<ReadonlyArray<Candidate>, E>
}

/** A text is refused so often, then left without a vector until it changes or the process begins anew. */
export const mostRefusals = 3

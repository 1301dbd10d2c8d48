import { Effect } from "effect"
import type { Candidate } from "../../search/Ranking.ts"
import { maxRejections, type Nearness, type Unembedded, type Vectors } from "../search/Vectors.ts"

/** What the index knows about a signal. */
export interface Known {
  readonly words: Unembedded
  readonly candidate: Candidate
  readonly isWithin: (within: Nearness) => boolean
}

/** A cosine up to this is 0 but for rounding: such a vector points elsewhere. */
const least = 1e-4

/** The cosine of vectors of length 1. */
const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, n) => sum + value * other[n]!, 0)

/** The same without a database: it compares every vector. */
export const makeMemoryVectors = (documents: () => ReadonlyMap<number, Known>): Vectors => {
  const vectors = new Map<number, { readonly revision: number; readonly vector: Float32Array }>()
  const refusals = new Map<string, number>()
  let length: number | null = null

  const refusedOf = ({ id, revision }: Unembedded) => refusals.get(`${id} ${revision}`) ?? 0
  const missing = () =>
    [...documents().values()]
      .map(({ words }) => words)
      .filter((words) => vectors.get(words.id)?.revision !== words.revision && refusedOf(words) < maxRejections)

  return {
    begin: Effect.succeed(null),
    state: Effect.sync(() => ({ pending: missing().length, problem: null })),
    dimension: Effect.sync(() => length),
    next: (limit) =>
      Effect.sync(() =>
        missing()
          .sort((one, other) => refusedOf(one) - refusedOf(other) || other.id - one.id)
          .slice(0, limit)
      ),
    store: (made) =>
      Effect.sync(() => {
        const given = made[0]!.vector.length
        length ??= given
        if (given === length) for (const { id, revision, vector } of made) vectors.set(id, { revision, vector })
        return length
      }),
    refused: (of) => Effect.sync(() => void refusals.set(`${of.id} ${of.revision}`, refusedOf(of) + 1)),
    nearest: (asked, within, limit) =>
      Effect.sync(() =>
        [...documents().values()]
          .flatMap(({ candidate, isWithin, words }) => {
            const known = vectors.get(words.id)
            return known === undefined || !isWithin(within) ? [] : [{ candidate, alike: cosine(asked, known.vector) }]
          })
          .filter(({ alike }) => alike > least)
          .sort((one, other) => other.alike - one.alike || other.candidate.id - one.candidate.id)
          .slice(0, limit)
          .map(({ candidate }) => candidate)
      ),
    among: (ids, within) =>
      Effect.sync(() => {
        const known = documents()
        return ids.flatMap((id) => {
          const found = known.get(id)
          return found?.isWithin(within) === true ? [found.candidate] : []
        })
      })
  }
}

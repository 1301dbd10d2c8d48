import { Effect } from "effect"
import type { SignalId } from "../../domain/Signal.ts"
import { makeFeeding } from "./Feeding.ts"
import type { WordIndex } from "./Meaning.ts"
import type { Outbox } from "./Outbox.ts"
import { ClusterFailed, type SearchCluster } from "./SearchCluster.ts"
import type { SearchPage, SearchRequest, SearchState } from "./SearchIndex.ts"

/*
 * Search in a cluster, over the index that the database has anyway. The database is written to, the cluster is told of
 * it (Feeding.ts), and answers what both could answer; while it cannot, the database does, and pages say so. Words and
 * their frequencies are the database's: both rank by the same numbers.
 */

/** The database's own index. */
export type OwnIndex = Omit<WordIndex, "feed" | "rebuild" | "state"> & {
  readonly state: Effect.Effect<Omit<SearchState, "cluster" | "meaning">>
}

/** What a cluster is asked for. */
interface Lists<E> {
  readonly search: (request: SearchRequest) => Effect.Effect<SearchPage, ClusterFailed | E>
  readonly related: (id: number, limit: number) => Effect.Effect<ReadonlyArray<SignalId>, ClusterFailed | E>
}

export const withoutCluster = (words: OwnIndex): WordIndex => ({
  ...words,
  state: Effect.map(words.state, (state) => ({ ...state, cluster: null })),
  feed: Effect.succeed({ problem: null, wait: Infinity }),
  rebuild: Effect.succeed(false)
})

export const withCluster = <E>({
  cluster,
  lists,
  outbox,
  words
}: {
  readonly words: OwnIndex
  readonly cluster: SearchCluster
  readonly outbox: Outbox
  readonly lists: Lists<E>
}): WordIndex => {
  const feeding = makeFeeding(cluster, outbox)
  /** Why the last question got no answer. */
  let problem: string | null = null

  /** What the cluster answers, or else the database. */
  const orElse = <A>(asked: Effect.Effect<A, ClusterFailed | E>, instead: Effect.Effect<A>): Effect.Effect<A> =>
    Effect.matchEffect(asked, {
      onSuccess: (answer) => {
        problem = null
        return Effect.succeed(answer)
      },
      onFailure: (failure) => {
        if (!(failure instanceof ClusterFailed)) return Effect.die(failure)
        problem = failure.reason
        return instead
      }
    })

  return {
    ...words,
    search: (request) =>
      orElse(
        Effect.map(lists.search(request), (page): SearchPage => ({ ...page, cluster: "used" })),
        Effect.map(words.search(request), (page): SearchPage => ({ ...page, cluster: "unavailable" }))
      ),
    related: (id, limit) => orElse(lists.related(id, limit), words.related(id, limit)),
    facets: (ids) => orElse(cluster.facets(ids), words.facets(ids)),
    state: Effect.gen(function* () {
      const state = yield* words.state
      const { behind, behindSeconds, building, isServing } = yield* Effect.orDie(outbox.state)
      const feedingProblem = yield* feeding.problem
      const unfilled = isServing ? null : "its index is not filled yet"
      return {
        ...state,
        cluster: { name: cluster.name, problem: problem ?? unfilled, behind, behindSeconds, building, feedingProblem }
      }
    }),
    feed: feeding.piece,
    rebuild: Effect.orDie(outbox.want)
  }
}

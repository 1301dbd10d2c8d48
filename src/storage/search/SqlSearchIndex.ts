import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Changes } from "../database/Changes.ts"
import { makeByDate } from "./ByDate.ts"
import { makeByRelevance } from "./ByRelevance.ts"
import { makeCatchUp } from "./CatchUp.ts"
import { type OwnIndex, withCluster, withoutCluster } from "./Clustered.ts"
import { makeClusterFinder } from "./ClusterFinder.ts"
import { makeCounts } from "./Counts.ts"
import { Embedder } from "./Embedder.ts"
import { prepare } from "./Engine.ts"
import { makeFacets } from "./Facets.ts"
import type { Finder } from "./Finder.ts"
import { makeForgiving } from "./Forgiving.ts"
import { withMeaning, withoutMeaning } from "./Meaning.ts"
import { makeNearWords } from "./NearWords.ts"
import { makeOutbox } from "./Outbox.ts"
import { SearchCluster } from "./SearchCluster.ts"
import { makeSearchPlan } from "./SearchPlan.ts"
import { makeRelated } from "./Related.ts"
import { makeSearchDocuments } from "./SearchDocuments.ts"
import { SearchIndex, type SearchRequest } from "./SearchIndex.ts"
import { makeSqlFinder } from "./SqlFinder.ts"
import { makeSqlVectors } from "./SqlVectors.ts"

/**
 * Search in the database itself, and in a cluster where one is configured: an index finds candidates,
 * src/search/Ranking.ts orders them.
 */
export const layer = Layer.effect(
  SearchIndex,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changes = yield* Changes
    const { change, typos } = yield* prepare(sql)
    const documents = makeSearchDocuments(sql)
    const counts = makeCounts(sql, changes)
    const { catchUp, pending } = makeCatchUp({ sql, documents, change, forgetCounts: counts.forget })

    const planned = makeSearchPlan(counts)
    const forgiven = makeForgiving(planned, makeNearWords(sql, typos))

    /** The lists of an index. */
    const listsOf = <E>(finder: Finder<E>) => {
      const byRelevance = makeByRelevance({ planned, finder, forgiven })
      const byDate = makeByDate({ planned, finder, forgiven })
      return {
        search: (request: SearchRequest) => {
          const { after, sort } = request
          return sort === "newest"
            ? byDate(request, after !== undefined && "at" in after ? after : undefined)
            : byRelevance(request, after !== undefined && "asOf" in after ? after : undefined)
        },
        related: makeRelated(counts, finder)
      }
    }
    const own = listsOf(makeSqlFinder(sql))
    const facets = makeFacets(sql)

    const words: OwnIndex = {
      write: (of) => Effect.orDie(Effect.andThen(documents.write(of), counts.forget)),
      // What is written is written; the counts and the index are caught up with by the next write.
      finish: Effect.ignore(Effect.andThen(documents.finish, counts.forget), {
        log: "Warn",
        message: "Words of new signals are not counted yet"
      }),
      forget: (of) => Effect.orDie(Effect.andThen(documents.forget(of), counts.forget)),
      bring: (source, ids) => Effect.orDie(Effect.andThen(documents.bring(source, ids), counts.forget)),
      search: (request) => Effect.orDie(own.search(request)),
      facets: (ids) => Effect.orDie(facets(ids)),
      frequencies: (terms) => Effect.orDie(Effect.flatMap(counts.read, (known) => counts.corpusOf(known, terms))),
      related: (id, limit) => Effect.orDie(own.related(id, limit)),
      languages: Effect.orDie(Effect.map(counts.read, ({ languages }) => [...languages.keys()])),
      state: Effect.orDie(
        Effect.gen(function* () {
          yield* counts.forget
          const { documents, engine } = yield* counts.read
          return { engine, indexed: documents, pending: yield* pending }
        })
      ),
      catchUp: (limit) => Effect.orDie(catchUp(limit))
    }
    const cluster = yield* SearchCluster
    const outbox = makeOutbox(sql, changes)
    yield* cluster === null ? outbox.end : Effect.addFinalizer(() => Effect.ignore(outbox.release))
    const clustered =
      cluster === null
        ? withoutCluster(words)
        : withCluster({ words, cluster, outbox, lists: listsOf(makeClusterFinder(cluster)) })
    const embedder = yield* Embedder
    return embedder === null
      ? withoutMeaning(clustered)
      : yield* withMeaning(clustered, embedder, makeSqlVectors(sql, embedder.model, changes))
  }).pipe(Effect.orDie)
)

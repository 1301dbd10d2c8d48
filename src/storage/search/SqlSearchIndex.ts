import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Changes } from "../database/Changes.ts"
import { makeByDate } from "./ByDate.ts"
import { makeByRelevance } from "./ByRelevance.ts"
import { makeCandidates } from "./Candidates.ts"
import { makeCatchUp } from "./CatchUp.ts"
import { makeCounts } from "./Counts.ts"
import { Embedder } from "./Embedder.ts"
import { prepare } from "./Engine.ts"
import { makeFacets } from "./Facets.ts"
import { makeMatches } from "./Matches.ts"
import { withMeaning, withoutMeaning, type WordIndex } from "./Meaning.ts"
import { makeNearWords } from "./NearWords.ts"
import { makeSearchPlan } from "./SearchPlan.ts"
import { makeRelated } from "./Related.ts"
import { makeSearchDocuments } from "./SearchDocuments.ts"
import { SearchIndex, type SearchRequest } from "./SearchIndex.ts"
import { makeSqlVectors } from "./SqlVectors.ts"

/** Search in the database itself: its index finds candidates, src/search/Ranking.ts orders them. */
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
    const matches = makeMatches(sql)
    const candidatesOf = makeCandidates(sql, matches)
    const nearWords = makeNearWords(sql, typos)
    const byRelevance = makeByRelevance({ sql, planned, matches, candidatesOf, nearWords })
    const byDate = makeByDate(planned, matches)
    const facets = makeFacets(sql)
    const related = makeRelated({ sql, counts, matches, candidatesOf })

    const search = (request: SearchRequest) => {
      const { after, sort } = request
      return sort === "newest"
        ? byDate(request, after !== undefined && "at" in after ? after : undefined)
        : byRelevance(request, after !== undefined && "asOf" in after ? after : undefined)
    }

    const words: WordIndex = {
      write: (of) => Effect.orDie(Effect.andThen(documents.write(of), counts.forget)),
      forget: (of) => Effect.orDie(Effect.andThen(documents.forget(of), counts.forget)),
      bring: (source, ids) => Effect.orDie(Effect.andThen(documents.bring(source, ids), counts.forget)),
      search: (request) => Effect.orDie(search(request)),
      facets: (ids) => Effect.orDie(facets(ids)),
      frequencies: (terms) => Effect.orDie(Effect.flatMap(counts.read, (known) => counts.corpusOf(known, terms))),
      related: (id, limit) => Effect.orDie(related(id, limit)),
      languages: Effect.orDie(Effect.map(counts.read, ({ languages }) => languages)),
      state: Effect.orDie(
        Effect.gen(function* () {
          yield* counts.forget
          const { documents, engine } = yield* counts.read
          return { engine, indexed: documents, pending: yield* pending }
        })
      ),
      catchUp: (limit) => Effect.orDie(catchUp(limit))
    }
    const embedder = yield* Embedder
    return embedder === null
      ? withoutMeaning(words)
      : yield* withMeaning(words, embedder, makeSqlVectors(sql, embedder.model, changes))
  }).pipe(Effect.orDie)
)

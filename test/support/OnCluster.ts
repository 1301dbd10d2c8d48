import { Effect, Layer, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import * as OpenSearch from "../../src/opensearch/OpenSearch.ts"
import { SearchCluster } from "../../src/storage/search/SearchCluster.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import * as SqlSearchIndex from "../../src/storage/search/SqlSearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

/*
 * Search as the tests know it, on a cluster of OpenSearch servers: those of TEST_SEARCH_URL, where npm run
 * test:opensearch has started some.
 */

const urls = process.env["TEST_SEARCH_URL"]?.split(",") ?? []

/** A cluster under a name of its own; its indexes are gone with the scope. */
export const clusterOf = (
  urls: ReadonlyArray<string>,
  shards = 3
): Effect.Effect<SearchCluster, never, Scope.Scope> => {
  const alias = `test${randomBytes(6).toString("hex")}`
  return Effect.acquireRelease(
    Effect.sync(() => OpenSearch.make({ urls, alias, shards })),
    () =>
      Effect.promise(async () => {
        for (const url of urls) {
          const found = await fetch(`${url}/${alias}-*`).then(
            (answer) => answer.json() as Promise<Record<string, unknown>>,
            () => null
          )
          if (found === null) continue
          for (const name of Object.keys(found)) await fetch(`${url}/${name}`, { method: "DELETE" })
          return
        }
      })
  )
}

/** Tells the cluster all that there is to tell, and fills its index. */
export const feedAll = Effect.gen(function* () {
  const index = yield* SearchIndex
  for (let turns = 0; turns < 1_000; turns++) {
    const { problem, wait } = yield* index.feed
    if (problem !== null) return yield* Effect.die(new Error(`The search cluster: ${problem}`))
    if (wait > 0) return
  }
  return yield* Effect.die(new Error("There is no end to what the search cluster is told"))
})

/** The same index, which is told everything before it is asked, and does not let the database answer instead. */
const attentive = Layer.effect(
  SearchIndex,
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const told = Effect.provideService(feedAll, SearchIndex, index)
    const answered = Effect.flatMap(index.state, ({ cluster }) =>
      cluster?.problem === null ? Effect.void : Effect.die(new Error(`The database has answered: ${cluster?.problem}`))
    )
    const ask = <A>(question: Effect.Effect<A>) => Effect.andThen(told, Effect.tap(question, answered))
    return {
      ...index,
      search: (request) => ask(index.search(request)),
      related: (id, limit) => ask(index.related(id, limit)),
      facets: (ids) => ask(index.facets(ids))
    }
  })
)

/** Signals over the search index of their database, or over a cluster where there is one to test. */
export const signalsLayer =
  urls.length === 0
    ? Signals.layer
    : Signals.layerOver.pipe(
        Layer.provideMerge(attentive),
        Layer.provide(SqlSearchIndex.layer),
        Layer.provide(Layer.effect(SearchCluster, clusterOf(urls)))
      )

import { Effect, Layer, Option, Redacted } from "effect"
import { Settings } from "../config/Settings.ts"
import * as OpenSearch from "../opensearch/OpenSearch.ts"
import { SearchCluster } from "../storage/search/SearchCluster.ts"

/** The configured search cluster, for the storage below; without one the database searches. */
export const searchClusterLayer = Layer.effect(
  SearchCluster,
  Effect.map(Settings, ({ SEARCH_INDEX, SEARCH_SHARDS, SEARCH_URL }) =>
    Option.match(SEARCH_URL, {
      onNone: () => null,
      onSome: (urls) => OpenSearch.make({ urls: Redacted.value(urls), alias: SEARCH_INDEX, shards: SEARCH_SHARDS })
    })
  )
)

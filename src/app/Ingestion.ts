import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Layer, Option } from "effect"
import { ArticleReader } from "../../ingest/articles/ArticleReader.ts"
import * as ArticleWorkers from "../../ingest/articles/ArticleWorkers.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { ListDesk } from "../../ingest/list/ListDesk.ts"
import * as Researching from "../../ingest/research/Research.ts"
import { Settings, settings as known } from "../config/Settings.ts"
import type { IngestActions } from "../ports/IngestControl.ts"
import { sourcesFileOf } from "./SourcesFile.ts"

/** What platforms have given the operator. */
const credentialsOf = ({ REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, X_BEARER_TOKEN }: Settings["Service"]) => ({
  reddit: Option.getOrNull(Option.zipWith(REDDIT_CLIENT_ID, REDDIT_CLIENT_SECRET, (id, secret) => ({ id, secret }))),
  xBearer: Option.getOrNull(X_BEARER_TOKEN)
})

/** Whom to ask for search positions. What it needs is there: {@link Settings.layer} has seen to that. */
export const ranksOf = (settings: Settings["Service"]) => {
  switch (settings.RANK_SOURCE) {
    case "none":
      return { source: "none" } as const
    case "searxng":
      return { source: "searxng", url: Option.getOrThrow(settings.SEARXNG_URL) } as const
    case "serpapi":
      return { source: "serpapi", key: Option.getOrThrow(settings.SERPAPI_KEY) } as const
    case "google_cse":
      return {
        source: "google_cse",
        key: Option.getOrThrow(settings.GOOGLE_CSE_KEY),
        id: Option.getOrThrow(settings.GOOGLE_CSE_ID)
      } as const
  }
}

/**
 * Ingestion of the operator's list over the real web, and what operators do to it, for the service and the commands
 * alike.
 */
export const ingestLayer = Layer.unwrap(
  Effect.map(Settings, (settings) => {
    const sourcesFile = sourcesFileOf(settings.SOURCES_FILE)
    // The shipped list is replaced with each version: only a list of the operator's own says something by a change.
    const tellsOfChanges = settings.SOURCES_FILE !== known.SOURCES_FILE.default
    return ListDesk.layer({ file: sourcesFile, tellsOfChanges, allowHosts: settings.ALLOW_PRIVATE_HOSTS }).pipe(
      Layer.provideMerge(
        Ingest.layer({
          sourcesFile,
          tellsOfChanges,
          sharesHosts: Option.isSome(settings.DATABASE_URL),
          contact: Option.getOrUndefined(settings.CONTACT),
          credentials: credentialsOf(settings),
          allowHosts: settings.ALLOW_PRIVATE_HOSTS,
          priceSource: Option.getOrUndefined(settings.PRICE_SOURCE_URL),
          ranks: ranksOf(settings)
        })
      )
    )
  })
).pipe(Layer.provide(NodeFileSystem.layer))

/** Ingestion as operators reach it, from the command line and in the dashboard. */
export const ingestActions = Effect.gen(function* () {
  const { run, sources, status } = yield* Ingest
  return { run, sources, status, list: yield* ListDesk } satisfies IngestActions
})

/** Reads pages behind signals as the settings say, where this process fetches at all. */
export const articlesLayer = Layer.unwrap(
  Effect.map(Settings, ({ ARTICLES, INGEST_ENABLED }) =>
    INGEST_ENABLED && ARTICLES !== "off"
      ? ArticleWorkers.layer(ARTICLES).pipe(Layer.provide(ArticleReader.layer))
      : Layer.empty
  )
)

/** Looks niches up for reports, where this process fetches at all. */
export const researchLayer = Layer.unwrap(
  Effect.map(Settings, ({ ARTICLES, INGEST_ENABLED, RESEARCH_SECONDS }) =>
    INGEST_ENABLED && RESEARCH_SECONDS > 0
      ? Researching.layer({ seconds: RESEARCH_SECONDS, reads: ARTICLES !== "off" }).pipe(
          Layer.provide(ArticleReader.layer)
        )
      : Layer.empty
  )
)

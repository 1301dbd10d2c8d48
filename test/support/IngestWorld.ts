import { Layer, Result } from "effect"
import type { Credentials } from "../../ingest/Credentials.ts"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch, type FetchOptions } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { Companies } from "../../src/storage/Companies.ts"
import { Competitors } from "../../src/storage/Competitors.ts"
import { Reports } from "../../src/storage/Reports.ts"
import { Searches } from "../../src/storage/Searches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import { Sources } from "../../src/storage/Sources.ts"
import { TrackedKeywords } from "../../src/storage/TrackedKeywords.ts"
import { TrendingKeywords } from "../../src/storage/TrendingKeywords.ts"
import { type FakeHost, FakeWeb } from "./FakeWeb.ts"

/** All that ingestion reads and writes, in memory. */
export const stores = Layer.mergeAll(
  Signals.layerMemory,
  TrackedKeywords.layerMemory,
  TrendingKeywords.layerMemory,
  SocialTrends.layerMemory,
  Companies.layerMemory,
  Competitors.layerMemory,
  Reports.layerMemory,
  Searches.layerMemory,
  Sources.layerMemory
)

/** Ingestion of this list over a fake web and empty stores. */
export const ingestWorld = (
  list: object,
  hosts: Readonly<Record<string, FakeHost>>,
  { contact, credentials, ...options }: FetchOptions & { readonly credentials?: Credentials } = {}
) =>
  Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list))), contact, credentials).pipe(
    Layer.provide([Fetch.layerOverClient({ gap: 0, contact, ...options }), Parser.layerInline]),
    Layer.provideMerge(Layer.mergeAll(stores, FakeWeb.layer(hosts)))
  )

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Effect, Layer, Result } from "effect"
import type { Credentials } from "../../ingest/Credentials.ts"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch, type FetchOptions } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { ListDesk } from "../../ingest/list/ListDesk.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type FakeHost, FakeWeb } from "./FakeWeb.ts"

/** Ingestion of this list over a fake web and empty stores. */
export const ingestWorld = (
  list: object,
  hosts: Readonly<Record<string, FakeHost>>,
  { contact, credentials, ...options }: FetchOptions & { readonly credentials?: Credentials } = {}
) =>
  Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list))), contact, credentials).pipe(
    Layer.provide([Fetch.layerOverClient({ gap: 0, contact, ...options }), Parser.layerInline]),
    Layer.provideMerge(Layer.merge(Storage.layerMemory, FakeWeb.layer(hosts)))
  )

/** Ingestion of the list that is stored, and what operators do to it: as each process has it, over the same stores. */
export const storedIngest = (file = "/nowhere.json") =>
  ListDesk.layer({ file, tellsOfChanges: true }).pipe(
    Layer.provideMerge(Ingest.layerOfStored()),
    Layer.provideMerge(Parser.layerInline),
    Layer.provide([Fetch.layerOverClient({ gap: 0 }), NodeFileSystem.layer]),
    Layer.fresh
  )

/** Where the sources of a list lead. */
export const urlsOf = (list: object, options?: Parameters<typeof ingestWorld>[2]) =>
  Effect.map(
    Effect.flatMap(Ingest, ({ sources }) => sources),
    (sources) => sources.map(({ url }) => url)
  ).pipe(Effect.provide(ingestWorld(list, {}, options)))

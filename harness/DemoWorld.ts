import { DateTime, Effect, Layer, Result } from "effect"
import { Fetch } from "../ingest/fetch/Fetch.ts"
import { Ingest } from "../ingest/Ingest.ts"
import { parse } from "../ingest/list/SourcesFile.ts"
import { Parser } from "../ingest/parse/Parser.ts"
import { open } from "../src/demo/SampleWeb.ts"
import * as Storage from "../src/storage/Storage.ts"

const contact = "demo@sonde.example"

/** The demo's sites on this machine, dated before the clock's time, and ingestion that reads them into empty stores. */
export const demoWorld = Layer.unwrap(
  Effect.gen(function* () {
    const web = yield* open(yield* DateTime.nowAsDate)
    const list = Result.getOrThrow(parse(JSON.stringify(web.sources)))
    return Ingest.layerOfList(list, contact).pipe(
      Layer.provide([Fetch.layer({ allowHosts: web.hosts, contact, gap: 0 }), Parser.layerInline])
    )
  })
).pipe(Layer.provideMerge(Storage.layerMemory))

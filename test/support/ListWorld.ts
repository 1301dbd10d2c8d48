import { Effect, Layer } from "effect"
import { World } from "../../harness/World.ts"
import { ingestActions } from "../../src/app/Ingestion.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type FakeHost, FakeWeb } from "./FakeWeb.ts"
import { storedIngest } from "./IngestWorld.ts"

/** The service over a list of sources that is stored, with nothing on it, and a fake web. */
export const listWorldOf = (hosts: Readonly<Record<string, FakeHost>>) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const stores = Layer.succeedContext(yield* Layer.build(Storage.layerMemory))
      const ingestion = storedIngest().pipe(Layer.provide(stores), Layer.provide(FakeWeb.layer(hosts)))
      const ingest = yield* Effect.provide(ingestActions, yield* Layer.build(ingestion))
      return World.over(stores, {}, { ingest })
    })
  )

export const listWorld = listWorldOf({})

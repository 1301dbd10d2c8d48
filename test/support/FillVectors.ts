import { Effect, Layer, Logger } from "effect"
import * as FileSystem from "node:fs"
import { SourceName } from "../../src/domain/Source.ts"
import * as OpenAiEmbedder from "../../src/embeddings/OpenAiEmbedder.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { Embedder } from "../../src/storage/search/Embedder.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"

/**
 * A child process that stores 150 signals in the embedded database of a directory, has vectors made of them by the
 * model at an address, and writes how many are left after each piece. Its argument is both, as JSON.
 */
const { baseUrl, dataDir } = JSON.parse(process.argv[2]!) as { readonly baseUrl: string; readonly dataDir: string }

await Effect.runPromise(
  Effect.gen(function* () {
    const index = yield* SearchIndex
    const signals = yield* Signals
    const items = Array.from({ length: 150 }, (_, n) => ({
      identity: `${n}`,
      guid: `${n}`,
      title: `Kupfer, Nummer ${n}`,
      snippet: "",
      url: `https://news.example/${n}`,
      source: "News",
      published_at: new Date()
    }))
    yield* signals.upsert(SourceName.make("feed:news.example"), items)
    for (let left = 1; left > 0;) {
      left = (yield* index.fill).pending
      FileSystem.writeSync(1, `${left}\n`)
    }
  }).pipe(
    Effect.provide(
      Signals.layer.pipe(
        Layer.provide(Changes.layerAlone),
        Layer.provide(Database.layerEmbedded({ dataDir, maxConnections: 2, vectors: true })),
        Layer.provide(Layer.effect(Embedder, OpenAiEmbedder.make({ baseUrl, model: "fake", apiKey: null, price: 0 })))
      )
    ),
    // The output is for the numbers alone.
    Effect.provide(Logger.layer([]))
  )
)

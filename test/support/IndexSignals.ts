import { Effect, Layer, Logger, Option, Redacted } from "effect"
import * as FileSystem from "node:fs"
import { Changes } from "../../src/storage/database/Changes.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import * as SqlSearchIndex from "../../src/storage/search/SqlSearchIndex.ts"

/**
 * A child process that indexes what is stored in the database whose URL is its argument, and writes how many are left
 * after each piece.
 */
const [url = ""] = process.argv.slice(2)

await Effect.runPromise(
  Effect.gen(function* () {
    const index = yield* SearchIndex
    for (let left = 1; left > 0;) {
      left = yield* index.catchUp(1)
      FileSystem.writeSync(1, `${left}\n`)
    }
  }).pipe(
    Effect.provide(
      SqlSearchIndex.layer.pipe(
        Layer.provide(Changes.layerAlone),
        Layer.provide(Database.layer({ databaseUrl: Option.some(Redacted.make(url)), dataDir: "", maxConnections: 2 }))
      )
    ),
    // The output is for the numbers alone.
    Effect.provide(Logger.layer([]))
  )
)

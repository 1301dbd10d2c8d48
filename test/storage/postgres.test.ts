import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as Net from "node:net"
import * as Database from "../../src/storage/Database.ts"
import { newPostgres } from "../support/Databases.ts"

/** A TCP relay to the run's Postgres that can be cut and put back on the same port, like a server that restarts. */
const relay = (host: string, port: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const open = new Set<Net.Socket>()
      let server = Net.createServer()
      const listen = (at: number) =>
        new Promise<number>((resolve) => {
          server = Net.createServer((near) => {
            const far = Net.connect(port, host)
            for (const socket of [near, far]) {
              open.add(socket)
              socket.on("error", () => {})
              socket.on("close", () => [near, far].forEach((one) => one.destroy()))
            }
            near.pipe(far).pipe(near)
          })
          server.listen(at, "127.0.0.1", () => resolve((server.address() as Net.AddressInfo).port))
        })
      const ownPort = await listen(0)
      return {
        port: ownPort,
        cut: Effect.promise(async () => {
          const closed = new Promise((resolve) => server.close(resolve))
          for (const socket of open) socket.destroy()
          open.clear()
          await closed
        }),
        mend: Effect.promise(() => listen(ownPort))
      }
    }),
    ({ cut }) => cut
  )

it.live("A pool tells that Postgres is gone and recovers by itself when it is back", () =>
  Effect.gen(function* () {
    const url = new URL(Redacted.value(yield* newPostgres))
    const server = yield* relay(url.hostname, Number(url.port || 5432))
    url.hostname = "127.0.0.1"
    url.port = String(server.port)
    const database = Database.layer({
      databaseUrl: Option.some(Redacted.make(url.href)),
      dataDir: "",
      maxConnections: 3
    })
    yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        assert.isTrue(yield* Database.ping)
        const sleeping = yield* Effect.forkChild(Effect.flip(sql`SELECT pg_sleep(60)`))
        yield* Effect.andThen(sql`SELECT 1`, server.cut)
        assert.isTrue(Database.isConnectionFailure(yield* Fiber.join(sleeping)))
        assert.isTrue(Database.isConnectionFailure(yield* Effect.flip(sql`SELECT 1`)))
        assert.isFalse(yield* Database.ping)
        yield* server.mend
        assert.isTrue(yield* Database.ping)
      }),
      database
    )
  })
)

it.live("A session that the server ends is a connection failure, and a mistake in a statement is none", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* newPostgres)
    yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ended = yield* Effect.flip(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
        assert.isTrue(Database.isConnectionFailure(ended))
        assert.isFalse(Database.isConnectionFailure(yield* Effect.flip(sql`SELECT nonsense`)))
        assert.isFalse(Database.isConnectionFailure(new Error("connect ECONNREFUSED")))
        assert.isTrue(yield* Database.ping)
      }),
      Database.layer({ databaseUrl, dataDir: "", maxConnections: 3 })
    )
  })
)

it.live("A statement is given half a minute, and a transaction may not sit idle", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* newPostgres)
    const settings = yield* Effect.provide(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`
          SELECT current_setting('statement_timeout') AS statement, current_setting('application_name') AS name,
            current_setting('idle_in_transaction_session_timeout') AS idle`
      ),
      Database.layer({ databaseUrl, dataDir: "", maxConnections: 1 })
    )
    assert.deepStrictEqual(settings, [{ statement: "30s", name: "sonde", idle: "1min" }])
  })
)

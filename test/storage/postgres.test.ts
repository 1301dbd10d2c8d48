import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/storage/database/Database.ts"
import { isUnavailable } from "../../src/storage/database/Unavailable.ts"
import * as PostgresServer from "../../src/storage/database/PostgresServer.ts"
import { newPostgres } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"

/** A database behind a network that can fail; what is sent there is given up after 300 ms of silence. */
const behindProxy = Effect.gen(function* () {
  const url = new URL(Redacted.value(yield* newPostgres))
  const proxy = yield* faultProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.hostname = "127.0.0.1"
  url.port = String(proxy.port)
  const database = Database.layer({
    databaseUrl: Option.some(Redacted.make(url.href)),
    dataDir: "",
    maxConnections: 3,
    answerTimeout: Duration.millis(300)
  })
  return { proxy, database }
})

for (const fault of ["refuse", "reset", "stall"] as const) {
  it.live(`A pool tells that Postgres is gone (${fault}) and recovers by itself when it is back`, () =>
    Effect.gen(function* () {
      const { database, proxy } = yield* behindProxy
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.isTrue(yield* Database.ping)
          const alone = yield* Effect.forkChild(Effect.flip(sql`SELECT pg_sleep(60)`))
          yield* Effect.andThen(sql`SELECT 1`, proxy.become(fault))
          assert.isFalse(yield* Database.ping)
          assert.isTrue(isUnavailable(yield* Effect.flip(sql`SELECT 1`)))
          assert.isTrue(isUnavailable(yield* Fiber.join(alone)))
          yield* proxy.become("pass")
          assert.isTrue(yield* Database.ping)
        }),
        database
      )
    })
  )
}

it.live("A session that the server ends is a connection failure, and a mistake in a statement is none", () =>
  Effect.gen(function* () {
    const databaseUrl = Option.some(yield* newPostgres)
    yield* Effect.provide(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const ended = yield* Effect.flip(sql`SELECT pg_terminate_backend(pg_backend_pid())`)
        assert.isTrue(isUnavailable(ended))
        assert.isFalse(isUnavailable(yield* Effect.flip(sql`SELECT nonsense`)))
        assert.isFalse(isUnavailable(new Error("connect ECONNREFUSED")))
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

it.effect("A server that stays away is given up after half a minute, named without its password", () =>
  Effect.gen(function* () {
    const url = Redacted.make("postgres://user:hunter2@127.0.0.1:1/database")
    const database = Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: 1 })
    const waiting = yield* Effect.forkChild(PostgresServer.awaited(url).pipe(Effect.provide(database), Effect.flip))
    yield* TestClock.adjust(Duration.seconds(29))
    assert.isUndefined(waiting.pollUnsafe())
    yield* TestClock.adjust(Duration.seconds(1))
    const { message } = yield* Fiber.join(waiting)
    assert.include(message, "DATABASE_URL (127.0.0.1:1)")
    assert.notInclude(message, "hunter2")
  })
)

it.live(
  "A server that has no room, is a standby or chose another transaction passes by itself; a broken rule doesn't",
  () =>
    Effect.gen(function* () {
      const databaseUrl = Option.some(yield* newPostgres)
      yield* Effect.provide(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const raised = (state: string) =>
            Effect.map(
              Effect.flip(sql.unsafe(`DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${state}'; END $$`).unprepared),
              isUnavailable
            )
          for (const state of ["53100", "53200", "53300", "57014", "55P03", "40001", "40P01", "57P01", "57P03"]) {
            assert.isTrue(yield* raised(state), state)
          }
          for (const state of ["23505", "22003", "42601", "XX000"]) assert.isFalse(yield* raised(state), state)
          const standby = yield* Effect.flip(
            sql.withTransaction(Effect.andThen(sql`SET TRANSACTION READ ONLY`, sql`CREATE TABLE t (i integer)`))
          )
          assert.isTrue(isUnavailable(standby))
        }),
        Database.layer({ databaseUrl, dataDir: "", maxConnections: 3 })
      )
    })
)

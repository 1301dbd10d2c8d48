import { assert, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import * as Database from "../../src/storage/Database.ts"
import * as PostgresServer from "../../src/storage/PostgresServer.ts"
import { newPostgres } from "../support/Databases.ts"
import { relay } from "../support/Relay.ts"

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

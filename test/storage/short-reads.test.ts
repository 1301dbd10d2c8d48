import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { Socket } from "node:net"
import { vi } from "vitest"
import * as Database from "../../src/storage/database/Database.ts"
import { ShortReads } from "../../src/storage/database/ShortReads.ts"
import { newPostgres } from "../support/Databases.ts"

const onServer = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  Effect.flatMap(newPostgres, (url) =>
    Effect.provide(test, Database.layer({ databaseUrl: Option.some(url), dataDir: "", maxConnections: 5 }))
  )

const session = (sql: SqlClient.SqlClient) => sql<{ pid: number }>`select pg_backend_pid() as pid`

it.live("Short reads share few connections, and use the connection of their transaction if they have one", () =>
  onServer(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const short = yield* ShortReads
      const rows = yield* Effect.all(
        Array.from({ length: 200 }, () => short(session(sql))),
        { concurrency: "unbounded" }
      )
      const shared = new Set(rows.map(([row]) => row!.pid))
      assert.isAtMost(shared.size, Database.sharedConnections)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          const [own] = yield* session(sql)
          assert.isFalse(shared.has(own!.pid))
          assert.deepStrictEqual(yield* short(session(sql)), [own!])
        })
      )
    })
  )
)

it.live(
  "A short read that waits for a lock holds up no other one for long, and is answered when the lock is gone",
  () =>
    onServer(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const short = yield* ShortReads
        yield* sql`create table held (n integer)`
        yield* sql`insert into held values (7)`
        const locked = yield* Deferred.make<void>()
        const enough = yield* Deferred.make<void>()
        const holder = yield* Effect.forkChild(
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`lock table held in access exclusive mode`
              yield* Deferred.succeed(locked, undefined)
              yield* Deferred.await(enough)
            })
          )
        )
        yield* Deferred.await(locked)
        // Other reads follow them on the same connection.
        const waiting = yield* Effect.forkChild(
          Effect.all(
            Array.from({ length: Database.sharedConnections }, () => short(sql<{ n: number }>`select n from held`)),
            { concurrency: "unbounded" }
          ),
          { startImmediately: true }
        )
        const others = yield* Effect.all(
          Array.from({ length: 100 }, () => short(sql<{ one: number }>`select 1 as one`)),
          { concurrency: "unbounded" }
        ).pipe(Effect.timeoutOption("5 seconds"))
        assert.isTrue(Option.isSome(others))
        yield* Deferred.succeed(enough, undefined)
        yield* Fiber.join(holder)
        assert.deepStrictEqual(
          yield* Fiber.join(waiting),
          Array.from({ length: Database.sharedConnections }, () => [{ n: 7 }])
        )
      })
    )
)

it.live("Short reads of one turn of the event loop are sent together", () =>
  onServer(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const short = yield* ShortReads
      const [server] = yield* sql<{ port: number }>`select inet_server_port() as port`
      const run = Effect.runPromiseWith(yield* Effect.context<never>())
      /** Each is asked for a little later than the one before, as requests are. */
      const reads = Effect.promise(() =>
        Promise.all(
          Array.from({ length: 20 }, async (_, n) => {
            for (let pauses = 0; pauses < n; pauses++) await Promise.resolve()
            await run(short(session(sql)))
          })
        )
      )
      // Connects, and has the statement prepared.
      yield* Effect.repeat(reads, { times: 2 })
      const writes = yield* Effect.acquireRelease(
        Effect.sync(() => vi.spyOn(Socket.prototype, "write")),
        (spy) => Effect.sync(() => spy.mockRestore())
      )
      yield* reads
      const sockets = writes.mock.contexts as Array<Socket>
      const sent = sockets.filter(({ remotePort }) => remotePort === server!.port)
      assert.isAtMost(sent.length, Database.sharedConnections)
    })
  )
)

it.live("A fault in one short read fails only that read", () =>
  onServer(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const short = yield* ShortReads
      const [wrong, right] = yield* Effect.all(
        [Effect.exit(short(sql`select nonsense`)), Effect.exit(short(sql`select 1 as one`))],
        { concurrency: "unbounded" }
      )
      assert.isTrue(wrong._tag === "Failure")
      assert.deepStrictEqual(right._tag === "Success" ? right.value : null, [{ one: 1 }])
    })
  )
)

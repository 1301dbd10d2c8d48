import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { forEachEmptyDatabase } from "../support/Databases.ts"

forEachEmptyDatabase((_, database) => {
  layer(database, { excludeTestServices: true })("a client", (it) => {
    it.effect("hands out int8 as bigint and times as Date, in UTC", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [row] = yield* sql`
          SELECT 9007199254740993::int8 AS big, '2026-03-01T12:00:00+02:00'::timestamptz AS at,
            current_setting('TimeZone') AS zone`
        assert.deepStrictEqual(row, { big: 9007199254740993n, at: new Date("2026-03-01T10:00:00Z"), zone: "UTC" })
      })
    )

    it.effect("goes on after a statement that failed", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const failed = yield* Effect.flip(sql`SELECT 1 / 0`)
        assert.strictEqual(failed._tag, "SqlError")
        assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
      })
    )

    it.effect("keeps the failure of one transaction from the statements beside it", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const results = yield* Effect.forEach(
          Array.from({ length: 40 }, (_, index) => index),
          (index) =>
            Effect.exit(sql.withTransaction(sql`SELECT 12 / ${index % 2}::int AS result`)).pipe(
              Effect.map(Exit.isSuccess)
            ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          results,
          Array.from({ length: 40 }, (_, index) => index % 2 === 1)
        )
      })
    )

    it.effect("rolls a nested transaction back to its savepoint and commits the outer one", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE nested (step text)`
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`INSERT INTO nested VALUES ('before')`
            yield* Effect.exit(
              sql.withTransaction(Effect.andThen(sql`INSERT INTO nested VALUES ('inner')`, sql`SELECT 1 / 0`))
            )
            yield* sql`INSERT INTO nested VALUES ('after')`
          })
        )
        assert.deepStrictEqual(yield* sql`SELECT step FROM nested`, [{ step: "before" }, { step: "after" }])
      })
    )

    it.effect("commits, fails and interrupts a hundred transactions at once without mixing them up", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`CREATE TABLE stress (owner integer, step text)`
        const work = (owner: number, half: Effect.Effect<unknown, string>) =>
          sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`INSERT INTO stress VALUES (${owner}, 'first')`
              yield* half
              yield* Effect.exit(
                sql.withTransaction(
                  Effect.andThen(sql`INSERT INTO stress VALUES (${owner}, 'undone')`, Effect.fail("undone"))
                )
              )
              yield* sql`INSERT INTO stress VALUES (${owner}, 'second')`
              const own = yield* sql`SELECT step FROM stress WHERE owner = ${owner}`
              assert.deepStrictEqual(own, [{ step: "first" }, { step: "second" }])
            })
          )
        const transaction = Effect.fnUntraced(function* (owner: number) {
          if (owner % 3 === 0) return yield* work(owner, Effect.void)
          if (owner % 3 === 1) return yield* Effect.exit(work(owner, Effect.fail("half-way")))
          const halfWay = yield* Deferred.make<void>()
          const fiber = yield* Effect.forkChild(
            work(owner, Effect.andThen(Deferred.succeed(halfWay, undefined), Effect.never))
          )
          yield* Deferred.await(halfWay)
          return yield* Fiber.interrupt(fiber)
        })
        yield* Effect.forEach(
          Array.from({ length: 100 }, (_, owner) => owner),
          transaction,
          { concurrency: "unbounded" }
        )
        const rows =
          yield* sql`SELECT owner, array_agg(step ORDER BY step) AS steps FROM stress GROUP BY owner ORDER BY owner`
        const committed = Array.from({ length: 34 }, (_, index) => ({ owner: index * 3, steps: ["first", "second"] }))
        assert.deepStrictEqual(rows, committed)
      })
    )

    it.effect("survives statements that are interrupted at any moment", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const fibers = yield* Effect.forEach(Array.from({ length: 60 }), () =>
          Effect.forkChild(sql.withTransaction(sql`SELECT pg_backend_pid() FROM generate_series(1, 100)`))
        )
        yield* Effect.forEach(
          fibers,
          (fiber, index) => (index % 2 === 0 ? Fiber.interrupt(fiber) : Fiber.await(fiber)),
          {
            concurrency: "unbounded"
          }
        )
        const ends = yield* Effect.forEach(
          fibers.filter((_, index) => index % 2 === 1),
          Fiber.await
        )
        assert.isTrue(ends.every(Exit.isSuccess))
        assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
      })
    )

    it.effect("carries values of megabytes and streams of many rows", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const text = "0123456789".repeat(400_000)
        assert.deepStrictEqual(yield* sql`SELECT ${text}::text AS text`, [{ text }])
        const sum = yield* sql<{ n: number }>`SELECT n FROM generate_series(1, 20000) AS n`.stream.pipe(
          Stream.runFold(
            () => 0,
            (sum, { n }) => sum + n
          )
        )
        assert.strictEqual(sum, 200_010_000)
        const firstTwo = yield* sql<{ n: number }>`SELECT n FROM generate_series(1, 20000) AS n`.stream.pipe(
          Stream.take(2),
          Stream.runCollect
        )
        assert.deepStrictEqual(Array.from(firstTwo), [{ n: 1 }, { n: 2 }])
      })
    )

    it.effect("hears a notification once it is committed, and none that is rolled back", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const queue = yield* sql.listen("topic")
        yield* Effect.exit(sql.withTransaction(Effect.andThen(sql.notify("topic", "undone"), Effect.fail("undone"))))
        yield* sql.withTransaction(
          Effect.andThen(sql`SELECT pg_notify('topic', 'done')`, sql.notify("topic", "also done"))
        )
        const heard = [yield* Queue.take(queue), yield* Queue.take(queue)]
        assert.sameMembers(
          heard.map(({ payload }) => payload),
          ["done", "also done"]
        )
      })
    )

    it.effect("still hears a channel that another listener has left", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const queue = yield* sql.listen("shared")
        yield* Effect.scoped(
          Effect.gen(function* () {
            const other = yield* sql.listen("shared")
            yield* sql.notify("shared", "both")
            assert.strictEqual((yield* Queue.take(other)).payload, "both")
          })
        )
        yield* sql.notify("shared", "one")
        assert.strictEqual((yield* Queue.take(queue)).payload, "both")
        assert.strictEqual((yield* Queue.take(queue)).payload, "one")
      })
    )
  })

  layer(database)("a client under a test's clock", (it) => {
    it.effect("goes on when the clock leaps by half a century", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`SELECT 1`
        yield* TestClock.setTime(new Date("2026-03-10T12:00:00Z").getTime())
        assert.deepStrictEqual(yield* sql.withTransaction(sql`SELECT 2 AS two`), [{ two: 2 }])
      })
    )
  })
})

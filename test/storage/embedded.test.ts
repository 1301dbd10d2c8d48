import { PgClient, PgConnection } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { inject } from "vitest"
import * as Database from "../../src/storage/database/Database.ts"
import * as DataDirectory from "../../src/storage/embedded/DataDirectory.ts"
import * as Embedded from "../../src/storage/embedded/Embedded.ts"
import { child } from "../support/Child.ts"
import { placeDatabase } from "../support/Databases.ts"

const temporaryDirectory = Effect.acquireRelease(
  Effect.sync(() => FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-data-"))),
  (directory) => Effect.sync(() => FileSystem.rmSync(directory, { recursive: true, force: true }))
)

const databaseIn = (dataDir: string) => Database.layer({ databaseUrl: Option.none(), dataDir, maxConnections: 3 })

describe("the embedded database", () => {
  it.live(
    "has every acknowledged row after kill -9 in the middle of inserts",
    () =>
      Effect.gen(function* () {
        const dataDir = placeDatabase(yield* temporaryDirectory)
        const inserting = yield* child("InsertForever.ts", dataDir)
        let acknowledged = 0
        while (acknowledged < 200) acknowledged = Number(yield* inserting.line)
        yield* inserting.kill
        acknowledged = Number((yield* inserting.rest).at(-1) ?? acknowledged)

        const rows = yield* Effect.provide(
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            return yield* sql<{ n: number }>`SELECT n FROM numbers WHERE length(filler) = 1000 ORDER BY n`
          }),
          databaseIn(dataDir)
        )
        // One more may have been committed without its answer having been written.
        assert.include([acknowledged, acknowledged + 1], rows.length)
        assert.deepStrictEqual(
          rows.map(({ n }) => n),
          rows.map((_, index) => index + 1)
        )
      }),
    60_000
  )

  it.live("starts over when its first start died half-way", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      FileSystem.mkdirSync(Path.join(dataDir, "pg.new"))
      FileSystem.writeFileSync(Path.join(dataDir, "pg.new", "PG_VERSION"), "18\n")
      assert.isTrue(yield* Effect.provide(Database.ping, databaseIn(dataDir)))
      assert.isFalse(FileSystem.existsSync(Path.join(dataDir, "pg.new")))
    })
  )
})

describe("the data directory", () => {
  it.live("is refused to a second process, naming the first", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const holder = yield* child("HoldDirectory.ts", dataDir)
      assert.strictEqual(yield* holder.line, "held")
      const refusal = yield* Effect.flip(Effect.provide(Database.ping, databaseIn(dataDir)))
      assert.strictEqual(refusal._tag, "DataDirectoryInUse")
      assert.include(refusal.message, dataDir)
      assert.include(refusal.message, `process ${holder.pid}`)
    })
  )

  it.live("is refused to a second client in the same process", () =>
    Effect.gen(function* () {
      const dataDir = placeDatabase(yield* temporaryDirectory)
      const refusal = yield* Effect.provide(
        Effect.flip(Effect.provide(Database.ping, databaseIn(dataDir), { local: true })),
        databaseIn(dataDir)
      )
      assert.strictEqual(refusal._tag, "DataDirectoryInUse")
    })
  )

  it.live("is free again after kill -9, for exactly one of many that start at once", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      const killed = yield* child("HoldDirectory.ts", dataDir)
      assert.strictEqual(yield* killed.line, "held")
      yield* killed.kill
      const starters = yield* Effect.forEach(Array.from({ length: 6 }), () => child("HoldDirectory.ts", dataDir))
      const answers = yield* Effect.forEach(starters, ({ line }) => line, { concurrency: "unbounded" })
      assert.strictEqual(answers.filter((answer) => answer === "held").length, 1)
      assert.strictEqual(answers.filter((answer) => answer.includes("is in use by")).length, 5)
    })
  )

  it.live("is made for its owner's eyes only, with the directories above it", () =>
    Effect.gen(function* () {
      const dataDir = Path.join(yield* temporaryDirectory, "var", "x".repeat(200))
      yield* Effect.scoped(DataDirectory.hold(dataDir))
      for (const path of [Path.dirname(dataDir), dataDir])
        assert.strictEqual(FileSystem.statSync(path).mode & 0o777, 0o700)
      assert.isTrue(yield* Effect.provide(Database.ping, databaseIn(placeDatabase(dataDir))))
    })
  )

  it.live("is closed to other users with each start, and so is all that the database has made in it", () =>
    Effect.gen(function* () {
      const dataDir = Path.join(yield* temporaryDirectory, "data")
      yield* Effect.acquireRelease(
        Effect.sync(() => process.umask(0)),
        (mask) => Effect.sync(() => process.umask(mask))
      )
      FileSystem.mkdirSync(dataDir)
      const run = Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE IF NOT EXISTS later (n integer)`
        yield* sql`CHECKPOINT`
        assert.deepStrictEqual(open(dataDir), [], "while it runs")
      }).pipe(Effect.provide(databaseIn(dataDir)))
      yield* run
      assert.deepStrictEqual(open(dataDir), [], "at rest")
      for (const path of all(dataDir)) FileSystem.chmodSync(path, 0o777)
      yield* run
      assert.deepStrictEqual(open(dataDir), [], "although all was open before")
    })
  )

  it.live("is refused where other users see it and what else lies in it", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryDirectory
      FileSystem.writeFileSync(Path.join(dataDir, "notes.txt"), "somebody's")
      FileSystem.chmodSync(dataDir, 0o755)
      const refusal = yield* Effect.flip(Effect.provide(Database.ping, databaseIn(dataDir)))
      assert.strictEqual(refusal._tag, "DataDirectoryUnusable")
      assert.include(refusal.message, "other users may look into it (mode 0755) and other things lie in it")
      assert.include(refusal.message, Path.join(dataDir, "sonde"))
      assert.strictEqual(FileSystem.statSync(dataDir).mode & 0o777, 0o755, "nothing of others is touched")
    })
  )
})

const all = (directory: string): ReadonlyArray<string> => [
  directory,
  ...FileSystem.readdirSync(directory, { recursive: true, encoding: "utf8" }).map((name) => Path.join(directory, name))
]

/** What others than the owner may read, write or enter. */
const open = (directory: string): ReadonlyArray<string> =>
  all(directory).filter((path) => (FileSystem.statSync(path).mode & 0o077) !== 0)

const inMemory = PgClient.layerFrom(
  Effect.map(
    Embedded.make({
      dataDir: Embedded.memory,
      dump: inject("embedded").fresh,
      maxConnections: 3,
      startupParameters: { idle_in_transaction_session_timeout: "100" }
    }),
    ({ sql }) => sql
  )
)

layer(inMemory)("sessions of the embedded database", (it) => {
  const session = Effect.gen(function* () {
    const { config } = yield* PgClient.PgClient
    return yield* PgConnection.make(config)
  })

  it.effect("go on after one of them ended in the middle of its transaction", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`CREATE TABLE abandoned (n integer)`
      yield* Effect.scoped(
        Effect.gen(function* () {
          const leaving = yield* session
          yield* leaving.query("BEGIN")
          yield* leaving.query("INSERT INTO abandoned VALUES (1)")
        })
      )
      assert.deepStrictEqual(yield* sql`SELECT n FROM abandoned`, [])
    })
  )

  it.effect("are not ended for a transaction that is over, however it came to its end", () =>
    Effect.gen(function* () {
      const working = yield* session
      const one = working.query("SELECT $1::integer", [1])
      yield* working.query("BEGIN")
      // At once, and after something else.
      yield* Effect.andThen(one, one)
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      yield* Effect.andThen(one, working.query("COMMIT"))
      const begun = performance.now()
      yield* Effect.repeat(one, { while: () => performance.now() < begun + 300 })
    })
  )

  it.effect("leave no prepared statement behind", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* Effect.scoped(Effect.flatMap(session, (leaving) => leaving.query("SELECT 'left behind'")))
      // What it leaves behind is taken away in a turn of its own.
      yield* sql`SELECT 1`
      const left = yield* sql`SELECT name FROM pg_prepared_statements WHERE statement LIKE ${"%left behind%"}`
      assert.deepStrictEqual(left, [])
    })
  )

  it.effect("see no statement, portal or transaction of each other", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* session, yield* session]
      yield* one.query("BEGIN")
      const waiting = yield* Effect.forkChild(two.query("SELECT pg_current_xact_id_if_assigned() IS NULL AS outside"))
      yield* one.query("SELECT pg_current_xact_id()::text")
      yield* one.query("COMMIT")
      assert.deepStrictEqual((yield* Fiber.join(waiting)).rows, [{ outside: true }])
    })
  )

  it.effect("withdraw a statement that is interrupted while it waits for its turn", () =>
    Effect.gen(function* () {
      const [one, two] = [yield* session, yield* session]
      yield* one.query("CREATE TABLE withdrawn (n integer)")
      yield* one.query("BEGIN")
      const started = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        Effect.andThen(Deferred.succeed(started, undefined), two.query("INSERT INTO withdrawn VALUES (1)"))
      )
      yield* Deferred.await(started)
      yield* Fiber.interrupt(waiting)
      yield* one.query("COMMIT")
      assert.deepStrictEqual((yield* one.query("SELECT n FROM withdrawn")).rows, [])
      assert.deepStrictEqual((yield* two.query("SELECT 1 AS one")).rows, [{ one: 1 }])
    })
  )

  it.effect("end when their transaction keeps the others waiting for nothing", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const idle = yield* session
      yield* idle.query("BEGIN")
      assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
      const ended = yield* Effect.exit(idle.query("COMMIT"))
      assert.isTrue(Exit.isFailure(ended))
    })
  )
})

import { PgClient, PgConnection } from "@effect/sql-pg"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Schedule, type Scope } from "effect"
import { SqlError } from "effect/sql"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { inject } from "vitest"
import { isUnavailable } from "../../src/storage/database/Unavailable.ts"
import * as Embedded from "../../src/storage/embedded/Embedded.ts"
import { EmbeddedBackend } from "../../src/storage/embedded/EmbeddedBackend.ts"
import { EmbeddedEngine } from "../../src/storage/embedded/EmbeddedEngine.ts"
import * as Wire from "../../src/storage/embedded/Wire.ts"
import { placeDatabase } from "../support/Databases.ts"

const dataDir = FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-engine-"))
placeDatabase(dataDir)
afterAll(() => FileSystem.rmSync(dataDir, { recursive: true, force: true }))

/** On the database of that directory, whose statements may take so long. */
const inDirectory = <A, E>(
  statementTimeout: Duration.Input,
  self: (sql: PgClient.PgClient) => Effect.Effect<A, E, Scope.Scope>
): Effect.Effect<A, unknown> => {
  const millis = Duration.toMillis(Duration.fromInputUnsafe(statementTimeout))
  const database = Embedded.make({
    dataDir,
    maxConnections: 4,
    startupParameters: { statement_timeout: String(millis) }
  })
  return Effect.provide(
    Effect.scoped(Effect.flatMap(PgClient.PgClient, self)),
    PgClient.layerFrom(Effect.map(database, ({ sql }) => sql))
  )
}

/** Writes to a file all the time, and would for minutes. */
const writing = "SELECT count(*) FROM generate_series(1, 100000000)"

/** Neither reads nor writes, and never ends. */
const spinning = "DO 'BEGIN LOOP END LOOP; END'"

const codeOf = ({ reason: { cause } }: SqlError.SqlError) =>
  cause instanceof Error && "code" in cause ? cause.code : undefined

it.live("A batch that an ended engine refuses leaves no timer behind, so that a program can end", () =>
  Effect.gen(function* () {
    const backend = new EmbeddedBackend()
    backend.use({ run: () => Promise.reject(new Error("ended")), interrupt: () => {}, stop: () => {} })
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const before = timers()
    const parameters = Buffer.from("\0\0\0\0\0\u0003\0\0statement_timeout\x0030000\0\0", "latin1")
    parameters.writeInt32BE(parameters.length)
    const session = backend.connect()
    session.write(parameters)
    session.write(Wire.query("SELECT 1"))
    assert.strictEqual(timers(), before + 1)
    yield* Effect.promise(() => new Promise<void>((resolve) => void setImmediate(resolve)))
    assert.strictEqual(timers(), before)
  })
)

describe("a statement of the embedded database that runs for too long", { timeout: 60_000 }, () => {
  it.live("is cancelled where it reads or writes, and nothing else is", () =>
    inDirectory("30 seconds", (sql) =>
      Effect.gen(function* () {
        yield* sql`CREATE TEMP TABLE same_engine (n integer)`
        const hasty = yield* PgConnection.make(sql.config)
        yield* hasty.query("SET statement_timeout = 500")
        // The engine's last words are looked for in what it says; nobody else's are taken for them.
        yield* Effect.flip(sql.unsafe("SELECT E'\\nPANIC:  no'::integer"))
        const running = yield* Effect.forkChild(Effect.flip(hasty.query(writing)), { startImmediately: true })
        const waiting = yield* Effect.forkChild(sql`SELECT 1 AS one`, { startImmediately: true })
        const error = yield* Fiber.join(running)
        assert.strictEqual(codeOf(error), "57014")
        assert.isTrue(isUnavailable(error))
        assert.deepStrictEqual(yield* Fiber.join(waiting), [{ one: 1 }])
        assert.deepStrictEqual(yield* sql`SELECT n FROM same_engine`, [])
      })
    )
  )

  it.live(
    "is ended with its engine where it does not listen; what was acknowledged is kept, and the next is answered",
    () =>
      inDirectory("30 seconds", (sql) =>
        Effect.gen(function* () {
          yield* sql`CREATE TABLE numbers (n integer PRIMARY KEY)`
          yield* sql`INSERT INTO numbers VALUES (1)`
          const other = yield* PgConnection.make(sql.config)
          yield* other.query("BEGIN")
          yield* other.query("INSERT INTO numbers VALUES (2)")
          yield* other.query("SET LOCAL statement_timeout = 500")
          const running = yield* Effect.forkChild(Effect.flip(other.query(spinning)), { startImmediately: true })
          const waiting = yield* Effect.forkChild(Effect.flip(sql`INSERT INTO numbers VALUES (3)`), {
            startImmediately: true
          })
          assert.isTrue(isUnavailable(yield* Fiber.join(running)))
          assert.isTrue(isUnavailable(yield* Fiber.join(waiting)))
          assert.deepStrictEqual(yield* sql`SELECT n FROM numbers`, [{ n: 1 }])
          yield* sql`INSERT INTO numbers VALUES (4)`
          assert.deepStrictEqual(yield* sql`SELECT n FROM numbers ORDER BY n`, [{ n: 1 }, { n: 4 }])
        })
      )
  )

  it.live("is cancelled when nobody waits for it any more", () =>
    inDirectory("1 minute", (sql) =>
      Effect.gen(function* () {
        const begun = yield* Clock.currentTimeMillis
        yield* Effect.ignore(Effect.timeout(sql.unsafe(writing), "300 millis"))
        assert.deepStrictEqual(yield* sql`SELECT 1 AS one`, [{ one: 1 }])
        assert.isBelow((yield* Clock.currentTimeMillis) - begun, 20_000)
      })
    )
  )

  it.live("may take its time where a transaction says so, and in that transaction alone", () =>
    inDirectory("2 seconds", (sql) =>
      Effect.gen(function* () {
        const count = "SELECT count(*)::int AS count FROM generate_series(1, 3000000)"
        const hasty = yield* PgConnection.make(sql.config)
        yield* hasty.query("SET statement_timeout = 300")
        // Twice: the second time the statements are prepared ones.
        for (let n = 0; n < 2; n++) {
          yield* hasty.query("BEGIN")
          yield* hasty.query("SET LOCAL statement_timeout = 0")
          assert.deepStrictEqual((yield* hasty.query(count)).rows, [{ count: 3_000_000 }])
          yield* hasty.query("COMMIT")
          assert.strictEqual(codeOf(yield* Effect.flip(hasty.query(writing))), "57014")
        }
        assert.strictEqual(codeOf(yield* Effect.flip(sql.unsafe(writing))), "57014")
      })
    )
  )
})

it.live(
  "Sessions end with their engine as lost connections do; new ones wait for the next engine, or are refused",
  () =>
    Effect.gen(function* () {
      const backend = new EmbeddedBackend()
      const engine = EmbeddedEngine.open({ dump: inject("embedded").fresh })
      const silent = { run: () => new Promise<never>(() => {}), interrupt: () => {}, stop: () => {} }
      const session = PgConnection.make({ stream: backend.connect, username: "postgres" })
      const ask = Effect.scoped(Effect.flatMap(session, (connection) => connection.query("SELECT 1 AS one")))
      const refused = Effect.map(Effect.flip(ask), isUnavailable)

      backend.use(silent)
      const asking = yield* Effect.forkChild(Effect.all([refused, refused], { concurrency: 2 }))
      yield* Effect.repeat(Effect.sync(backend.isAtWork), { until: Boolean, schedule: Schedule.spaced("1 millis") })
      backend.lose(new Error("out of memory"))
      assert.deepStrictEqual(yield* Fiber.join(asking), [true, true])
      assert.isFalse(backend.isAtWork())

      const patient = yield* Effect.forkChild(ask, { startImmediately: true })
      backend.use(yield* engine)
      assert.deepStrictEqual((yield* Fiber.join(patient)).rows, [{ one: 1 }])
      const busy = yield* session
      yield* busy.query("BEGIN")
      assert.isTrue(backend.isAtWork(), "between two statements")
      yield* busy.query("COMMIT")

      backend.refuse(new Error("disk full"))
      assert.isTrue(yield* refused)
      backend.use(yield* engine)
      assert.deepStrictEqual((yield* ask).rows, [{ one: 1 }])
    })
)

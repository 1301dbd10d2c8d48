import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Redacted, Schedule, Scope } from "effect"
import { PgConnection } from "@effect/sql-pg"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import { newPostgres, run } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { makeTimedCall } from "../support/TimedCall.ts"

/** A user who is bound by limits, as the one who runs the tests is not; gone with the scope. */
const newRole = Effect.gen(function* () {
  const server = Redacted.make(inject("postgresUrl"))
  const name = `sonde_test_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(run(server, `CREATE ROLE ${name} LOGIN PASSWORD '${name}'`), () =>
    run(server, `DROP ROLE ${name}`)
  )
  return name
})

/** The service as a process on a Postgres behind a network that can fail. */
const world = Effect.gen(function* () {
  const role = yield* newRole
  const direct = yield* newPostgres
  const url = new URL(Redacted.value(direct))
  yield* run(direct, `ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`)
  yield* run(direct, `ALTER SCHEMA public OWNER TO ${role}`)
  const proxy = yield* faultProxy({ host: url.hostname, port: Number(url.port) })
  url.hostname = "127.0.0.1"
  url.port = String(proxy.port)
  url.username = role
  url.password = role
  const directory = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        DATA_DIR: directory.path,
        DATABASE_URL: url.href,
        DATABASE_MAX_CONNECTIONS: "6",
        RATE_LIMIT_PER_MINUTE: "0",
        REPORTS_PER_HOUR: "0"
      })
    ),
    ({ stop }) => Effect.promise(() => stop("SIGKILL"))
  )
  const key = yield* Effect.promise(() => service.createKey())
  const operator = yield* PgConnection.make({ url: direct })
  /** Ends every session of the service, also one that was just being opened. */
  const hangUp = operator
    .query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [role])
    .pipe(Effect.repeat({ until: ({ rows }) => rows.length === 0, schedule: Schedule.spaced("20 millis") }))
  const call = makeTimedCall(`${service.url}/api/v1/public`, key)
  const recovered = call("/signals").pipe(
    Effect.repeat({ until: ({ status }) => status === 200, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.die(new Error(`did not recover:\n${service.output()}`))
    })
  )
  return { call, hangUp, operator, proxy, recovered, role, service }
})

type Answer = Effect.Success<ReturnType<Effect.Success<typeof world>["call"]>>

const reads = [
  "/signals",
  "/signals?q=x",
  "/reports",
  "/competitors",
  "/market-data/search?q=acme",
  "/seo/trending",
  "/status"
]

/** It is no part of the API. */
const healthz = "/../../../healthz"

const domainsOf = (body: { readonly data: ReadonlyArray<{ readonly domain: string }> }) =>
  body.data.map(({ domain }) => domain).sort()

/** Remembered answers are good for 900 ms after the last sign of life of the database. */
const nothingRemembered = Effect.sleep("1 second")

/** Milliseconds for an answer while the database is silent: ten seconds, and what a busy machine adds. */
const bound = 14_000

const isUnavailable = ({ body, retryAfter, status, took }: Answer) => {
  assert.strictEqual(status, 503, JSON.stringify(body))
  if (body.success) assert.strictEqual(body.data.components.database, "unavailable")
  else assert.strictEqual(body.error.code, "unavailable")
  assert.match(retryAfter!, /^\d+$/)
  assert.isBelow(took, bound)
}

describe("a Postgres that fails", { timeout: 120_000, concurrent: true }, () => {
  it.live("makes every answer a 503 with Retry-After in bounded time, and is used again as soon as it is back", () =>
    Effect.gen(function* () {
      const { call, proxy, recovered } = yield* world
      const write = call("/competitors", { name: "A", domain: "a.example" })
      const allUnavailable = Effect.gen(function* () {
        const answers = yield* Effect.all([...[...reads, ...reads, ...reads].map((path) => call(path)), write], {
          concurrency: "unbounded"
        })
        for (const answer of answers) isUnavailable(answer)
      })
      yield* recovered
      for (const fault of ["refuse", "reset"] as const) {
        yield* proxy.become(fault)
        yield* nothingRemembered
        yield* allUnavailable
        yield* proxy.become("pass")
        yield* recovered
        for (const path of reads) assert.strictEqual((yield* call(path)).status, 200, path)
      }
      yield* proxy.become("stall")
      yield* nothingRemembered
      yield* allUnavailable
    })
  )

  it.live(
    "that has no room to write, or is a standby, still serves what is read, and says 503 to what is written",
    () =>
      Effect.gen(function* () {
        const { call, hangUp, operator, recovered } = yield* world
        const write = (n: number) => call("/competitors", { name: "A", domain: `a${n}.example` })
        const refusesWrites = Effect.gen(function* () {
          isUnavailable(yield* write(1))
          for (const path of reads) assert.strictEqual((yield* call(path)).status, 200, path)
        })
        yield* recovered

        yield* operator.query(
          `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file: no space left on device' USING ERRCODE = 'disk_full'; END $$`
        )
        yield* operator.query("CREATE TRIGGER full_disk BEFORE INSERT ON competitors EXECUTE FUNCTION full_disk()")
        yield* refusesWrites
        yield* operator.query("DROP TRIGGER full_disk ON competitors")
        assert.strictEqual((yield* write(2)).status, 201)

        const readOnly = (value: string) =>
          operator
            .query(
              `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = ${value}', current_database()); END $$`
            )
            .pipe(Effect.andThen(hangUp), Effect.andThen(recovered))
        yield* readOnly("on")
        yield* refusesWrites
        yield* operator.query("SET default_transaction_read_only = off")
        yield* readOnly("off")
        assert.strictEqual((yield* write(3)).status, 201)
        const { body } = yield* call("/competitors")
        assert.deepStrictEqual(domainsOf(body), ["a2.example", "a3.example"])
      })
  )

  it.live("that is out of connections makes every answer a 503, keeps what was acknowledged, and is used again", () =>
    Effect.gen(function* () {
      const { call, hangUp, operator, recovered, role, service } = yield* world
      yield* recovered
      let n = 0
      const acknowledged: Array<string> = []
      const write = Effect.gen(function* () {
        const domain = `a${n++}.example`
        const answer = yield* call("/competitors", { name: "A", domain })
        if (answer.status === 201) acknowledged.push(domain)
        else isUnavailable(answer)
      })
      yield* write
      // Some are under way when it happens.
      const writing = yield* Effect.forkChild(Effect.repeat(write, { times: 30 }), { startImmediately: true })
      yield* Effect.sleep("50 millis")
      yield* operator.query(`ALTER ROLE ${role} CONNECTION LIMIT 0`)
      yield* hangUp
      yield* Fiber.join(writing)
      const before = acknowledged.length
      assert.isAbove(before, 0)
      const answers = yield* Effect.all(
        reads.map((path) => call(path)),
        { concurrency: "unbounded" }
      )
      for (const answer of answers) isUnavailable(answer)
      yield* Effect.all([write, write], { concurrency: "unbounded" })
      assert.lengthOf(acknowledged, before)

      yield* operator.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`)
      yield* recovered
      for (const path of reads) assert.strictEqual((yield* call(path)).status, 200, path)
      yield* write
      assert.lengthOf(acknowledged, before + 1)
      const { body } = yield* call("/competitors?limit=100")
      assert.includeMembers(domainsOf(body), acknowledged)
      // A library's own line has no message.
      assert.notMatch(service.output(), /WARN \(#\d+\):\s*$/m)
    })
  )

  it.live("that is slow makes what waits for it a 503 in bounded time, and does nothing by halves", () =>
    Effect.gen(function* () {
      const { call, operator, recovered } = yield* world
      yield* recovered
      const order = () => call("/reports", { niche: "electric vehicles" })
      // From the second time on a list is remembered.
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* call("/signals")).status, 200)

      const lock = yield* Scope.make()
      const holder = yield* Scope.provide(operator.pin, lock)
      yield* holder.query("BEGIN")
      // A report is written before its place in the queue: the transaction is held up half way.
      yield* holder.query("LOCK TABLE signals, search_documents, report_queue IN ACCESS EXCLUSIVE MODE")
      const waiting = yield* Effect.forkChild(
        Effect.all([call("/signals?q=x"), order()], { concurrency: "unbounded" }),
        { startImmediately: true }
      )
      for (let n = 0; n < 10; n++) {
        yield* Effect.sleep("500 millis")
        for (const path of ["/signals", "/competitors", "/status", healthz]) {
          const { status, took } = yield* call(path)
          assert.strictEqual(status, 200, path)
          assert.isBelow(took, 2_000, path)
        }
      }
      for (const answer of yield* Fiber.join(waiting)) isUnavailable(answer)
      yield* holder.query("ROLLBACK")
      yield* Scope.close(lock, Exit.void)

      for (const path of reads) assert.strictEqual((yield* call(path)).status, 200, path)
      const [halves] = (yield* operator.query(
        "SELECT count(*)::int AS count FROM reports r FULL JOIN report_queue q ON q.id = 'report:' || r.id WHERE r.id IS NULL OR q.id IS NULL"
      )).rows
      assert.deepStrictEqual(halves, { count: 0 })
      assert.deepStrictEqual((yield* order()).body.data.status, "completed")
    })
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Redacted, Schedule } from "effect"
import { PgConnection } from "@effect/sql-pg"
import { newPostgres } from "../support/Databases.ts"
import { faultProxy } from "../support/FaultProxy.ts"
import { startService, temporaryDirectory } from "../support/Service.ts"

/** The service as a process on a Postgres behind a network that can fail. */
const world = Effect.gen(function* () {
  const direct = yield* newPostgres
  const url = new URL(Redacted.value(direct))
  const proxy = yield* faultProxy({ host: url.hostname, port: Number(url.port) })
  url.hostname = "127.0.0.1"
  url.port = String(proxy.port)
  const directory = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        DATA_DIR: directory.path,
        DATABASE_URL: url.href,
        DATABASE_MAX_CONNECTIONS: "3",
        RATE_LIMIT_PER_MINUTE: "0",
        REPORTS_PER_HOUR: "0"
      })
    ),
    ({ stop }) => Effect.promise(() => stop("SIGKILL"))
  )
  const operator = yield* PgConnection.make({ url: direct })
  const call = (path: string, body?: unknown) =>
    Effect.gen(function* () {
      const begun = yield* Clock.currentTimeMillis
      const response = yield* Effect.promise(() =>
        fetch(`${service.url}/api/v1/public${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: { "x-api-key": service.key!, "content-type": "application/json" },
          ...(body !== undefined && { body: JSON.stringify(body) })
        })
      )
      const text = yield* Effect.promise(() => response.text())
      const took = (yield* Clock.currentTimeMillis) - begun
      return { status: response.status, retryAfter: response.headers.get("retry-after"), body: JSON.parse(text), took }
    })
  const recovered = call("/signals").pipe(
    Effect.repeat({ until: ({ status }) => status === 200, schedule: Schedule.spaced("100 millis") }),
    Effect.timeoutOrElse({
      duration: "20 seconds",
      orElse: () => Effect.die(new Error(`did not recover:\n${service.output()}`))
    })
  )
  return { call, operator, proxy, recovered, service }
})

const reads = ["/signals", "/signals?q=x", "/reports", "/competitors", "/market-data/search?q=acme", "/seo/trending"]

/** Milliseconds for an answer while the database is silent: ten seconds, and what a busy machine adds. */
const bound = 14_000

describe("a Postgres that fails", { timeout: 120_000 }, () => {
  it.live("makes every answer a 503 with Retry-After in bounded time, and is used again as soon as it is back", () =>
    Effect.gen(function* () {
      const { call, proxy, recovered } = yield* world
      const write = call("/competitors", { name: "A", domain: "a.example" })
      const allUnavailable = Effect.gen(function* () {
        const answers = yield* Effect.all([...[...reads, ...reads, ...reads].map((path) => call(path)), write], {
          concurrency: "unbounded"
        })
        for (const { body, retryAfter, status, took } of answers) {
          assert.strictEqual(status, 503, JSON.stringify(body))
          assert.strictEqual(body.error.code, "unavailable")
          assert.match(retryAfter!, /^\d+$/)
          assert.isBelow(took, bound)
        }
      })
      yield* recovered
      for (const fault of ["refuse", "reset"] as const) {
        yield* proxy.become(fault)
        yield* allUnavailable
        yield* proxy.become("pass")
        yield* recovered
        for (const path of reads) assert.strictEqual((yield* call(path)).status, 200, path)
      }
      yield* proxy.become("stall")
      yield* allUnavailable
    })
  )

  it.live(
    "that has no room to write, or is a standby, still serves what is read, and says 503 to what is written",
    () =>
      Effect.gen(function* () {
        const { call, operator, recovered } = yield* world
        const write = (n: number) => call("/competitors", { name: "A", domain: `a${n}.example` })
        const refusesWrites = Effect.gen(function* () {
          const { body, retryAfter, status } = yield* write(1)
          assert.deepStrictEqual([status, body.error.code], [503, "unavailable"])
          assert.match(retryAfter!, /^\d+$/)
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
            .pipe(
              Effect.andThen(
                operator.query(
                  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()`
                )
              ),
              Effect.andThen(recovered)
            )
        yield* readOnly("on")
        yield* refusesWrites
        yield* operator.query("SET default_transaction_read_only = off")
        yield* readOnly("off")
        assert.strictEqual((yield* write(3)).status, 201)
        const { body } = yield* call("/competitors")
        assert.deepStrictEqual(body.data.map(({ domain }: { readonly domain: string }) => domain).sort(), [
          "a2.example",
          "a3.example"
        ])
      })
  )
})

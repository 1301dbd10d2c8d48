import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { readFileSync } from "node:fs"
import { inject } from "vitest"
import { newPostgres } from "../support/Databases.ts"
import { spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"

const directory = Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))

const metricsToken = "a-token-for-Prometheus"

const workers = Effect.gen(function* () {
  const url = yield* newPostgres
  const { path } = yield* directory
  const service = yield* Effect.acquireRelease(
    Effect.promise(() =>
      startService({
        DATA_DIR: path,
        DATABASE_URL: Redacted.value(url),
        WORKERS: "2",
        RATE_LIMIT_PER_MINUTE: "0",
        METRICS_TOKEN: metricsToken,
        LOG_FORMAT: "logfmt"
      })
    ),
    ({ stop }) => Effect.promise(() => stop("SIGKILL"))
  )
  const withdrawAll = PgConnection.make({ url }).pipe(
    Effect.flatMap((connection) => connection.query("update api_keys set deactivated_at = now()")),
    Effect.scoped
  )
  return { ...service, withdrawAll }
})

/** The processes below one, by what Linux says of it. */
const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

describe("several workers", { timeout: 60_000 }, () => {
  it.live("are refused where the database is for one process, and on a runtime that drops their requests", () =>
    Effect.gen(function* () {
      const { path } = yield* directory
      const { exited, output } = spawnProgram("src/main.ts", { DATA_DIR: path, WORKERS: "2" }, "deno")
      assert.strictEqual(yield* Effect.promise(() => exited), 78)
      assert.include(output(), "WORKERS must be 1 without DATABASE_URL")
      assert.include(output(), "WORKERS must be 1 on Deno")
      assert.notInclude(output(), "    at ")
    })
  )

  it.live("end with the first when that one can't start", () =>
    Effect.gen(function* () {
      const { path } = yield* directory
      const url = new URL(inject("postgresUrl"))
      url.pathname = "/nowhere"
      const { exited, output } = spawnProgram("src/main.ts", { DATA_DIR: path, DATABASE_URL: url.href, WORKERS: "2" })
      assert.strictEqual(yield* Effect.promise(() => exited), 1)
      // It says why itself.
      assert.include(output(), 'database "nowhere" does not exist')
      assert.include(output(), "The first worker ended at its start")
    })
  )

  it.live.skipIf(process.platform !== "linux")(
    "answer together: one greeting and one page of metrics, a dead one is replaced, a withdrawn key is one to none, a signal ends all",
    () =>
      Effect.gen(function* () {
        const { withdrawAll, ...service } = yield* workers
        const { pid } = service.process
        const running = yield* Effect.sync(() => childrenOf(pid!)).pipe(
          Effect.repeat({ until: (pids) => pids.length === 2, schedule: Schedule.spaced("20 millis") }),
          Effect.timeout("10 seconds")
        )
        assert.lengthOf(service.output().match(/Sonde is at/g) ?? [], 1)
        const key = yield* Effect.promise(() => service.createKey())

        // Each on a connection of its own, and so by turns to one worker and the other.
        const get = (path: string, key: string) =>
          Effect.promise(() =>
            fetch(service.url + path, { headers: { "x-api-key": key, connection: "close" } }).then(
              (answer) => answer.status
            )
          )
        let asked = 0
        const all = (count: number, key: string) =>
          Effect.forEach(Array.from({ length: count }), () =>
            Effect.suspend(() => (asked++, get("/api/v1/public/signals", key)))
          )
        assert.deepStrictEqual([...new Set(yield* all(20, key))], [200])

        /** Answered lists by worker, as any of them tells. */
        const answered = Effect.promise(async () => {
          const page = await fetch(`${service.url}/metrics`, {
            headers: { authorization: `Bearer ${metricsToken}`, connection: "close" }
          })
          const text = await page.text()
          assert.lengthOf(text.match(/^# TYPE sonde_http_request_duration_seconds /gm) ?? [], 1)
          assert.match(text, /^sonde_database_up 1$/m, "what is the same for all is told once")
          const counts = text.matchAll(
            /^sonde_http_request_duration_seconds_count\{worker="(\d+)",method="GET",route="[^"]*\/signals",status="200"\} (\d+)$/gm
          )
          return new Map([...counts].map(([, worker, count]) => [worker!, Number(count)]))
        })
        /** Asks until these workers have answered: one takes its part as soon as it listens. */
        const answeredBy = (...workers: ReadonlyArray<string>) =>
          Effect.andThen(all(2, key), answered).pipe(
            Effect.repeat({ until: (page) => [...page.keys()].join() === workers.join() }),
            Effect.timeout("20 seconds")
          )
        const counts = yield* answeredBy("1", "2")
        assert.strictEqual(counts.get("1")! + counts.get("2")!, asked)
        assert.deepStrictEqual(yield* answered, counts, "whichever is asked")

        process.kill(running[1]!, "SIGKILL")
        const replaced = yield* Effect.sync(() => childrenOf(pid!)).pipe(
          Effect.repeat({
            until: (pids) => pids.length === 2 && !pids.includes(running[1]!),
            schedule: Schedule.spaced("20 millis")
          }),
          Effect.timeout("20 seconds")
        )
        assert.include(replaced, running[0])
        assert.match(service.output(), /worker 2 ended \(SIGKILL\)/)
        assert.deepStrictEqual([...new Set(yield* all(10, key))], [200])
        // The successor tells its own by the number of the dead.
        yield* answeredBy("1", "2")
        yield* withdrawAll
        yield* all(6, key).pipe(
          Effect.repeat({ until: (statuses) => statuses.every((status) => status === 401) }),
          Effect.timeout("10 seconds")
        )
        assert.strictEqual(yield* Effect.promise(() => service.stop()), 0, service.output())
        assert.match(service.output(), /stopping \(SIGTERM\).* worker=1$/m)
        assert.deepStrictEqual(
          replaced.filter((pid) => isRunning(pid)),
          []
        )
      })
  )
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

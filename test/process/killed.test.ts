import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { newMigratedPostgres, placeDatabase, run } from "../support/Databases.ts"
import { fakeOpenAi, hangs, honest, type ModelRequest } from "../../harness/FakeOpenAi.ts"
import { type Service, startService, temporaryDirectory } from "../../harness/Service.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Scope.provide(effect, scope))

/** Where a report's way is cut, in the order of the way; the names are those of test/support/KilledService.ts. */
const all = [
  // Inside the transaction of the request: it was never acknowledged.
  "after create",
  "after offer",
  // Acknowledged and queued.
  "before begin",
  // The evidence is gathered.
  "after begin",
  "before writing",
  "after writing",
  // The model has the question; then its answer is there.
  "model",
  "before checking",
  "after checking",
  // Stored or not, but in either case not yet settled in the queue.
  "before complete",
  "after complete"
] as const

/** Some with every run of the tests, and each with `npm run kills`. */
const points: ReadonlyArray<string> = process.env["KILLS"] === "all" ? all : ["model", "after complete"]

const databases = {
  PGlite: async () => {
    const { path, remove } = temporaryDirectory()
    await inScope(Effect.addFinalizer(() => Effect.sync(remove)))
    return { DATA_DIR: placeDatabase(path) }
  },
  Postgres: async () => ({ DATABASE_URL: Redacted.value(await inScope(newMigratedPostgres)) })
}

for (const [name, database] of Object.entries(databases)) {
  describe.concurrent(`reports on ${name} whose process is killed at every step`, { timeout: 240_000 }, () => {
    it("all end, none twice, each with one repeated call at most, and are known by their keys", async () => {
      let killer = () => {}
      const server = await inScope(
        fakeOpenAi((request: ModelRequest, response: ServerResponse) => {
          if (nicheOf(request) !== nicheAt("model") || callsOf("model") > 1) return honest(request, response)
          hangs(request, response)
          killer()
        })
      )
      const callsOf = (point: string) => server.requests.filter((request) => nicheOf(request) === nicheAt(point)).length
      const environment: Record<string, string> = {
        ...(await database()),
        OPENAI_API_KEY: "sk-test-secret",
        OPENAI_BASE_URL: server.baseUrl,
        OPENAI_MODEL: "fake",
        RATE_LIMIT_PER_MINUTE: "0",
        REPORTS_PER_HOUR: "0"
      }
      let key = ""
      const output: Array<string> = []
      const start = async (point: string): Promise<Service> => {
        const service = await startService(
          { ...environment, KILL_AT: point },
          { program: "test/support/KilledService.ts" }
        )
        if (key === "") key = await service.createKey()
        return service
      }
      const call = async ({ url }: Service, path: string, init: RequestInit = {}) => {
        const headers = { "x-api-key": key, "content-type": "application/json", ...init.headers }
        return (await (await fetch(`${url}/api/v1/public${path}`, { ...init, headers })).json()) as {
          data: any
          error?: { code: string }
        }
      }
      const order = (service: Service, point: string) =>
        call(service, "/reports", {
          method: "POST",
          body: JSON.stringify({ niche: nicheAt(point) }),
          headers: { prefer: "respond-async", "idempotency-key": point.replace(" ", "-") }
        })
      /** Repeats the order of what was cut off, and waits until it is written. */
      const settle = async (service: Service, point: string) => {
        let answer = await order(service, point)
        // The key of a request whose process died in the middle is busy for a moment.
        while (answer.error?.code === "idempotency_in_progress") {
          await sleep(200)
          answer = await order(service, point)
        }
        const { data } = answer
        let report: any
        do {
          await sleep(50)
          report = (await call(service, `/reports/${data.id}`)).data
        } while (!["completed", "failed"].includes(report.status))
        return report
      }

      const ids = new Map<string, number>()
      const acme = { name: "Acme", domain: "acme.example" }
      let service!: Service
      // Each process is there to finish what the one before it has left, and to be killed by a report of its own.
      for (const [index, point] of [...points, "nowhere"].entries()) {
        service = await start(point)
        const last = points[index - 1]
        // Something to write about.
        if (last === undefined) await call(service, "/competitors", { method: "POST", body: JSON.stringify(acme) })
        if (last !== undefined) {
          // It can't know that the other is dead before the lease has run out; that it knows it then is shown by
          // test/queue/report-queue.test.ts.
          const url = environment["DATABASE_URL"]
          if (url !== undefined) await Effect.runPromise(run(Redacted.make(url), leasesEnd))
          const report = await settle(service, last)
          assert.strictEqual(report.status, "completed", last)
          assert.strictEqual(report.sections.quality.writer, "openai:fake", last)
          assert.strictEqual(report.id, ids.get(last) ?? report.id, last)
          ids.set(last, report.id)
        }
        if (point === "nowhere") break
        killer = () => service.process.kill("SIGKILL")
        const [ordered] = await Promise.allSettled([order(service, point)])
        if (ordered.status === "fulfilled") ids.set(point, ordered.value.data.id)
        assert.isNull(await service.exited, `${point}: killed`)
        output.push(service.output())
      }

      for (const point of points) assert.strictEqual((await settle(service, point)).id, ids.get(point), point)
      const { data } = await call(service, "/reports?limit=100")
      assert.strictEqual(data.total, points.length)
      assert.sameMembers(
        data.reports.map(({ niche }: { niche: string }) => niche),
        points.map(nicheAt)
      )
      // A plan, a section and a summary. What was answered is not asked again.
      for (const point of points) assert.strictEqual(callsOf(point), point === "model" ? 4 : 3, point)
      await service.stop()
      assert.notInclude([...output, service.output()].join(), "sk-test-secret")
    })
  })
}

const leasesEnd = "UPDATE report_queue SET acquired_at = now() - interval '1 minute'"

/** The niche of the report that is cut off there; no two share a word but the competitor's name. */
const nicheAt = (point: string): string => `Acme ${point}`

const nicheOf = ({ prompt }: ModelRequest): string => /\{"niche":"([^"]*)"/.exec(prompt)![1]!

import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { loopback } from "../../harness/Loopback.ts"
import { createKey, type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { maxAttempts } from "../../src/domain/Report.ts"
import { newMigratedPostgres, run } from "../support/Databases.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Scope.provide(effect, scope))

/** Where research is cut, in the order of its way; the names are those of test/support/KilledResearch.ts. */
const all = [
  "before searching",
  "asked",
  "before done",
  "after done",
  "before reading",
  "before want",
  "after want",
  "before begin",
  "after begin",
  "fetched",
  "before settle",
  "after settle",
  "before gathering",
  "after gathering"
] as const

/** Some with every run of the tests, and each with `npm run kills`. */
const points: ReadonlyArray<string> = process.env["KILLS"] === "all" ? all : ["before searching", "before settle"]

/** A report is written three times at most, but it may be looked up more often. This point is the first: none waits. */
const killsAt = (point: string): number => (point === "before searching" ? maxAttempts.written + 1 : 1)

const pagesOfNiche = 2

/** Says since when processes have the reports that they have taken up. */
const handedOut = (since: string): string =>
  `update report_queue set acquired_at = now() ${since} where acquired_at is not null`

/** No two niches share a word. */
const nicheAt = (point: string): string => point.replaceAll(/[^a-z]/g, "").repeat(2)

const text = (niche: string) =>
  `<p>Northvale opened its second plant for ${niche} on Tuesday, three months ahead of schedule, and will employ many people there.</p>`

it(
  "reports whose process is killed at every step of research all end, and no page is fetched twice within its rest",
  { timeout: 240_000 },
  async () => {
    const directory = temporaryDirectory()
    await inScope(Effect.addFinalizer(() => Effect.sync(directory.remove)))
    const url = await inScope(newMigratedPostgres)
    const searched: Array<string> = []
    const fetched: Array<string> = []
    let killer: (point: string, niche: string) => void = () => {}
    const { origin } = await inScope(
      loopback((request, response) => {
        const { pathname, searchParams } = new URL(request.url!, "http://sonde.test")
        if (pathname === "/api/v2/doc/doc") {
          const niche = searchParams.get("query")!
          searched.push(niche)
          killer("asked", niche)
          const articles = Array.from({ length: pagesOfNiche }, (_, n) => ({
            url: `${origin}/pages/${niche}/${n}`,
            title: `${n === 0 ? "Mayor" : "Chemist"} praises ${niche}`,
            domain: `paper${n}.example`
          }))
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ articles }))
        } else if (pathname.startsWith("/pages/")) {
          const niche = pathname.split("/")[2]!
          fetched.push(pathname)
          killer("fetched", niche)
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(`<html><body><article>${text(niche).repeat(5)}</article></body></html>`)
        } else response.writeHead(404).end()
      })
    )
    const SOURCES_FILE = join(directory.path, "sources.json")
    FileSystem.writeFileSync(SOURCES_FILE, JSON.stringify({ gdelt: { base: origin } }))
    const start = (point: string) =>
      startService(
        {
          DATABASE_URL: Redacted.value(url),
          DATA_DIR: directory.path,
          SOURCES_FILE,
          ALLOW_PRIVATE_HOSTS: "127.0.0.1",
          INGEST_ENABLED: "true",
          RATE_LIMIT_PER_MINUTE: "0",
          REPORTS_PER_HOUR: "0",
          REPORT_WORKERS: "8",
          // All pages and searches are of one host, which gets a request a second.
          RESEARCH_SECONDS: "120",
          KILL_AT: point
        },
        { program: "test/support/KilledResearch.ts" }
      )
    const ask = (statement: string) => Effect.runPromise(run(url, statement))
    const call = async (service: Service, path: string, init: RequestInit = {}) =>
      (await (
        await fetch(`${service.url}/api/v1/public${path}`, {
          ...init,
          headers: { "x-api-key": key, "content-type": "application/json", prefer: "respond-async" }
        })
      ).json()) as { data: any }

    const key = await createKey({ DATABASE_URL: Redacted.value(url), DATA_DIR: directory.path })
    for (const point of points) {
      for (let kill = 1; kill <= killsAt(point); kill++) {
        const service = await start(point)
        killer = (reached, niche) => reached === point && niche === nicheAt(point) && service.process.kill("SIGKILL")
        const order = { method: "POST", body: JSON.stringify({ niche: nicheAt(point) }) }
        // The answer may be lost with the process.
        if (kill === 1) await Promise.allSettled([call(service, "/reports", order)])
        else await ask(handedOut("- interval '1 minute'"))
        assert.isNull(await service.exited, `${point}: killed`)
        killer = () => {}
        // Left for the last process, which takes them all up.
        await ask(handedOut("+ interval '3 minutes'"))
      }
    }

    await ask(handedOut("- interval '1 minute'"))
    const service = await start("nowhere")
    const { reports, total } = (await call(service, "/reports?limit=100")).data
    assert.strictEqual(total, points.length)
    for (const point of points) {
      const { id } = reports.find(({ niche }: { readonly niche: string }) => niche === nicheAt(point))
      let report: any
      do {
        await new Promise((resolve) => setTimeout(resolve, 100))
        report = (await call(service, `/reports/${id}`)).data
      } while (!["completed", "failed"].includes(report.status))
      assert.strictEqual(report.status, "completed", point)
      assert.deepStrictEqual(
        report.research.searches,
        [{ source: "GDELT", state: "answered", found: pagesOfNiche, reason: null }],
        point
      )
      assert.lengthOf(report.sections.sources, pagesOfNiche, point)
    }
    await service.stop()
    assert.strictEqual(new Set(fetched).size, fetched.length, "no page was fetched twice within its rest")
    // What was answered and stored is not asked again.
    for (const point of points) {
      const times = searched.filter((niche) => niche === nicheAt(point)).length
      assert.strictEqual(times, ["asked", "before done"].includes(point) ? 2 : 1, point)
    }
  }
)

import { afterAll, assert, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { loopback } from "../../harness/Loopback.ts"
import { createKey, spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"
import { newMigratedPostgres, run } from "../support/Databases.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>): Promise<A> =>
  Effect.runPromise(Scope.provide(effect, scope))

/** Where the reading of a page is cut, in the order of its way; the names are those of test/support/KilledReader.ts. */
const all = ["after want", "after begin", "fetching", "before settle", "after settle"] as const

/** One with every run of the tests, and each with `npm run kills`. */
const points: ReadonlyArray<string> = process.env["KILLS"] === "all" ? all : ["before settle"]

/** More than the killed processes can have in hand, which is four each. */
const pages = 4 * points.length + 2
const words = "Northvale Motors opened its second battery plant in Ostrava on Tuesday, three months ahead of schedule. "

it(
  "pages whose readers are killed at every step are fetched once within their rest, and all read in the end",
  { timeout: 240_000 },
  async () => {
    const directory = temporaryDirectory()
    await inScope(Effect.addFinalizer(() => Effect.sync(directory.remove)))
    const url = await inScope(newMigratedPostgres)
    const asked: Array<string> = []
    let killer = () => {}
    const { origin } = await inScope(
      loopback((request, response) => {
        if (/^\/\d+$/.test(request.url!)) {
          asked.push(request.url!)
          killer()
          response
            .writeHead(200, { "content-type": "text/html" })
            .end(`<html><body><article>${`<p>${words}</p>`.repeat(5)}</article></body></html>`)
        } else response.writeHead(404).end()
      })
    )
    const SOURCES_FILE = join(directory.path, "sources.json")
    FileSystem.writeFileSync(SOURCES_FILE, JSON.stringify({ feeds: [{ url: `${origin}/feed`, name: "feed:own" }] }))
    const environment: Record<string, string> = {
      DATABASE_URL: Redacted.value(url),
      DATA_DIR: directory.path,
      SOURCES_FILE,
      ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      INGEST_ENABLED: "true",
      ARTICLES: "all",
      RATE_LIMIT_PER_MINUTE: "0"
    }
    const key = await createKey(environment)
    const ask = (statement: string) => Effect.runPromise(run(url, statement))
    // Signals of a source on the site, as it would have brought them.
    await ask(`
      insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, first_seen_at, updated_at)
      select sha256(n::text::bytea), 'feed:own', 'Story ' || n, '', '${origin}/' || n, 'Own', now(), true, now(), now()
      from generate_series(1, ${pages}) n`)

    for (const point of points) {
      const { child, exited, output } = spawnProgram("test/support/KilledReader.ts", {
        ...environment,
        KILL_AT: point
      })
      if (point === "fetching") killer = () => child.kill("SIGKILL")
      assert.isNull(await exited, output())
      killer = () => {}
    }

    const service = await startService(environment)
    const states = async () => {
      const answers = await Promise.all(
        Array.from({ length: pages }, async (_, n) => {
          const answer = await fetch(`${service.url}/api/v1/public/signals/${n + 1}`, { headers: { "x-api-key": key } })
          return ((await answer.json()) as { data: { article: { state: string } | null } }).data.article?.state
        })
      )
      return answers.filter((state) => state === "read").length
    }
    const until = async (count: number) => {
      while ((await states()) < count) await new Promise((resolve) => setTimeout(resolve, 200))
    }
    // Each killed process had four pages in hand at most, and those rest.
    const inHand = 4 * points.filter((point) => point !== "after want").length
    await until(pages - inHand)
    assert.strictEqual(new Set(asked).size, asked.length, "no page was fetched twice within its rest")
    await ask("update articles set next_attempt_at = now() where state = 'queued'")
    await until(pages)
    const most = Math.max(
      ...Array.from({ length: pages }, (_, n) => asked.filter((page) => page === `/${n + 1}`).length)
    )
    assert.isAtMost(most, 2)
    await service.stop()
  }
)

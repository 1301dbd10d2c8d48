import { assert, describe, it } from "vitest"
import { exec } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { startService, temporaryDirectory } from "../../harness/Service.ts"
import { niches } from "../../src/demo/Markets.ts"
import { publishers } from "../../src/demo/Publishers.ts"
import { html } from "../../src/text/Html.ts"
import { noFaults } from "../support/NoFaults.ts"
import { walks } from "../support/Walks.ts"

const root = new URL("../..", import.meta.url)

const lists = [
  // Reports need all publishers, and each source is read at its own time.
  ...Object.values(publishers).map(({ title }) => `/signals?source=${encodeURIComponent(title)}`),
  "/signals?q=heat+pump",
  "/seo/trending",
  "/seo/trending?country=GB",
  "/seo/keywords",
  "/social-trends/google_trends",
  "/social-trends/reddit",
  "/social-trends/feed",
  "/competitors",
  "/market-data/search?q=semiconductors",
  "/market-data/sectors"
]

/** What of the project's files was called by the processes that have left their coverage (V8's) in a directory. */
const calledIn = (directory: string): ReadonlySet<string> => {
  const called = new Set<string>()
  for (const file of readdirSync(directory)) {
    const { result } = JSON.parse(readFileSync(join(directory, file), "utf8")) as {
      readonly result: ReadonlyArray<{
        readonly url: string
        readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>
      }>
    }
    for (const { functions, url } of result) {
      // The first one is the module itself, which is run when it is loaded.
      if (url.startsWith(root.href) && functions.slice(1).some(({ ranges }) => ranges[0]!.count > 0)) {
        called.add(url.slice(root.href.length))
      }
    }
  }
  return called
}

/** Steps of the walks that the demo's coverage doesn't have. */
const unseen = new Set([
  // Worker threads are ended without leaving theirs.
  "ingest/parse/worker.ts",
  "ingest/parse/Call.ts",
  "ingest/FeedDocument.ts",
  "ingest/feed/Document.ts",
  "ingest/feed/Item.ts",
  "ingest/signals/FeedItem.ts",
  // The demo asks nobody on the network.
  "ingest/research/Research.ts",
  "ingest/signals/searches.ts"
])

interface Made {
  readonly data: { readonly id: number; readonly status: string }
}
interface Report {
  readonly data: {
    readonly confidence: number
    readonly sections: {
      readonly quality: { readonly publishers: number; readonly citation_precision: number; readonly support: number }
    }
  }
}

// A process comes up in a few seconds; a busy machine with all test files at once takes longer.
describe("the demo as a process", { timeout: 120_000 }, () => {
  it("fills every list, makes reports and leaves nothing behind", async () => {
    const { path: TMPDIR, remove } = temporaryDirectory()
    const DATA_DIR = `${TMPDIR}/mine`
    // Of no use to the demo: it must touch neither the user's data directory nor the user's database.
    const foreign = {
      RATE_LIMIT_PER_MINUTE: "0",
      DATA_DIR,
      DATABASE_URL: "postgres://nobody@127.0.0.1:1/none",
      SOURCES_FILE: "/none"
    }
    const coverage = temporaryDirectory()
    const demo = await startService(
      { TMPDIR, ...foreign, NODE_V8_COVERAGE: coverage.path },
      { program: "src/demo/main.ts" }
    )
    const headers = { "x-api-key": demo.printedKey!, "content-type": "application/json" }
    const base = `${demo.url}/api/v1/public`
    const rowsOf = async (path: string): Promise<number> => {
      const answer = (await (await fetch(base + path, { headers })).json()) as { data: ReadonlyArray<unknown> }
      return answer.data.length
    }
    const deadline = Date.now() + 30_000
    let empty: ReadonlyArray<string> = lists
    while (empty.length > 0 && Date.now() < deadline) {
      const counts = await Promise.all(empty.map(rowsOf))
      empty = empty.filter((_, index) => counts[index] === 0)
      if (empty.length > 0) await sleep(100)
    }
    assert.deepStrictEqual(empty, [], demo.output())
    for (const niche of niches) {
      const order = { method: "POST", headers, body: JSON.stringify({ niche }) }
      const made = (await (await fetch(`${base}/reports`, order)).json()) as Made
      assert.strictEqual(made.data.status, "completed")
      const { data } = (await (await fetch(`${base}/reports/${made.data.id}`, { headers })).json()) as Report
      assert.isAtLeast(data.sections.quality.support, 0.98, niche)
      assert.isAtLeast(data.confidence, 0.5, niche)
      assert.isAtLeast(data.sections.quality.citation_precision, 0.98, niche)
      assert.isAtLeast(data.sections.quality.publishers, 4, niche)
    }
    assert.match(demo.output(), /Reports can be made about electric vehicle charging/)
    const hint = /`(.+)` makes another/.exec(demo.output())![1]!
    assert.include(await (await fetch(`${demo.url}/dashboard/sign-in`)).text(), String(html`<code>${hint}</code>`))
    const pasted = await promisify(exec)(hint, { cwd: root, env: { ...process.env, ...foreign } })
    assert.include(pasted.stdout, `${demo.url}/dashboard/sign-in#`)
    assert.isFalse(existsSync(DATA_DIR))
    assert.strictEqual(await demo.stop("SIGINT"), 0, demo.output())
    assert.deepStrictEqual(readdirSync(TMPDIR), [])
    const called = calledIn(coverage.path)
    noFaults(
      walks.flatMap(({ name, steps }) =>
        steps.flatMap(({ file }) => (called.has(file) || unseen.has(file) ? [] : [`${name}: ${file}`]))
      ),
      "Nothing called these steps of the walks in docs/architecture.md. Say there where the data passes now:"
    )
    remove()
    coverage.remove()
  })
})

import { afterAll, assert, describe, it } from "vitest"
import { startService, spawnProgram, temporaryDirectory, type Runtime } from "../support/Service.ts"

const reads = [
  "/reports",
  "/competitors",
  "/seo/keywords",
  "/seo/trending",
  "/signals",
  "/social-trends/feed",
  "/market-data/search?q=acme"
]

const directories: Array<() => void> = []
afterAll(() => directories.forEach((remove) => remove()))

const dataDirectory = () => {
  const { path, remove } = temporaryDirectory()
  directories.push(remove)
  return path
}

const get = (url: string, key: string) => fetch(url, { headers: { "x-api-key": key } })

const post = (url: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })

// A process comes up in a few seconds; a busy machine with all test files at once takes longer.
describe("the service as a process", { timeout: 120_000 }, () => {
  for (const runtime of ["node", "deno"] satisfies Array<Runtime>) {
    it(`starts on ${runtime}, answers with its first key, keeps its data, and stops on SIGTERM`, async () => {
      const DATA_DIR = dataDirectory()
      const first = await startService({ DATA_DIR }, { runtime })
      assert.isNotNull(first.key)
      const base = `${first.url}/api/v1/public`
      for (const path of reads) {
        const answer = await get(base + path, first.key!)
        assert.strictEqual(answer.status, 200, `${path}: ${await answer.text()}`)
      }
      const made = await post(`${base}/reports`, first.key!, { niche: "electric vehicle charging" })
      assert.strictEqual(made.status, 201, first.output())
      const { id } = ((await made.json()) as { data: { id: number } }).data
      const location = made.headers.get("location")
      assert.strictEqual(location, `/api/v1/public/reports/${id}`)
      assert.strictEqual((await get(first.url + location, first.key!)).status, 200)
      for (const path of ["/docs", "/openapi.json", "/healthz", "/readyz", "/api/v1/public/status"]) {
        assert.strictEqual((await fetch(first.url + path)).status, 200, path)
      }
      assert.strictEqual(await first.stop(), 0, first.output())

      const second = await startService({ DATA_DIR }, { runtime })
      assert.isNull(second.key, "the first key is shown once")
      const again = await get(second.url + location, first.key!)
      assert.strictEqual(again.status, 200)
      assert.strictEqual(((await again.json()) as { data: { status: string } }).data.status, "completed")
      assert.strictEqual(await second.stop("SIGINT"), 0)
    })
  }

  it("refuses a second process on the same data directory", async () => {
    const DATA_DIR = dataDirectory()
    const first = await startService({ DATA_DIR })
    const second = spawnProgram("src/main.ts", { DATA_DIR })
    assert.strictEqual(await second.exited, 1)
    assert.include(second.output(), DATA_DIR)
    assert.include(second.output(), String(first.process.pid))
    assert.notInclude(second.output(), "    at ", "words, not a stack")
    assert.strictEqual((await get(`${first.url}/api/v1/public/signals`, first.key!)).status, 200)
    await first.stop()
  })

  it("says that its port is taken", async () => {
    const service = await startService({ DATA_DIR: dataDirectory() })
    const second = spawnProgram("src/main.ts", { DATA_DIR: dataDirectory(), PORT: new URL(service.url).port })
    assert.strictEqual(await second.exited, 1)
    assert.include(second.output(), "address already in use")
    assert.notInclude(second.output(), "    at ")
    await service.stop()
  })

  it("does not start with bad settings, and names them all", async () => {
    const { exited, output } = spawnProgram("src/main.ts", { DATA_DIR: dataDirectory(), PORT: "x", LOG_LEVEL: "loud" })
    assert.strictEqual(await exited, 1)
    assert.include(output(), "PORT must be")
    assert.include(output(), "LOG_LEVEL must be")
    assert.notInclude(output(), "    at ")
  })

  it("loses nothing that it acknowledged when it is killed, and finishes the reports that were in hand", async () => {
    const DATA_DIR = dataDirectory()
    const environment = { DATA_DIR, REPORTS_PER_HOUR: "0", RATE_LIMIT_PER_MINUTE: "0" }
    let service = await startService(environment)
    const key = service.key!
    const acknowledged = { reports: new Set<number>(), domains: new Set<string>() }
    // Two kills: a report that is in hand at a third has used its three attempts, and rightly ends as failed.
    for (let round = 0; round < 2; round++) {
      const base = `${service.url}/api/v1/public`
      const work = Array.from({ length: 20 }, async (_, i) => {
        const report = await post(
          `${base}/reports`,
          key,
          { niche: `market ${round} ${i}` },
          { prefer: "respond-async" }
        )
        if (report.status === 202) acknowledged.reports.add(((await report.json()) as { data: { id: number } }).data.id)
        const domain = `c${round}-${i}.example`
        const competitor = await post(`${base}/competitors`, key, { name: `C ${i}`, domain })
        if (competitor.status === 201) acknowledged.domains.add(domain)
      })
      // Killed in the middle: as soon as some have been acknowledged, while others are still being written.
      await Promise.race(work)
      const killed = service.stop("SIGKILL")
      await Promise.allSettled(work)
      await killed
      service = await startService(environment)
    }
    const base = `${service.url}/api/v1/public`
    assert.isAbove(acknowledged.reports.size, 2)
    const deadline = Date.now() + 60_000
    let statuses = new Map<number, string>()
    do {
      const page = (await (await get(`${base}/reports?limit=100`, key)).json()) as {
        data: { reports: Array<{ id: number; status: string }>; total: number }
      }
      assert.strictEqual(page.data.total, page.data.reports.length)
      statuses = new Map(page.data.reports.map(({ id, status }) => [id, status]))
      assert.strictEqual(statuses.size, page.data.reports.length, "no report twice")
    } while ([...statuses.values()].some((status) => status !== "completed") && Date.now() < deadline)
    for (const id of acknowledged.reports) assert.strictEqual(statuses.get(id), "completed", `report ${id}`)
    const list = (await (await get(`${base}/competitors`, key)).json()) as { data: Array<{ domain: string }> }
    const domains = list.data.map(({ domain }) => domain)
    assert.strictEqual(new Set(domains).size, domains.length, "no competitor twice")
    assert.includeMembers(domains, [...acknowledged.domains])
    await service.stop()
  })
})

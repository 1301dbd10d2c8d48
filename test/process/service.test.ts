import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { signalGroup, startService, spawnProgram, temporaryDirectory, type Runtime } from "../../harness/Service.ts"

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

/** What the sign-in page's form does with what stands after `#` in a one-time link. */
const openLink = (link: string) => {
  const { hash, href, origin } = new URL(link)
  return fetch(href, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ code: hash.slice(1) })
  })
}

// A process comes up in a few seconds; a busy machine with all test files at once takes longer.
describe("the service as a process", { timeout: 120_000 }, () => {
  for (const runtime of ["node", "deno"] satisfies Array<Runtime>) {
    it(`starts on ${runtime}, answers with its first key, opens its one-time links, keeps its data, and stops on SIGTERM`, async () => {
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
      const printed = /Dashboard {2}(\S+)/.exec(first.output())![1]!
      const command = spawnProgram("src/cli.ts", { DATA_DIR }, runtime, ["login-link", "--json"])
      assert.strictEqual(await command.exited, 0, command.output())
      for (const link of [printed, JSON.parse(command.output()).url]) {
        const opened = await openLink(link)
        assert.strictEqual(opened.headers.get("location"), "/dashboard")
        const [cookie = ""] = opened.headers.getSetCookie()[0]!.split(";", 1)
        const account = await fetch(`${first.url}/api/v1/dashboard/account`, { headers: { cookie } })
        assert.strictEqual(account.status, 200, await account.text())
        assert.include((await openLink(link)).headers.get("location"), "problem=link")
        assert.notInclude(first.output(), cookie.split("=")[1]!)
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

  it("stops in order by a signal to the npm that started it, and by a Ctrl-C, which npm passes on once more", async () => {
    const DATA_DIR = dataDirectory()
    for (const send of [
      (child: ChildProcess) => child.kill("SIGTERM"),
      (child: ChildProcess) => signalGroup(child, "SIGINT")
    ]) {
      const service = await startService({ DATA_DIR, DATABASE_URL: "" }, { runtime: "npm", program: "start" })
      const pid = Number(readFileSync(join(DATA_DIR, "pid"), "utf8"))
      const before = service.output()
      send(service.process)
      assert.strictEqual(await service.exited, 0)
      const after = service.output().slice(before.length).trim().split("\n")
      assert.strictEqual(new Set(after).size, after.length, after.join("\n"))
      assert.throws(() => process.kill(pid, 0), /ESRCH/)
    }
  })

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

import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { setTimeout as sleep } from "node:timers/promises"
import {
  signalGroup,
  startService,
  spawnProgram,
  temporaryDirectory,
  type Runtime,
  v8Flags
} from "../../harness/Service.ts"
import { placeDatabase } from "../support/Databases.ts"

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

/** With a database in it: a first start is shown by the tests that begin without one. */
const directoryWithDatabase = () => placeDatabase(dataDirectory())

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

/** Opens a one-time link, which works once. */
const opensOnce = async (link: string, url: string) => {
  const opened = await openLink(link)
  assert.strictEqual(opened.headers.get("location"), "/dashboard")
  const [cookie = ""] = opened.headers.getSetCookie()[0]!.split(";", 1)
  const account = await fetch(`${url}/api/v1/dashboard/account`, { headers: { cookie } })
  assert.strictEqual(account.status, 200, await account.text())
  assert.include((await openLink(link)).headers.get("location"), "problem=link")
}

/** Who holds a data directory. */
const pidIn = (DATA_DIR: string): number => Number(readFileSync(join(DATA_DIR, "pid"), "utf8"))

/**
 * Starts the service as somebody does who sits at a terminal: script(1) gives it one, and writes down what it shows.
 */
const startOnTerminal = async (DATA_DIR: string) => {
  const command = [process.execPath, ...v8Flags, join(import.meta.dirname, "../../src/main.ts")]
  const args =
    process.platform === "linux" ? ["-qefc", command.join(" "), "/dev/null"] : ["-q", "/dev/null", ...command]
  const child = spawn("script", args, {
    cwd: DATA_DIR,
    stdio: ["pipe", "pipe", "inherit"],
    env: { PATH: process.env["PATH"], DATA_DIR, PORT: "0", INGEST_ENABLED: "false", SOURCES_FILE: sourcesFile }
  })
  const exited = new Promise<number | null>((resolve) => void child.once("close", resolve))
  let output = ""
  const greeted = new Promise<void>((resolve) =>
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString().replaceAll("\r\n", "\n")
      if (/OpenAPI {2}http\S+[\s\S]*\n\n$/.test(output)) resolve()
    })
  )
  const code = await Promise.race([greeted, exited])
  if (code !== undefined) throw new Error(`the service ended at its start:\n${output}`)
  return {
    output: () => output,
    stop: async () => {
      process.kill(pidIn(DATA_DIR), "SIGTERM")
      assert.strictEqual(await exited, 0, output)
    }
  }
}

const sourcesFile = join(import.meta.dirname, "../../sources.default.json")

// A process comes up in a few seconds; a busy machine with all test files at once takes longer.
describe("the service as a process", { timeout: 120_000 }, () => {
  for (const runtime of ["node", "deno"] satisfies Array<Runtime>) {
    it(`starts on ${runtime}, says how to come by a key and a link and prints neither, keeps its data, and stops on SIGTERM`, async () => {
      // A new database is made once: that takes seconds.
      const DATA_DIR = runtime === "node" ? dataDirectory() : directoryWithDatabase()
      const first = await startService({ DATA_DIR }, { runtime })
      // As they are printed, but for the environment, which is this test's.
      const commands = [...first.output().matchAll(/npm run -s sonde -- (.+)/g)].map(([, command]) =>
        command!.split(" ")
      )
      assert.deepStrictEqual(
        commands.map(([command]) => command),
        ["keys", "login-link"]
      )
      const [key, link] = await Promise.all(
        commands.map(async (args) => {
          const command = spawnProgram("sonde", { DATA_DIR, DATABASE_URL: "" }, "npm", ["-s", "--", ...args, "--json"])
          assert.strictEqual(await command.exited, 0, command.output())
          const { key, url } = JSON.parse(command.output()) as Record<string, string>
          return key ?? url!
        })
      )
      const base = `${first.url}/api/v1/public`
      for (const path of reads) {
        const answer = await get(base + path, key!)
        assert.strictEqual(answer.status, 200, `${path}: ${await answer.text()}`)
      }
      const made = await post(`${base}/reports`, key!, { niche: "electric vehicle charging" })
      assert.strictEqual(made.status, 201, first.output())
      const { id } = ((await made.json()) as { data: { id: number } }).data
      const location = made.headers.get("location")
      assert.strictEqual(location, `/api/v1/public/reports/${id}`)
      assert.strictEqual((await get(first.url + location, key!)).status, 200)
      for (const path of ["/docs", "/openapi.json", "/healthz", "/readyz", "/api/v1/public/status"]) {
        assert.strictEqual((await fetch(first.url + path)).status, 200, path)
      }
      await opensOnce(link!, first.url)
      assert.strictEqual(await first.stop(), 0, first.output())
      assert.notMatch(first.output(), /sonde_live_|sign-in#/)

      const second = await startService({ DATA_DIR }, { runtime })
      assert.notInclude(second.output(), "keys create", "there is a key")
      assert.include(second.output(), "login-link")
      assert.notMatch(second.output(), /sonde_live_|sign-in#/)
      const again = await get(second.url + location, key!)
      assert.strictEqual(again.status, 200)
      assert.strictEqual(((await again.json()) as { data: { status: string } }).data.status, "completed")
      assert.strictEqual(await second.stop("SIGINT"), 0)
    })
  }

  it.skipIf(process.platform === "win32")(
    "prints its first key and a link on a terminal, the key once, with a command that works as it stands, and refuses a second process on the same data directory",
    async () => {
      const DATA_DIR = directoryWithDatabase()
      const first = await startOnTerminal(DATA_DIR)
      const key = /sonde_live_[0-9a-f]{48}/.exec(first.output())![0]
      const curl = new RegExp(`curl -H 'X-API-Key: ${key}' '(\\S+)'`).exec(first.output())![1]!
      const refused = spawnProgram("src/main.ts", { DATA_DIR })
      assert.strictEqual(await refused.exited, 1)
      assert.include(refused.output(), DATA_DIR)
      assert.include(refused.output(), `process ${pidIn(DATA_DIR)}`)
      assert.notInclude(refused.output(), "    at ", "words, not a stack")
      assert.strictEqual((await get(curl, key)).status, 200)
      await opensOnce(/Dashboard {2}(\S+)/.exec(first.output())![1]!, new URL(curl).origin)
      await first.stop()

      const second = await startOnTerminal(DATA_DIR)
      assert.notInclude(second.output(), "sonde_live_", "the first key is shown once")
      assert.notInclude(second.output(), "keys create")
      assert.match(second.output(), /sign-in#/)
      await second.stop()
    }
  )

  it("stops in order by a signal to the npm that started it, and by a Ctrl-C, which npm passes on once more", async () => {
    const DATA_DIR = directoryWithDatabase()
    for (const send of [
      (child: ChildProcess) => child.kill("SIGTERM"),
      (child: ChildProcess) => signalGroup(child, "SIGINT")
    ]) {
      const service = await startService({ DATA_DIR, DATABASE_URL: "" }, { runtime: "npm", program: "start" })
      const pid = pidIn(DATA_DIR)
      const before = service.output()
      send(service.process)
      assert.strictEqual(await service.exited, 0)
      const after = service.output().slice(before.length).trim().split("\n")
      assert.strictEqual(new Set(after).size, after.length, after.join("\n"))
      assert.throws(() => process.kill(pid, 0), /ESRCH/)
    }
  })

  it("loses nothing that it acknowledged when it is killed, and finishes the reports that were in hand", async () => {
    const DATA_DIR = directoryWithDatabase()
    const environment = { DATA_DIR, REPORTS_PER_HOUR: "0", RATE_LIMIT_PER_MINUTE: "0" }
    let service = await startService(environment)
    const key = await service.createKey()
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
      await sleep(100)
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

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "../harness/FreePort.ts"
import { type Service, startService } from "../harness/Service.ts"
import { percentile } from "./Figures.ts"
import { type Finding, runExaminations } from "./load/Promises.ts"
import { directory, postgres, PostgresUrl } from "./Postgres.ts"

/*
 * npm run rolling -- [--write] [nginx] [Caddy]: restarts two services behind the proxy's file in deploy/ by turns while
 * requests come, a fifth of them POST. RESTARTS is how often (40). The proxy must be on this machine.
 */

const restarts = Number(process.env["RESTARTS"] ?? 40)
const perSecond = 50
/** So many seconds a process goes on after its SIGTERM. */
const delay = 6
const deploy = join(import.meta.dirname, "..", "deploy")

interface Ports {
  readonly own: number
  readonly services: readonly [number, number]
}

const withPorts = (file: string, { services: [one, other] }: Ports): string =>
  readFileSync(join(deploy, file), "utf8")
    .replace("127.0.0.1:4646", `127.0.0.1:${one}`)
    .replace("127.0.0.1:4647", `127.0.0.1:${other}`)

/** How each proxy is started on its shipped file, of which only addresses are changed. */
const proxies: Readonly<Record<string, (path: string, ports: Ports) => ChildProcess>> = {
  nginx: (path, ports) => {
    const site = withPorts("nginx.conf", ports).replace("listen 80;", `listen 127.0.0.1:${ports.own};`)
    writeFileSync(join(path, "site.conf"), site)
    const main = `daemon off; pid ${path}/nginx.pid; error_log ${path}/error.log; events {}
      http { access_log off; client_body_temp_path ${path}/body; proxy_temp_path ${path}/proxy; include ${path}/site.conf; }`
    writeFileSync(join(path, "nginx.conf"), main)
    return spawn("nginx", ["-p", path, "-c", join(path, "nginx.conf")], { stdio: "inherit" })
  },
  Caddy: (path, ports) => {
    const site = withPorts("Caddyfile", ports).replace("sonde.example.com", `http://127.0.0.1:${ports.own}`)
    writeFileSync(join(path, "Caddyfile"), `{\n\tadmin off\n}\n${site}`)
    return spawn("caddy", ["run", "--adapter", "caddyfile", "--config", join(path, "Caddyfile")], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, XDG_DATA_HOME: path, XDG_CONFIG_HOME: path }
    })
  }
}

const serviceOn = (port: number, DATABASE_URL: string, DATA_DIR: string): Promise<Service> =>
  startService({
    PORT: String(port),
    DATABASE_URL,
    DATA_DIR,
    SHUTDOWN_DELAY_SECONDS: String(delay),
    TRUST_PROXY: "true",
    RATE_LIMIT_PER_MINUTE: "0",
    REPORTS_PER_HOUR: "0",
    LOG_LEVEL: "warn"
  })

/** What became of the requests. */
class Requests {
  readonly millis: Array<number> = []
  readonly failures: Array<string> = []
  /** Names of competitors that were acknowledged. */
  readonly created: Array<string> = []
  readonly #url: string
  readonly #headers: Record<string, string>

  constructor(url: string, key: string) {
    this.#url = `${url}/api/v1/public`
    this.#headers = { "x-api-key": key, "content-type": "application/json" }
  }

  async #ask(path: string, body?: unknown): Promise<void> {
    const begun = performance.now()
    const what = `${body === undefined ? "GET" : "POST"} ${path}`
    try {
      const answer = await fetch(this.#url + path, {
        headers: this.#headers,
        ...(body !== undefined && { method: "POST", body: JSON.stringify(body) })
      })
      await answer.text()
      this.millis.push(performance.now() - begun)
      if (answer.status >= 400) this.failures.push(`${what}: ${answer.status}`)
      else if (body !== undefined && path === "/competitors")
        this.created.push((body as { readonly name: string }).name)
    } catch (cause) {
      this.failures.push(`${what}: ${cause instanceof Error ? String(cause.cause ?? cause) : String(cause)}`)
    }
  }

  /** The nth of all: a fifth are POST, of these one in a hundred for a report. */
  async nth(n: number): Promise<void> {
    if (n % 5 !== 0) return this.#ask(n % 2 === 0 ? "/signals?limit=20" : "/competitors?limit=20")
    if (n % 500 === 0) return this.#ask("/reports", { niche: `market ${n}` })
    return this.#ask("/competitors", { name: `Competitor ${n}`, domain: `c${n}.example` })
  }
}

const answers = async (url: string): Promise<void> => {
  for (const begun = performance.now(); performance.now() - begun < 20_000; await sleep(50)) {
    const ready = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )
    if (ready) return
  }
  throw new Error(`nothing is ready at ${url}`)
}

const rolled = (name: string) =>
  Effect.gen(function* () {
    const path = yield* directory
    const databaseUrl = yield* PostgresUrl
    const [own, one, other] = yield* Effect.promise(() => Promise.all([freePort(), freePort(), freePort()]))
    const ports: Ports = { own: own!, services: [one!, other!] }
    const services: Array<Service> = []
    for (const port of ports.services)
      services.push(yield* Effect.promise(() => serviceOn(port, databaseUrl, join(path, String(port)))))
    yield* Effect.addFinalizer(() => Effect.promise(() => Promise.all(services.map(({ stop }) => stop("SIGKILL")))))
    const key = yield* Effect.promise(() => services[0]!.createKey())
    const url = `http://127.0.0.1:${ports.own}`
    yield* Effect.acquireRelease(
      Effect.sync(() => proxies[name]!(path, ports)),
      (proxy) => Effect.sync(() => proxy.kill("SIGTERM"))
    )
    const requests = new Requests(url, key)
    const asked = yield* Effect.promise(async () => {
      await answers(url)
      const asked: Array<Promise<void>> = []
      const timer = setInterval(() => asked.push(requests.nth(asked.length)), 1_000 / perSecond)
      for (let n = 0; n < restarts; n++) {
        const at = n % 2
        const code = await services[at]!.stop()
        if (code !== 0) requests.failures.push(`a service ended with ${code}: ${services[at]!.output()}`)
        services[at] = await serviceOn(ports.services[at]!, databaseUrl, join(path, String(ports.services[at])))
        await answers(services[at].url)
        await sleep(1_500)
      }
      clearInterval(timer)
      await Promise.all(asked)
      return asked.length
    })
    const sql = yield* SqlClient.SqlClient
    const stored = yield* sql<{ readonly name: string; readonly count: number }>`
      select name, count(*)::int as count from competitors group by name`
    const once = new Set(stored.flatMap(({ count, name }) => (count === 1 ? [name] : [])))
    const lost = requests.created.filter((name) => !once.has(name))
    return [
      {
        promise: `${restarts} restarts at ${perSecond} requests a second, a fifth of them POST, lose no request`,
        measured: `${requests.failures.length} of ${asked} failed${requests.failures
          .slice(0, 5)
          .map((failure) => `; ${failure}`)
          .join("")}; p99 ${Math.round(percentile(requests.millis, 0.99))} ms`,
        target: "0",
        kept: requests.failures.length === 0,
        anywhere: true
      },
      {
        promise: "what was acknowledged is stored once",
        measured: `${lost.length} of ${requests.created.length} are not${lost
          .slice(0, 5)
          .map((one) => `; ${one}`)
          .join("")}`,
        target: "0",
        kept: lost.length === 0,
        anywhere: true
      }
    ] satisfies ReadonlyArray<Finding>
  }).pipe(Effect.provide(postgres))

runExaminations(
  "rolling",
  `two services on one Postgres, restarted by turns behind the proxy's file in deploy/, SHUTDOWN_DELAY_SECONDS=${delay}`,
  Object.fromEntries(Object.keys(proxies).map((name) => [name, rolled(name)]))
)

import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { newMigratedPostgres, placeDatabase } from "../support/Databases.ts"
import { everyScope } from "../../harness/Issuer.ts"
import { loopback } from "../../harness/Loopback.ts"
import { type Service, spawnProgram, startService, temporaryDirectory } from "../../harness/Service.ts"

/** Kills per database: a few with every run of the tests, and 200 with `npm run chaos`. */
const kills = Number(process.env["KILLS"] ?? 2)

/** The latest moment of a kill after the first answer, in milliseconds: every round ends in the middle of something. */
const longestRound = 2_000

const feeds = 3
const clients = 6

/** What a kill at a random moment may leave of a write: it was acknowledged, or nobody knows. */
type Fate = "done" | "unknown"

/** What the clients know, to be compared with what the service has at the end. */
const makeLedger = () => ({
  /** By domain. */
  competitors: new Map<string, Fate>(),
  removed: new Map<string, Fate>(),
  /** By idempotency key, the id that was answered; null while none was. */
  reports: new Map<string, number | null>(),
  /** By key, whether it must work. */
  keys: new Map<string, "works" | "refused" | "unknown">(),
  /** Called with every write that is acknowledged. */
  acknowledged: () => {}
})

type Ledger = ReturnType<typeof makeLedger>

const identityProvider = Effect.gen(function* () {
  const pair = yield* Effect.promise(() => generateKeyPair("ES256"))
  const jwk = { ...(yield* Effect.promise(() => exportJWK(pair.publicKey))), kid: "1", alg: "ES256", use: "sig" }
  const { origin } = yield* loopback((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ keys: [jwk] }))
  )
  const token = (sub: string) =>
    new SignJWT({ sub, iss: origin, aud: "sonde", scope: everyScope })
      .setProtectedHeader({ alg: "ES256", kid: "1" })
      .setIssuedAt()
      .setExpirationTime("2 hours")
      .sign(pair.privateKey)
  return { token, settings: { OIDC_ISSUER: origin, OIDC_AUDIENCE: "sonde", OIDC_JWKS_URL: `${origin}/keys` } }
})

/** A site whose feeds gain a story with every answer, up to as many as one list can show. */
const site = Effect.gen(function* () {
  const served = new Set<string>()
  const counts = new Map<string, number>()
  const { origin } = yield* loopback((request, response) => {
    const feed = (request.url ?? "/").slice(1)
    const count = Math.min(100, (counts.get(feed) ?? 0) + 1)
    counts.set(feed, count)
    const numbers = Array.from({ length: count }, (_, n) => n)
    for (const n of numbers) served.add(`https://news.example/${feed}/${n}`)
    response
      .writeHead(200, { "content-type": "application/rss+xml" })
      .end(
        `<rss version="2.0"><channel><title>Feed ${feed}</title>${numbers
          .map(
            (n) =>
              `<item><title>Story ${n} of feed ${feed}</title><link>https://news.example/${feed}/${n}</link></item>`
          )
          .join("")}</channel></rss>`
      )
  })
  return { origin, served }
})

const call = (service: Service, headers: Record<string, string>, method: string, path: string, body?: unknown) =>
  fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    ...(body !== undefined && { body: JSON.stringify(body) })
  }).then(async (answer) => ({ status: answer.status, data: ((await answer.json()) as { data?: any }).data }))

/** One client's endless work; it ends when the service dies under it. */
const work = async (service: Service, token: string, ledger: Ledger, name: string): Promise<void> => {
  const headers = { authorization: `Bearer ${token}` }
  const api = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    call(service, { ...headers, ...more }, method, path, body)
  for (let n = 0; ; n++) {
    const domain = `${name}-${n}.example`
    ledger.competitors.set(domain, "unknown")
    const competitor = await api("POST", "/public/competitors", { name: domain, domain })
    assert.strictEqual(competitor.status, 201)
    ledger.competitors.set(domain, "done")
    ledger.acknowledged()
    if (n % 3 === 2) {
      ledger.removed.set(domain, "unknown")
      assert.strictEqual((await api("DELETE", `/public/competitors/${competitor.data.id}`)).status, 200)
      ledger.removed.set(domain, "done")
    }
    // What was not answered the last time is asked again with the same key, as a careful client does.
    const open = [...ledger.reports].find(([key, id]) => id === null && key.startsWith(`${name.split("-")[0]}-`))?.[0]
    const idempotency = open ?? `${name}-${n}`
    ledger.reports.set(idempotency, null)
    const report = await api(
      "POST",
      "/public/reports",
      { niche: idempotency },
      { "idempotency-key": idempotency, prefer: "respond-async" }
    )
    // 409: the first request with the key died in the middle, and its claim has not run out yet.
    assert.include([201, 202, 409], report.status)
    if (report.status !== 409) ledger.reports.set(idempotency, report.data.id)
    await useKeys(ledger, api, n)
  }
}

type Api = (method: string, path: string, body?: unknown) => ReturnType<typeof call>

/** A key that stays, and one that is deactivated; when five are there, all are deleted. */
const useKeys = async (ledger: Ledger, api: Api, n: number): Promise<void> => {
  const made = await api("POST", "/dashboard/keys", {
    name: "chaos",
    scopes: ["signals"],
    expires_at: new Date(Date.now() + 86_400_000).toISOString()
  })
  if (made.status === 201) {
    const { id, key, last4 } = made.data
    ledger.keys.set(key, "works")
    if (n % 2 === 0) return
    ledger.keys.set(key, "unknown")
    assert.strictEqual((await api("POST", `/dashboard/keys/${id}/deactivate`)).status, 200, last4)
    ledger.keys.set(key, "refused")
  } else {
    assert.strictEqual(made.status, 409)
    for (const { id, last4, prefix } of (await api("GET", "/dashboard/keys")).data) {
      const key = [...ledger.keys.keys()].find((known) => known.startsWith(prefix) && known.endsWith(last4))
      if (key !== undefined) ledger.keys.set(key, "unknown")
      assert.strictEqual((await api("DELETE", `/dashboard/keys/${id}`)).status, 200)
      if (key !== undefined) ledger.keys.set(key, "refused")
    }
  }
}

const settled = async (service: Service, token: string) => {
  const deadline = Date.now() + 120_000
  while (true) {
    const reports: Array<{ id: number; niche: string; status: string }> = []
    for (let skip = 0; ; skip += 100) {
      const page = await call(
        service,
        { authorization: `Bearer ${token}` },
        "GET",
        `/public/reports?limit=100&skip=${skip}`
      )
      reports.push(...page.data.reports)
      if (page.data.reports.length < 100) break
    }
    if (reports.every(({ status }) => status === "completed" || status === "failed")) return reports
    assert.isBelow(Date.now(), deadline, "reports that never end")
    await sleep(100)
  }
}

const scenario = (database: Record<string, string>) =>
  Effect.gen(function* () {
    const directory = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))
    const { settings, token } = yield* identityProvider
    const { origin, served } = yield* site
    const SOURCES_FILE = join(directory.path, "sources.json")
    FileSystem.writeFileSync(
      SOURCES_FILE,
      JSON.stringify({ feeds: Array.from({ length: feeds }, (_, n) => ({ url: `${origin}/${n}`, name: `feed:${n}` })) })
    )
    const environment = {
      DATA_DIR: placeDatabase(join(directory.path, "data")),
      SOURCES_FILE,
      ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      RATE_LIMIT_PER_MINUTE: "0",
      REPORTS_PER_HOUR: "0",
      LOG_LEVEL: "error",
      ...settings,
      ...database
    }
    const ingest = () => spawnProgram("src/cli.ts", environment, "node", ["ingest", "run", "all", "--json"])
    yield* Effect.promise(async () => {
      const ledger = makeLedger()
      const tokens = await Promise.all(Array.from({ length: clients }, (_, n) => token(`client${n}`)))
      let slowestStart = 0
      let service = await startService(environment)
      for (let round = 0; round < kills; round++) {
        const ingesting = ingest()
        const begun = new Promise<void>((resolve) => (ledger.acknowledged = resolve))
        const working = tokens.map((one, n) => work(service, one, ledger, `client${n}-${round}`))
        // A client's failed expectation must not pass for the end of its connection.
        const faults = working.map((one) => one.catch((error: unknown) => error))
        await Promise.race([begun, ...faults])
        await sleep(Math.random() * longestRound)
        await service.stop("SIGKILL")
        for (const fault of await Promise.all(faults)) {
          if (fault instanceof Error && fault.name === "AssertionError") throw fault
        }
        ingesting.child.kill("SIGKILL")
        await ingesting.exited
        service = await startService(environment)
        slowestStart = Math.max(slowestStart, service.startedIn)
      }

      for (const [n, one] of tokens.entries()) {
        const mine = (key: string) => key.startsWith(`client${n}-`)
        const list = await call(service, { authorization: `Bearer ${one}` }, "GET", "/public/competitors")
        const domains: Array<string> = list.data.map(({ domain }: { readonly domain: string }) => domain)
        assert.strictEqual(new Set(domains).size, domains.length, "no competitor twice")
        for (const [domain, fate] of [...ledger.competitors].filter(([domain]) => mine(domain))) {
          if (ledger.removed.get(domain) === "done") assert.notInclude(domains, domain)
          else if (fate === "done" && !ledger.removed.has(domain)) assert.include(domains, domain)
        }
        const reports = await settled(service, one)
        const niches = reports.map(({ niche }) => niche)
        assert.strictEqual(new Set(niches).size, niches.length, "one report for each idempotency key")
        for (const [key, id] of [...ledger.reports].filter(([key]) => mine(key))) {
          if (id !== null) assert.strictEqual(reports.find(({ niche }) => niche === key)?.id, id)
        }
        const failed = reports.filter(({ status }) => status === "failed")
        assert.isAtMost(failed.length, kills, "only what was in hand at three kills is given up")
      }
      for (const [key, state] of ledger.keys) {
        const { status } = await call(service, { "x-api-key": key }, "GET", "/public/signals?limit=1")
        if (state === "works") assert.strictEqual(status, 200)
        // Of many that are refused the later ones are taken for guesses; a good key passes all the same.
        if (state === "refused") assert.include([401, 429], status)
      }

      const last = ingest()
      assert.strictEqual(await last.exited, 0, last.output())
      const found: Array<string> = []
      for (let feed = 0; feed < feeds; feed++) {
        const { data } = await call(
          service,
          { authorization: `Bearer ${tokens[0]}` },
          "GET",
          `/public/signals?limit=100&q=${encodeURIComponent(`"feed ${feed}"`)}`
        )
        found.push(...data.map(({ url }: { readonly url: string }) => url))
      }
      assert.strictEqual(new Set(found).size, found.length, "no story twice")
      assert.sameMembers(found, [...served])
      console.log(
        `${kills} kills: ${ledger.competitors.size} competitors, ${ledger.reports.size} reports, ${ledger.keys.size} keys, ` +
          `${served.size} stories; slowest start ${Math.round(slowestStart)} ms`
      )
      await service.stop()
    })
  })

const timeout = 120_000 + kills * 20_000

describe("killed at random moments under mixed load, the service keeps what it acknowledged, once", { timeout }, () => {
  it.live("on the embedded database", () => scenario({}))

  it.live("on Postgres", () =>
    Effect.flatMap(newMigratedPostgres, (url) => scenario({ DATABASE_URL: Redacted.value(url) }))
  )
})

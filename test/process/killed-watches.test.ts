import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as FileSystem from "node:fs"
import { text } from "node:stream/consumers"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { loopback } from "../../harness/Loopback.ts"
import { type Service, startService, temporaryDirectory } from "../../harness/Service.ts"
import { newMigratedPostgres, placeDatabase } from "../support/Databases.ts"
import type { ServedItem } from "../support/WatchedService.ts"

/** Kills on each database: one of each process with every run of the tests. `npm run watch-kills` has 200. */
const allKills = process.env["KILLS"]

/** The latest moment of a kill after the greeting, in milliseconds: every round ends in the middle of something. */
const longestRound = 1_500

/** Items that the site shows at a time: more than come in while all processes are down. */
const shown = 40

/** Requests that the receiver answers with 500 after it has taken them: one in so many. */
const failsOneIn = 100

/** Consonants and vowels in turns, so that no two stories share a word but the first. */
const word = (seed: number): string => {
  let rest = Math.imul(seed + 1, 2_654_435_761) >>> 0
  let made = ""
  for (let n = 0; n < 4; n++) {
    made += "bdfgklmnprstvz"[rest % 14]! + "aeiou"[Math.floor(rest / 14) % 5]!
    rest = (Math.floor(rest / 70) + Math.imul(seed, 40_503 + n)) & 0x7fffffff
  }
  return made
}

const titleOf = (story: number): string =>
  `Harbour ${Array.from({ length: 6 }, (_, n) => word(story * 6 + n)).join(" ")}`

/**
 * A site that gains a story with every answer, from `begin` to `end`. A second publisher carries it soon afterwards, in
 * the same words.
 */
const site = Effect.gen(function* () {
  let count = 0
  let grows = false
  const item = (story: number, source: string): ServedItem => ({ title: titleOf(story), source })
  const { origin } = yield* loopback((_, response) => {
    if (grows) count++
    const numbers = Array.from({ length: Math.min(count, shown) }, (_, n) => count - 1 - n)
    const late = numbers.filter((n) => !grows || n < count - 5)
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify([...numbers.map((n) => item(n, "Wire")), ...late.map((n) => item(n, "Post"))]))
  })
  const set = (on: boolean) => () => void (grows = on)
  return { origin, stories: () => count, begin: set(true), end: set(false) }
})

interface Received {
  readonly endpoint: string
  readonly id: string
  readonly body: string
  readonly event: { readonly id: number; readonly title: string; readonly watch: { readonly id: number } }
}

const receiver = Effect.gen(function* () {
  const received: Array<Received> = []
  const { origin } = yield* loopback((request, response) => {
    const take = async () => {
      const body = await text(request)
      const endpoint = request.url!.slice(1)
      received.push({ endpoint, id: String(request.headers["webhook-id"]), body, event: JSON.parse(body).data })
      response.writeHead(received.length % failsOneIn === 0 ? 500 : 204).end()
    }
    // It is not taken whose sender has died.
    take().catch(() => {})
  })
  return { origin, received }
})

const scenario = (processes: number, database: Record<string, string>) =>
  Effect.gen(function* () {
    const kills = Number(allKills ?? processes)
    const directory = yield* Effect.acquireRelease(Effect.sync(temporaryDirectory), ({ remove }) => Effect.sync(remove))
    const web = yield* site
    const hooks = yield* receiver
    const CLOCK_FILE = join(directory.path, "clock")
    FileSystem.writeFileSync(CLOCK_FILE, "0")
    const environment = {
      ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      RATE_LIMIT_PER_MINUTE: "0",
      LOG_LEVEL: "error",
      CLOCK_FILE,
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "../support/ClockFile.ts")).href}`,
      ...database,
      DATA_DIR: placeDatabase(join(directory.path, "data"))
    }
    const start = () =>
      startService({ ...environment, ITEMS_URL: web.origin }, { program: "test/support/WatchedService.ts" })

    yield* Effect.promise(async () => {
      const first = await start()
      const key = await first.createKey()
      const call = async ({ url }: Service, method: string, path: string, body?: unknown) => {
        const answer = await fetch(`${url}/api/v1/public${path}`, {
          method,
          headers: { "x-api-key": key, ...(body !== undefined && { "content-type": "application/json" }) },
          ...(body !== undefined && { body: JSON.stringify(body) })
        })
        const { data, error } = (await answer.json()) as { data: any; error?: unknown }
        assert.isTrue(answer.ok, `${path}: ${JSON.stringify(error)}`)
        return data
      }
      const endpointOf = async (name: string) => {
        const target = { kind: "webhook", url: `${hooks.origin}/${name}` }
        return (await call(first, "POST", "/endpoints", { name, target })).id as number
      }
      const [one, other] = [await endpointOf("one"), await endpointOf("other")]
      const watch = async (min_publishers: number, endpoints: ReadonlyArray<number>) => {
        const subject = { kind: "search", q: "harbour" }
        const conditions = { min_publishers }
        return (await call(first, "POST", "/watches", { name: "W", subject, conditions, endpoints })).id as number
      }
      const [any, carried] = [await watch(1, [one]), await watch(2, [one, other])]

      web.begin()
      let begun = 0
      let slowestStart = 0
      const beKilled = async (running?: Service) => {
        while (begun++ < kills) {
          const service = running ?? (await start())
          running = undefined
          slowestStart = Math.max(slowestStart, service.startedIn)
          await sleep(Math.random() * longestRound)
          await service.stop("SIGKILL")
        }
      }
      await Promise.all(Array.from({ length: processes }, (_, n) => beKilled(n === 0 ? first : undefined)))

      // What the dead had in hand is free for others once their leases have ended; on the embedded database at once.
      if (processes > 1) FileSystem.writeFileSync(CLOCK_FILE, "60000")
      web.end()
      const service = await start()
      const stories = web.stories()
      const deadline = Date.now() + 60_000 + stories * 200
      const events = async () => {
        const found: Array<{ id: number; title: string; watch: { id: number } }> = []
        for (let after = 0; ; after = found.at(-1)!.id) {
          const page = await call(service, "GET", `/events?after=${after}&limit=100`)
          found.push(...page)
          if (page.length < 100) return found
        }
      }
      const titles = Array.from({ length: stories }, (_, n) => titleOf(n)).toSorted()
      const firstOf = (endpoint: string) => {
        const seen = new Set<number>()
        return hooks.received.flatMap(({ endpoint: to, event: { id } }) =>
          to === endpoint && seen.size < seen.add(id).size ? [id] : []
        )
      }
      let stored = await events()
      const isDone = () =>
        stored.length >= 2 * stories && firstOf("one").length >= 2 * stories && firstOf("other").length >= stories
      while (!isDone() && Date.now() < deadline) {
        await sleep(250)
        stored = await events()
      }
      assert.isAtLeast(stories, kills, "news came in all the time")
      // Whatever would come twice has its chance.
      await sleep(1_000)
      stored = await events()

      const titlesOf = (id: number) =>
        stored
          .filter(({ watch }) => watch.id === id)
          .map(({ title }) => title)
          .toSorted()
      assert.deepStrictEqual(titlesOf(any), titles, "each story has one event")
      assert.deepStrictEqual(titlesOf(carried), titles, "and one for the watch that waits for two publishers")
      assert.deepStrictEqual(
        stored.map(({ id }) => id),
        stored.map((_, n) => n + 1),
        "ids without a gap"
      )
      assert.deepStrictEqual(
        firstOf("one"),
        stored.map(({ id }) => id),
        "each sent, in order"
      )
      const ofCarried = stored.filter(({ watch }) => watch.id === carried).map(({ id }) => id)
      assert.deepStrictEqual(firstOf("other"), ofCarried, "each sent, in order")
      const byEvent = Map.groupBy(hooks.received, ({ endpoint, event }) => `${endpoint} ${event.id}`)
      for (const [event, requests] of byEvent) {
        assert.strictEqual(new Set(requests.map(({ id }) => id)).size, 1, `one webhook-id for ${event}`)
        assert.strictEqual(new Set(requests.map(({ event }) => event.title)).size, 1, `one text of ${event}`)
      }
      const ids = new Set(hooks.received.map(({ id }) => id))
      assert.strictEqual(ids.size, byEvent.size, "no webhook-id for two events")
      console.log(
        `${kills} killed, ${processes} at a time: ${stories} stories, ${stored.length} events stored once, ` +
          `${byEvent.size} deliveries, ${hooks.received.length - byEvent.size} repeated under the same webhook-id; ` +
          `slowest start ${Math.round(slowestStart)} ms`
      )
      await service.stop()
    })
  })

describe.concurrent("killed while news comes in and events go out, each story has one event and each event arrives", () => {
  const timeout = 180_000 + Number(allKills ?? 2) * 20_000

  it.live("on the embedded database", () => scenario(1, {}), timeout)

  it.live(
    "two processes on one Postgres",
    () => Effect.flatMap(newMigratedPostgres, (url) => scenario(2, { DATABASE_URL: Redacted.value(url) })),
    timeout
  )
})

import { Clock, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import * as Http from "node:http"
import { World } from "../harness/World.ts"
import { KeyRing } from "../src/access/KeyRing.ts"
import { routes } from "../src/app/Routes.ts"
import type { ApiKeyId } from "../src/domain/ApiKey.ts"
import { WatchId } from "../src/domain/Watch.ts"
import { FastPath } from "../src/http/cache/FastPath.ts"
import { serverLayer } from "../src/http/server/Server.ts"
import * as Storage from "../src/storage/Storage.ts"
import { WatchEvents } from "../src/storage/watches/WatchEvents.ts"
import { mostPerAccount } from "../src/watches/EventStreams.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, percentile } from "./Figures.ts"

const base = "/api/v1/public"

const keysOfEach = 4

interface Client {
  readonly account: number
  text: string
  ended: boolean
}

/** Opens a stream, and resolves with its first block. */
const connect = (url: string, account: number, key: string): Promise<Client> =>
  new Promise((resolve, reject) => {
    const client: Client = { account, text: "", ended: false }
    const request = Http.get(
      `${url}${base}/events/stream`,
      { headers: { "x-api-key": key }, agent: false },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode} instead of a stream`))
        answer.on("data", (chunk: Buffer) => {
          client.text += chunk.toString()
          resolve(client)
        })
        answer.on("close", () => void (client.ended = true))
      }
    )
    request.on("error", reject)
  })

/** Milliseconds until all of it is so. */
const until = Effect.fnUntraced(function* (condition: () => boolean) {
  const begun = performance.now()
  while (!condition()) yield* Effect.sleep("1 millis")
  return performance.now() - begun
})

/** Many streams of events on one process: what they cost, how late events are, and when a withdrawn key is noticed. */
export const streams: Bench = {
  name: "streams",
  run: ({ short }) =>
    Effect.gen(function* () {
      const url = HttpServer.formatAddress((yield* HttpServer.HttpServer).address)
      const world = yield* World
      const keys = yield* KeyRing
      const events = yield* WatchEvents
      const accounts = short ? 5 : 25
      const owners = yield* Effect.forEach(
        Array.from({ length: accounts }, (_, n) => n),
        Effect.fnUntraced(function* (n) {
          const account = yield* world.account(`account ${n}`)
          const held = yield* Effect.replicateEffect(world.key({ account: `account ${n}` }), keysOfEach)
          const made = yield* world.send(`${base}/watches`, {
            method: "POST",
            key: held[0]!.key,
            body: { name: "tea", subject: { kind: "search", q: "tea" } }
          })
          return { n, account, held, watch: WatchId.make(made.json.data.id as number) }
        })
      )
      const clients: Array<Client & { readonly key: number }> = []
      const heapBefore = process.memoryUsage().rss
      const begun = performance.now()
      for (const { held, n } of owners)
        for (const { id, key } of held)
          for (let one = 0; one < mostPerAccount / held.length; one++)
            clients.push(Object.assign(yield* Effect.promise(() => connect(url, n, key)), { key: id }))
      const opened = performance.now() - begun
      const rss = process.memoryUsage().rss - heapBefore

      const quiet = short ? 1_000 : 10_000
      const cpuBefore = process.cpuUsage()
      yield* Effect.sleep(quiet)
      const { system, user } = process.cpuUsage(cpuBefore)
      const idle = (system + user) / 10 / quiet

      const delays: Array<number> = []
      for (let round = 1; round <= (short ? 3 : 20); round++) {
        const now = yield* Clock.currentTimeMillis
        yield* events.record(
          owners.map(({ account, watch }) => ({
            account,
            watch,
            key: `round ${round}`,
            cooldownMillis: 0,
            send_at: new Date(now),
            content: {
              kind: "search" as const,
              title: `Round ${round}`,
              text: null,
              source: null,
              story_id: null,
              why: { terms: [], highlights: [], change: null },
              link: { kind: "watch" as const, id: watch, url: null }
            }
          }))
        )
        delays.push(yield* until(() => clients.every(({ text }) => text.includes(`id: ${round}\n`))))
      }

      const noticed: Array<number> = []
      for (const { account, held, n } of owners)
        for (const { id } of held.slice(0, 2)) {
          yield* Effect.orDie(keys.deactivate(account, id as ApiKeyId))
          const withdrawn = clients.filter((client) => client.account === n && client.key === id)
          noticed.push(yield* until(() => withdrawn.every(({ ended }) => ended)))
        }
      const rows: ReadonlyArray<readonly [string, number, string]> = [
        ["opening all of them", opened, "ms"],
        ["memory for each, both ends", rss / clients.length / 1_024, "KiB"],
        ["processor while nothing happens, both ends", idle, "% of a core"],
        ["an event for each account: the last stream has it, median", percentile(delays, 0.5), "ms"],
        ["the slowest", Math.max(...delays), "ms"],
        ["a key is deactivated: its last stream has ended, median", percentile(noticed, 0.5), "ms"],
        ["the slowest", Math.max(...noticed), "ms"]
      ]
      return {
        figures: Object.fromEntries(rows.map(([name, value, unit], n) => [`${n + 1} ${name}: ${unit}`, value])),
        lines: [
          `${clients.length} streams of ${accounts} accounts on one process, over TCP, with the clients in the same process:`,
          ...aligned(rows.map(([name, value, unit]) => [name, `${digits(value)} ${unit}`]))
        ],
        missed: Math.max(...noticed) > 1_000 ? ["A withdrawn key was noticed after more than a second."] : []
      }
    }).pipe(
      Effect.provide(
        serverLayer(routes, { host: "127.0.0.1", port: 0 }).pipe(
          Layer.provide(FastPath.layer),
          Layer.provideMerge(World.over(Storage.layerMemory)),
          Layer.orDie
        )
      )
    )
}

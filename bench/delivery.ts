import { Clock, Effect, Layer } from "effect"
import { performance } from "node:perf_hooks"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { loopback } from "../harness/Loopback.ts"
import * as Delivering from "../src/delivery/Delivering.ts"
import { Sender } from "../src/delivery/Sender.ts"
import { newSigningSecret } from "../src/delivery/Signature.ts"
import { AccountName } from "../src/domain/Account.ts"
import { noConditions, type WatchId } from "../src/domain/Watch.ts"
import { Accounts } from "../src/storage/accounts/Accounts.ts"
import { Endpoints } from "../src/storage/watches/Endpoints.ts"
import * as Storage from "../src/storage/Storage.ts"
import { WatchEvents } from "../src/storage/watches/WatchEvents.ts"
import { Watches } from "../src/storage/watches/Watches.ts"
import { contentOf } from "../src/watches/Occurrences.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits } from "./Figures.ts"
import { postgres } from "./Postgres.ts"

/** Receivers that take a request and never answer it, of one account. */
const hanging = 10

/** What waits may cost so much memory at most. */
const mostGrowth = 8

const mib = (bytes: number): number => bytes / 1_048_576

/** Memory once nothing is in it that can be thrown away. */
const memory = () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  return { heap: mib(heapUsed), rss: mib(rss) }
}

/** What a delivering process needs, by the number of deliveries that wait for receivers that hang. */
export const delivery: Bench = {
  name: "delivery",
  document: "scaling.md",
  run: ({ short }) =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const watches = yield* Watches
      const events = yield* WatchEvents
      const { id: account } = yield* (yield* Accounts).ensure(AccountName.make("bench"))
      let received = 0
      const { origin } = yield* loopback((request, response) => {
        request.resume()
        if (request.url === "/hangs") return
        received++
        response.writeHead(204).end()
      })
      const watch = Effect.fnUntraced(function* (path: string, receivers: number) {
        const target = { kind: "webhook", url: origin + path } as const
        const made = yield* Effect.replicateEffect(
          Effect.suspend(() => endpoints.create(account, { name: path, target }, newSigningSecret())),
          receivers
        )
        const ids = made.map(({ id }) => id)
        const subject = { kind: "search", q: "tea" } as const
        return yield* watches.create(account, { name: path, subject, conditions: noConditions, endpoints: ids })
      })
      let happened = 0
      const happen = Effect.fnUntraced(function* (id: WatchId, count: number) {
        const send_at = new Date(yield* Clock.currentTimeMillis)
        for (let left = count; left > 0; left -= 500)
          yield* events.record(
            Array.from({ length: Math.min(left, 500) }, () => ({
              account,
              watch: id,
              key: String(++happened),
              cooldownMillis: 0,
              send_at,
              content: contentOf("search", {
                title: `Event ${happened}`,
                text: "What has happened, in as many words as news has. ".repeat(5),
                link: { kind: "watch", id, url: null }
              })
            }))
          )
      })
      const slow = yield* watch("/hangs", hanging)
      const good = yield* watch("/takes", 1)
      yield* Layer.build(Delivering.layer.pipe(Layer.provide(Sender.layer(["127.0.0.1"]))))

      const served = short ? 50 : 500
      const serve = Effect.gen(function* () {
        const begun = performance.now()
        const before = received
        yield* happen(good.id, served)
        yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => received >= before + served })
        return performance.now() - begun
      })
      // Warms up: what is compiled and prepared once does not count.
      yield* serve
      const rows: Array<{ waiting: number; heap: number; rss: number; took: number }> = []
      for (const waiting of short ? [0, 100, 1_000] : [0, 1_000, 10_000]) {
        yield* happen(slow.id, (waiting - (rows.at(-1)?.waiting ?? 0)) / hanging)
        // Those that hang are in hand.
        yield* Effect.sleep("2 seconds")
        const took = yield* serve
        rows.push({ waiting, took, ...memory() })
      }
      const growth = rows.at(-1)!.heap - rows[0]!.heap
      return {
        figures: Object.fromEntries(rows.map(({ heap, waiting }) => [`${waiting} deliveries waiting: heap MiB`, heap])),
        lines: [
          `A process that delivers, on Postgres: ${hanging} receivers hang, and ${served} events go to another one meanwhile`,
          ...aligned([
            ["waiting", "heap, MiB", "RSS, MiB", `${served} others delivered in, ms`],
            ...rows.map(({ heap, rss, took, waiting }) => [String(waiting), digits(heap), digits(rss), digits(took)])
          ]).map((line) => `  ${line}`)
        ],
        missed: growth > mostGrowth ? [`What waits takes ${digits(growth)} MiB of memory.`] : []
      }
    }).pipe(Effect.provide(Storage.layer.pipe(Layer.provideMerge(postgres))))
}

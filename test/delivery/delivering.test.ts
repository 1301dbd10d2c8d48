import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Schema, Scope } from "effect"
import { TestClock } from "effect/testing"
import type { ServerResponse } from "node:http"
import { isDeepStrictEqual } from "node:util"
import { loopback } from "../../harness/Loopback.ts"
import * as Delivering from "../../src/delivery/Delivering.ts"
import { Sender } from "../../src/delivery/Sender.ts"
import { newSigningSecret } from "../../src/delivery/Signature.ts"
import type { AccountId } from "../../src/domain/Account.ts"
import type { EndpointId } from "../../src/domain/EndpointId.ts"
import { toTimestamp } from "../../src/domain/Timestamp.ts"
import { noConditions, type Watch } from "../../src/domain/Watch.ts"
import { type Taken, Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Endpoints } from "../../src/storage/watches/Endpoints.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { WatchEvents } from "../../src/storage/watches/WatchEvents.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { contentOf } from "../../src/watches/Occurrences.ts"
import { start } from "../support/Contract.ts"
import { newAccount } from "../storage/NewAccount.ts"

const hooks = (count: number) => Array.from({ length: count }, () => "https://hooks.example/")

const watched = Effect.fnUntraced(function* (account: AccountId, urls: ReadonlyArray<string>) {
  const endpoints = yield* Endpoints
  const made = yield* Effect.forEach(urls, (url) =>
    endpoints.create(account, { name: "Hook", target: { kind: "webhook", url } }, newSigningSecret())
  )
  const subject = { kind: "search", q: "tea" } as const
  const ids = made.map(({ id }) => id)
  const watch = yield* (yield* Watches).create(account, {
    name: "T",
    subject,
    conditions: noConditions,
    endpoints: ids
  })
  return { ids, watch }
})

let made = 0

const happen = Effect.fnUntraced(function* (account: AccountId, { id }: Watch, now: Date, count: number) {
  const events = Array.from({ length: count }, () => {
    const content = contentOf("search", { title: "Tea", link: { kind: "watch", id: 1, url: null } })
    return { account, watch: id, key: `${++made}`, content, send_at: now, cooldownMillis: 0 }
  })
  yield* (yield* WatchEvents).record(events)
})

/** Stands for the network: what a receiver got, in the order in which it came. */
const receiver = (answer: (taken: Taken) => { readonly works: boolean; readonly millis: number }) => {
  const got: Array<readonly [EndpointId, number]> = []
  let underWay = 0
  let most = 0
  const layer = Layer.succeed(Sender, {
    test: () => Effect.die("no test"),
    confirm: () => Effect.die("no mail"),
    sendsMail: false,
    isRefused: () => false,
    send: Effect.fnUntraced(function* (taken: Taken) {
      const { millis, works } = answer(taken)
      most = Math.max(most, ++underWay)
      // What has come in has come in, also when the answer reaches nobody any more.
      if (works) got.push([taken.endpoint, taken.event.id])
      yield* Effect.ensuring(
        Effect.sleep(millis),
        Effect.sync(() => underWay--)
      )
      const now = new Date(yield* TestClock.testClockWith((clock) => clock.currentTimeMillis))
      const attempt = {
        at: toTimestamp(now),
        delivered: works,
        status: null,
        error: null,
        took_ms: millis,
        answer: null
      }
      const verdict = works ? ("delivered" as const) : { retryAt: new Date(now.getTime() + 5_000) }
      return { attempt, verdict }
    })
  })
  return { got, layer, most: () => most }
}

/** A process that delivers, until it is killed. */
const process = Effect.fnUntraced(function* (sender: Layer.Layer<Sender>) {
  const scope = yield* Scope.make()
  yield* Layer.buildWithScope(Delivering.layer.pipe(Layer.provide(sender)), scope)
  return Scope.close(scope, Exit.void)
})

const numbersOf = (got: ReadonlyArray<readonly [EndpointId, number]>, id: EndpointId) =>
  got.flatMap(([endpoint, n]) => (endpoint === id ? [n] : []))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

describe("delivery", () => {
  it.effect.prop(
    "brings every event at least once and in order, whatever fails and whoever dies",
    {
      script: Schema.Array(
        Schema.Struct({
          arrive: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 4 })),
          wait: Schema.Literals([0, 1, 3, 7, 40]),
          kill: Schema.Boolean,
          seed: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
        })
      ).check(Schema.isMaxLength(15))
    },
    ({ script }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start.getTime())
        const account = yield* newAccount
        const { ids, watch } = yield* watched(account, hooks(3))
        let seed = 0
        const { got, layer } = receiver(() => {
          seed = (seed * 7 + 3) % 11
          return { works: seed % 3 !== 0, millis: seed * 700 }
        })
        let total = 0
        const processes = [yield* process(layer), yield* process(layer)]
        for (const step of script) {
          seed = step.seed
          total += step.arrive
          const now = new Date(yield* TestClock.testClockWith((clock) => clock.currentTimeMillis))
          yield* happen(account, watch, now, step.arrive)
          yield* TestClock.adjust(`${step.wait} seconds`)
          if (step.kill) {
            yield* processes.shift()!
            processes.push(yield* process(layer))
          }
        }
        for (let n = 0; n < 900; n++) yield* TestClock.adjust("1 second")
        yield* Effect.all(processes)
        for (const id of ids) {
          const numbers = numbersOf(got, id)
          const first = numbers.filter((n, place) => numbers.indexOf(n) === place)
          assert.deepStrictEqual(first, upTo(total))
        }
        const left = yield* (yield* Deliveries).take(99)
        assert.deepStrictEqual(left, [])
      }).pipe(Effect.provide(Storage.layerMemory)) as Effect.Effect<void>,
    { arbitrary: { runs: 25 } }
  )

  it.effect("leaves others alone while receivers are slow or fail, and has one event of each endpoint in hand", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.getTime())
      const account = yield* newAccount
      const { ids, watch } = yield* watched(account, hooks(20))
      const [good] = ids
      const { got, layer, most } = receiver(({ endpoint }) =>
        endpoint === good ? { works: true, millis: 0 } : { works: endpoint % 2 === 0, millis: 10_000 }
      )
      yield* happen(account, watch, start, 30)
      const end = yield* process(layer)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(numbersOf(got, good!), upTo(30))
      assert.strictEqual(most(), 20)
      yield* end
    }).pipe(Effect.provide(Storage.layerMemory))
  )

  it.effect("leaves other accounts alone, however many have slow receivers", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.getTime())
      const slow = new Set<EndpointId>()
      const watchedSlow = []
      for (let n = 0; n < 50; n++) {
        const account = yield* newAccount
        const { ids, watch } = yield* watched(account, hooks(20))
        for (const id of ids) slow.add(id)
        watchedSlow.push([account, watch] as const)
      }
      const account = yield* newAccount
      const { ids, watch } = yield* watched(account, hooks(1))
      const { got, layer, most } = receiver(({ endpoint }) => ({
        works: true,
        millis: slow.has(endpoint) ? 9_000 : 0
      }))
      for (const [account, watch] of watchedSlow) yield* happen(account, watch, start, 2)
      const end = yield* process(layer)
      // The first time nobody is known to be slow.
      for (const events of [30, 60]) {
        yield* TestClock.adjust("1 second")
        yield* happen(account, watch, start, 30)
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(numbersOf(got, ids[0]!), upTo(events))
        yield* TestClock.adjust("10 seconds")
      }
      assert.isAtMost(most(), 1_024)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual(got.length, 50 * 20 * 2 + 60, "the slow ones have theirs too")
      yield* end
    }).pipe(Effect.provide(Storage.layerMemory))
  )

  it.effect("tries receivers with faults again as promised, while the others have their events", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start.getTime())
      const account = yield* newAccount
      let askedInside = 0
      const inside = yield* loopback((_, response) => {
        askedInside++
        response.end()
      })
      const received: Array<string> = []
      const held: Array<ServerResponse> = []
      const { origin } = yield* loopback((request, response) => {
        const name = request.url!.slice(1)
        received.push(`${name} ${String(request.headers["webhook-id"])}`)
        request.resume()
        if (name === "slow" && held.length === 0) held.push(response)
        else if (name === "large") response.end(Buffer.alloc(10_000_000, "x"))
        else if (name === "redirects") response.writeHead(307, { location: inside.origin }).end()
        else if (name !== "hangs") response.writeHead(name === "slow" ? 200 : Number(name)).end()
      })
      const names = ["204", "500", "410", "hangs", "large", "redirects", "slow"]
      const urls = [...names.map((name) => `${origin}/${name}`), origin.replace("http:", "https:")]
      const { ids, watch } = yield* watched(account, urls)
      const deliveries = yield* Deliveries

      /** What became of the events with each receiver, the oldest first. */
      const outcomes = Effect.map(
        Effect.forEach(ids, (id) => deliveries.list(account, id, { skip: 0, limit: 9 })),
        (logs) =>
          logs.map((log) =>
            log.toReversed().map(({ attempts, last_attempt }) => {
              if (last_attempt === null) return "waits"
              return last_attempt.error === null ? `delivered` : `${attempts}: ${last_attempt.error}`
            })
          )
      )
      const become = Effect.fnUntraced(function* (expected: ReadonlyArray<ReadonlyArray<string>>) {
        const deadline = performance.now() + 20_000
        const found = yield* Effect.repeat(Effect.andThen(Effect.yieldNow, outcomes), {
          until: (found) => isDeepStrictEqual(found, expected) || performance.now() > deadline
        })
        assert.deepStrictEqual(found, expected)
      })

      const [status500, status410] = ["the receiver answered 500", "the receiver answered 410"]
      const redirected = "the receiver answered 307: redirects are not followed"
      const noTls = "the server does not speak TLS on this port"

      yield* happen(account, watch, start, 2)
      const end = yield* process(Sender.layer(["127.0.0.1"]))
      yield* become([
        ["delivered", "delivered"],
        [`1: ${status500}`, "waits"],
        [`1: ${status410}`, "waits"],
        ["waits", "waits"],
        ["delivered", "delivered"],
        [`1: ${redirected}`, "waits"],
        ["waits", "waits"],
        [`1: ${noTls}`, "waits"]
      ])
      yield* happen(account, watch, start, 1)
      // Failures are tried again after some five seconds.
      yield* TestClock.adjust("7 seconds")
      held[0]!.end()
      yield* become([
        ["delivered", "delivered", "delivered"],
        [`2: ${status500}`, "waits", "waits"],
        [`1: ${status410}`, "waits", "waits"],
        ["waits", "waits", "waits"],
        ["delivered", "delivered", "delivered"],
        [`2: ${redirected}`, "waits", "waits"],
        ["delivered", "delivered", "delivered"],
        [`2: ${noTls}`, "waits", "waits"]
      ])
      yield* TestClock.adjust("3 seconds")
      yield* become((yield* outcomes).with(3, ["1: took longer than 10 s", "waits", "waits"]))

      const kept = yield* (yield* Endpoints).list(account)
      assert.deepStrictEqual(
        kept.map(({ status }) => status),
        ["active", "active", "disabled", "active", "active", "active", "active", "active"]
      )
      assert.strictEqual(kept[2]!.notice, "The receiver answered 410: it wants no more events.")
      assert.strictEqual(askedInside, 0)
      assert.strictEqual(new Set(received.filter((one) => one.startsWith("500"))).size, 1, "again under the same id")
      yield* end
    }).pipe(Effect.scoped, Effect.provide(Storage.layerMemory))
  )
})

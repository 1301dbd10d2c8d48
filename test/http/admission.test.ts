import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Latch, Layer } from "effect"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { Replica } from "../support/Replica.ts"
import { Wire } from "../support/Wire.ts"
import { World } from "../../harness/World.ts"

const signals = "/api/v1/public/signals"

/** Storage whose signals come when the gate opens; each request for them is counted. */
const held = (gate: Latch.Latch, asked: { count: number }) =>
  Layer.merge(
    Storage.layerMemory,
    Layer.effect(
      Signals,
      Effect.map(Signals, (service) => ({
        ...service,
        page: (query) => {
          asked.count++
          return Effect.andThen(gate.await, service.page(query))
        }
      }))
    ).pipe(Layer.provide(Storage.layerMemory))
  )

it.live(
  "what comes while as many requests are answered as may be is 503 in bounded time, and the rest is answered as ever",
  () =>
    Effect.gen(function* () {
      const gate = yield* Latch.make(false)
      const asked = { count: 0 }
      yield* Effect.gen(function* () {
        const { ask, url } = yield* Replica
        const { key } = yield* (yield* World).key()
        const headers = { "x-api-key": key }
        const inside = yield* Effect.forEach([1, 2], (n) => Effect.forkChild(ask(`${signals}?limit=${n}`, { headers })))
        yield* Effect.repeat(Effect.yieldNow, { until: () => asked.count === 2 })
        const refused = yield* ask(signals, { headers: { ...headers, "x-request-id": "mine" } })
        assert.strictEqual(refused.status, 503)
        assert.strictEqual(refused.headers["retry-after"], "1")
        const { error, success } = JSON.parse(refused.body)
        assert.deepStrictEqual([success, error.code, error.request_id], [false, "unavailable", "mine"])
        assert.strictEqual((yield* ask("/healthz")).status, 200, "who watches is answered")
        const wire = new Wire(url)
        const refuse = (id: string) => {
          const heard = wire.say(`GET ${signals} HTTP/1.1\r\nhost: x\r\nx-request-id: ${id}\r\n\r\n`).hears(`"${id}"`)
          return Effect.promise(() => heard)
        }
        yield* refuse("first")
        const begun = performance.now()
        yield* refuse("second")
        assert.isAbove(performance.now() - begun, 300, "a connection has a rest after a refusal")
        yield* Effect.promise(() => wire.leave())
        yield* gate.open
        for (const one of inside) assert.strictEqual((yield* Fiber.join(one)).status, 200)
        assert.strictEqual((yield* ask(signals, { headers })).status, 200)
      }).pipe(Effect.provide(Replica.over(held(gate, asked), { MAX_REQUESTS: "2" })))
    })
)

it.live("who sends slowly, and an answer that waits for those before it, take nobody's place", () =>
  Effect.gen(function* () {
    const gate = yield* Latch.make(false)
    const asked = { count: 0 }
    yield* Effect.gen(function* () {
      const { ask, url } = yield* Replica
      const { key } = yield* (yield* World).key()
      const head = (method: string, path: string, more = "") =>
        `${method} ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n${more}\r\n`
      const competitors = "/api/v1/public/competitors"
      const json = "content-type: application/json\r\ncontent-length: 100\r\n"
      const slow = [1, 2, 3].map(() => new Wire(url).say(head("POST", competitors, `expect: 100-continue\r\n${json}`)))
      yield* Effect.promise(() => Promise.all(slow.map((wire) => wire.hears("100 Continue"))))
      // One that is worked on; the other has its answer, which cannot leave before that of the first.
      const pipelined = new Wire(url).say(head("GET", signals) + head("GET", competitors))
      yield* Effect.repeat(Effect.yieldNow, { until: () => asked.count === 1 })
      const headers = { "x-api-key": key }
      for (let n = 0; n < 3; n++) assert.strictEqual((yield* ask(competitors, { headers })).status, 200)
      yield* gate.open
      yield* Effect.promise(() => Promise.all([...slow, pipelined].map((wire) => wire.leave())))
    }).pipe(Effect.provide(Replica.over(held(gate, asked), { MAX_REQUESTS: "2" })))
  })
)

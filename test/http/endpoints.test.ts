import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { loopback } from "../../harness/Loopback.ts"
import { type Call, World } from "../../harness/World.ts"
import { Deliveries } from "../../src/storage/watches/Deliveries.ts"
import { Sender } from "../../src/delivery/Sender.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { start } from "../support/Contract.ts"
import { news, store } from "../support/News.ts"
import { tell } from "../watches/Watched.ts"

/** Calls with a key of the account. */
const as = Effect.fnUntraced(function* (account: string) {
  const { key, send } = yield* World
  const { key: value } = yield* key({ account })
  return (method: string, path: string, body?: unknown, more: Call = {}) =>
    send(`/api/v1/public${path}`, { method, key: value, ...(body !== undefined && { body }), ...more })
})

const world = <A, E>(name: string, self: Effect.Effect<A, E, any>) =>
  it.effect(
    name,
    () =>
      Effect.andThen(
        TestClock.setTime(start.getTime()),
        Effect.provide(self, World.over(Storage.layerMemory, { ALLOW_PRIVATE_HOSTS: "127.0.0.1" }))
      ) as Effect.Effect<A, E>
  )

const hook = (url = "https://hooks.example/sonde") => ({ name: "Hook", target: { kind: "webhook", url } })

describe("endpoints", () => {
  world(
    "are made, read, changed, paused and deleted; the secret is shown once",
    Effect.gen(function* () {
      const call = yield* as("one")
      const made = yield* call("POST", "/endpoints", hook())
      assert.strictEqual(made.status, 201, made.text)
      const { secret, ...endpoint } = made.json.data
      assert.match(secret, /^whsec_[\w+/]{43}=$/)
      assert.deepStrictEqual(endpoint, {
        id: endpoint.id,
        ...hook(),
        status: "active",
        notice: null,
        confirmed: true,
        previous_secret_until: null,
        created_at: "2026-03-10T12:00:00"
      })
      const path = `/endpoints/${endpoint.id}`
      assert.deepStrictEqual((yield* call("GET", path)).json.data, endpoint)
      assert.deepStrictEqual((yield* call("GET", "/endpoints")).json.data, [endpoint])
      const paused = yield* call("PATCH", path, { status: "paused", name: "Other" })
      assert.deepStrictEqual(paused.json.data, { ...endpoint, status: "paused", name: "Other" })
      const rotated = (yield* call("POST", `${path}/rotate`, {})).json.data
      assert.notStrictEqual(rotated.secret, secret)
      assert.strictEqual(rotated.previous_secret_until, "2026-03-11T12:00:00")
      // A body may be left out: it is `{}`, also for whoever repeats the call by its key.
      const once = { headers: { "idempotency-key": "bodiless" } }
      const again = yield* call("POST", `${path}/rotate`, undefined, once)
      assert.strictEqual(again.status, 200, again.text)
      assert.deepStrictEqual(again.json.data.previous_secret_until, rotated.previous_secret_until)
      assert.strictEqual((yield* call("POST", `${path}/rotate`, {}, once)).text, again.text)
      assert.strictEqual((yield* call("POST", `${path}/redeliver`)).json.error.code, "malformed_json")
      const plain = yield* call("POST", "/endpoints", { name: "Plain", target: { ...hook().target, kind: "json" } })
      assert.isNull(plain.json.data.secret)
      assert.strictEqual((yield* call("DELETE", path)).status, 204)
      assert.strictEqual((yield* call("GET", path)).status, 404)
    })
  )

  world(
    "are refused with what is wrong with them, and a watch names only its account's own",
    Effect.gen(function* () {
      const call = yield* as("two")
      const wrong: ReadonlyArray<readonly [unknown, string]> = [
        [{ target: hook().target }, "name"],
        [{ name: "x", target: { kind: "pigeon", url: "https://hooks.example/" } }, "target"],
        [hook("ftp://hooks.example/"), "target.url"],
        [hook("hooks.example"), "target.url"],
        [hook("https://me:secret@hooks.example/"), "target.url"],
        [{ name: "x", target: { kind: "ntfy", url: "https://ntfy.example/" } }, "target"]
      ]
      for (const [body, place] of wrong) {
        const answer = yield* call("POST", "/endpoints", body)
        assert.strictEqual(answer.status, 422, answer.text)
        assert.strictEqual(answer.json.error.details[0].location.slice(1).join("."), place)
        assert.notInclude(answer.text, "me:secret")
      }
      const { id } = (yield* call("POST", "/endpoints", hook())).json.data
      const other = { target: { kind: "slack", url: "https://hooks.example/" } }
      assert.strictEqual((yield* call("PATCH", `/endpoints/${id}`, other)).status, 422)
      const watch = { name: "Tea", subject: { kind: "search", q: "tea" } }
      const own = yield* call("POST", "/watches", { ...watch, endpoints: [id] })
      assert.deepStrictEqual(own.json.data.endpoints, [id])
      const stranger = yield* as("three")
      const refused = [
        yield* stranger("POST", "/watches", { ...watch, endpoints: [id] }),
        yield* call("POST", "/watches", { ...watch, endpoints: [id, 9] }),
        yield* call("PATCH", `/watches/${own.json.data.id}`, { endpoints: [9] })
      ]
      const places = refused.map(({ json, status }) => [status, json.error.details[0].location.join(".")])
      assert.deepStrictEqual(places, [
        [422, "body.endpoints.0"],
        [422, "body.endpoints.1"],
        [422, "body.endpoints.0"]
      ])
    })
  )

  world(
    "get what their watches were waiting for, signed, once, and again by hand; the log says how it went",
    Effect.gen(function* () {
      const received: Array<{ headers: Record<string, string>; body: string }> = []
      const { origin } = yield* loopback((request, response) => {
        let body = ""
        request.on("data", (piece) => (body += piece))
        request.on("end", () => {
          received.push({ headers: request.headers as Record<string, string>, body })
          response.writeHead(received.length === 1 ? 500 : 200).end(`answer ${received.length}`)
        })
      })
      const call = yield* as("four")
      const { id, secret } = (yield* call("POST", "/endpoints", hook(origin))).json.data
      yield* call("POST", "/watches", { name: "Tea", subject: { kind: "search", q: "tea" }, endpoints: [id] })
      yield* store(news("Tea is dear in Assam"))
      yield* tell
      const deliver = Effect.gen(function* () {
        const deliveries = yield* Deliveries
        const sender = yield* Sender
        for (const taken of yield* deliveries.take(9)) {
          const { attempt, verdict } = yield* sender.send(taken)
          yield* deliveries.settle(taken, attempt, verdict)
        }
      })
      yield* deliver
      const log = Effect.map(call("GET", `/endpoints/${id}/deliveries`), ({ json }) => json.data[0])
      const failed = yield* log
      assert.deepStrictEqual(failed.last_attempt, {
        at: "2026-03-10T12:00:00",
        delivered: false,
        status: 500,
        error: "the receiver answered 500",
        took_ms: 0,
        answer: "answer 1"
      })
      assert.match(failed.next_attempt_at, /^2026-03-10T12:00:0[45]$/)
      yield* TestClock.adjust("6 seconds")
      yield* deliver
      const done = yield* log
      assert.deepStrictEqual(
        [done.event, done.title, done.attempts, done.delivered_at, done.next_attempt_at],
        [1, "Tea is dear in Assam", 2, "2026-03-10T12:00:06", null]
      )
      assert.deepStrictEqual(done.log, [failed.last_attempt, done.last_attempt])
      yield* deliver
      const unknown = yield* call("POST", `/endpoints/${id}/redeliver`, { events: [1, 2] })
      assert.deepStrictEqual([unknown.status, unknown.json.error.code], [404, "delivery_not_found"])
      const again = yield* call("POST", `/endpoints/${id}/redeliver`, { events: [1] })
      assert.deepStrictEqual([again.status, again.json.data.length, again.json.data[0].attempts], [200, 1, 2])
      yield* deliver
      assert.strictEqual(new Set(received.map(({ headers }) => headers["webhook-id"])).size, 1)
      assert.lengthOf(received, 3)
      const [listed] = (yield* call("GET", "/events")).json.data
      // Whether it is read is the account's own affair.
      assert.deepStrictEqual({ ...JSON.parse(received[2]!.body).data, read: false }, listed)
      const tested = yield* call("POST", `/endpoints/${id}/test`, {}, { headers: { "idempotency-key": "once" } })
      assert.deepStrictEqual([tested.json.data.delivered, tested.json.data.answer], [true, "answer 4"], tested.text)
      yield* call("POST", `/endpoints/${id}/test`, undefined, { headers: { "idempotency-key": "once" } })
      assert.lengthOf(received, 4)
      const { body, headers } = received[3]!
      const signed = new Webhook(secret)
      // The library compares with the machine's clock, and the test's is another.
      assert.throws(() => signed.verify(body, headers), /timestamp/)
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
      assert.strictEqual(signed.sign(headers["webhook-id"]!, at, body), headers["webhook-signature"])
    }).pipe(Effect.scoped)
  )
})

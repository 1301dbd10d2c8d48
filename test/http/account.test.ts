import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { SignIn } from "../../src/access/SignIn.ts"
import { Usage } from "../../src/access/Usage.ts"
import { AccountName } from "../../src/domain/Account.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import * as Storage from "../../src/storage/Storage.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Call, World } from "../../harness/World.ts"

const dashboard = "/api/v1/dashboard"

const send = (path: string, call?: Call) => Effect.flatMap(World, (world) => world.send(`${dashboard}${path}`, call))

const newKey = { method: "POST", body: { name: "ci", scopes: ["signals"], expires_at: "1970-02-01" } }

describe("an account's summary", () => {
  it.layer(World.over(Storage.layerMemory, { REPORTS_PER_HOUR: "7", OPERATORS: "user-1, user-2" }))((it) => {
    it.effect("says who is signed in, and what is left of keys and reports", () =>
      Effect.gen(function* () {
        const world = yield* World
        const session = yield* world.session()
        for (let n = 0; n < 2; n++) yield* send("/keys", { session, ...newKey })
        const { id } = (yield* send("/keys", { session, ...newKey })).json.data
        yield* send(`/keys/${id}/deactivate`, { method: "POST", session })
        yield* world.send("/api/v1/public/reports", {
          method: "POST",
          session,
          body: { niche: "heat pumps" },
          headers: { prefer: "respond-async" }
        })
        const { json } = yield* send("/account", { session })
        assert.deepStrictEqual(json.data, {
          account: "local",
          sign_in: "link",
          operator: true,
          scopes: ["reports", "competitors", "seo", "signals", "market_data", "social_trends", "watches"],
          keys: { active: 2, limit: 5 },
          reports: { last_hour: 1, limit: 7 },
          events: { unread: 0 }
        })
      })
    )

    it.effect(
      "names operators: whom the settings name, signed in by whatever way, no token, and nobody for a link to another account",
      () =>
        Effect.gen(function* () {
          const world = yield* World
          const isOperator = (call: Call) => Effect.map(send("/account", call), ({ json }) => json.data.operator)
          const token = (sub: string) => Effect.promise(() => Issuer.token({ sub }))
          const signIn = yield* SignIn
          const { secret } = yield* signIn.byProvider(AccountName.make("user-2"), null)
          assert.isTrue(yield* isOperator({ session: secret }))
          assert.isFalse(yield* isOperator({ token: yield* token("user-2") }))
          assert.isTrue(yield* isOperator({ session: yield* world.session("user-1") }))
          assert.isFalse(yield* isOperator({ token: yield* token("user-3") }))
          assert.isFalse(yield* isOperator({ session: yield* world.session("user-3") }))
          // The provider does not get to say who is the operator of this machine.
          assert.strictEqual((yield* send("/account", { token: yield* token("local") })).status, 401)
        })
    )
  })
})

describe("the audit trail", () => {
  it.layer(World.over(Storage.layerMemory, { TRUST_PROXY: "true" }))((it) => {
    it.effect("tells what was done to keys: when, in what way and from where", () =>
      Effect.gen(function* () {
        const world = yield* World
        const ring = yield* KeyRing
        const session = yield* world.session("user-1")
        const headers = {
          "x-forwarded-for": "10.9.8.7, 192.0.2.7",
          "user-agent": `Browser/1.0\u0080${"x".repeat(300)}`
        }
        const created = yield* send("/keys", { session, headers, ...newKey })
        const token = yield* Effect.promise(() => Issuer.token({ sub: "user-1", scope: "keys signals" }))
        yield* TestClock.adjust("1 minute")
        const old = created.json.data.id
        const { id } = (yield* send(`/keys/${old}/rotate`, { method: "POST", token })).json.data
        yield* ring.deactivate(yield* world.account("user-1"), ApiKeyId.make(id))
        yield* send(`/keys/${id}`, { method: "DELETE", session })
        // What was refused was not done.
        yield* send(`/keys/${id}`, { method: "DELETE", session })
        yield* send(`/keys/${old}/rotate`, { method: "POST", session })

        const { json } = yield* send("/audit?limit=4", { session })
        const { events, total } = json.data
        assert.strictEqual(total, 5)
        assert.deepStrictEqual(
          events.map((event: any) => [event.action, event.by, event.key.id, event.key.name, event.at]),
          [
            ["key_deleted", "dashboard", id, "ci", "1970-01-01T00:01:00"],
            ["key_deactivated", "command_line", id, "ci", "1970-01-01T00:01:00"],
            ["key_rotated", "token", id, "ci", "1970-01-01T00:01:00"],
            ["key_created", "dashboard", old, "ci", "1970-01-01T00:00:00"]
          ]
        )
        const first = events[3]
        assert.strictEqual(first.address, "192.0.2.7")
        assert.strictEqual(first.user_agent.length, 200)
        assert.match(first.user_agent, /^Browser\/1\.0 /)
        assert.strictEqual(first.key.last4, created.json.data.key.slice(-4))
        const rest = yield* send("/audit?skip=4", { session })
        assert.deepStrictEqual(
          rest.json.data.events.map((event: any) => [event.action, event.key]),
          [["signed_in", null]]
        )
      })
    )

    it.effect("tells nothing of other accounts, and none of the keys", () =>
      Effect.gen(function* () {
        const world = yield* World
        const one = yield* world.session("one")
        const other = yield* world.session("other")
        const { json } = yield* send("/keys", { session: one, ...newKey })
        const own = yield* send("/audit", { session: one })
        assert.notInclude(own.text, json.data.key)
        assert.deepStrictEqual(
          (yield* send("/audit", { session: other })).json.data.events.map(({ action }: any) => action),
          ["signed_in"]
        )
      })
    )
  })
})

describe("a key's usage", () => {
  it.effect("counts its calls by day and by endpoint", () =>
    Effect.gen(function* () {
      const world = yield* World
      const usage = yield* Usage
      const { id, key } = yield* world.key()
      const session = yield* world.session()
      yield* TestClock.adjust(Date.parse("1970-01-01T23:59:00Z"))
      yield* world.send("/api/v1/public/signals", { key })
      yield* TestClock.adjust("2 minutes")
      yield* world.send("/api/v1/public/signals?limit=1", { key })
      yield* world.send("/api/v1/public/seo/trending", { key })
      yield* usage.flush
      const fresh = yield* world.session()
      assert.strictEqual((yield* send(`/keys/${id}/usage`, { session })).status, 401)
      const { json } = yield* send(`/keys/${id}/usage`, { session: fresh })
      assert.deepStrictEqual(json.data.days.slice(-3), [
        { date: "1969-12-31", calls: 0 },
        { date: "1970-01-01", calls: 1 },
        { date: "1970-01-02", calls: 2 }
      ])
      assert.deepStrictEqual(json.data.endpoints, [
        { endpoint: "GET /api/v1/public/signals", calls: 2 },
        { endpoint: "GET /api/v1/public/seo/trending", calls: 1 }
      ])
    }).pipe(Effect.provide(World.layer))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { allScopes, type Scope } from "../../src/domain/Scope.ts"
import * as Storage from "../../src/storage/Storage.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Call, World } from "../../harness/World.ts"

const keys = "/api/v1/dashboard/keys"

const send = (path: string, call?: Call) => Effect.flatMap(World, (world) => world.send(path, call))

const tokenOf = (scope: string, sub = "user-1") => Effect.promise(() => Issuer.token({ sub, scope }))

const create = (call: Call, scopes: ReadonlyArray<Scope>, expires_at?: string | null) =>
  send(keys, { method: "POST", ...call, body: { name: "ci", scopes, ...(expires_at !== undefined && { expires_at }) } })

const day = 86_400_000

const iso = (millis: number) => new Date(millis).toISOString()

describe("a token", () => {
  it.layer(World.layer)((it) => {
    it.effect("manages keys only when it names the scope for that", () =>
      Effect.gen(function* () {
        const unnamed = yield* Effect.promise(() => Issuer.token())
        for (const token of [unnamed, yield* tokenOf("signals"), yield* tokenOf(allScopes.join(" "))]) {
          for (const [method, path] of [
            ["POST", keys],
            ["GET", keys],
            ["POST", `${keys}/1/rotate`],
            ["POST", `${keys}/1/deactivate`],
            ["GET", `${keys}/1/usage`],
            ["DELETE", `${keys}/1`],
            ["GET", "/api/v1/dashboard/audit"]
          ] as const) {
            const { json, status } = yield* send(path, { method, token, ...(method === "POST" && { body: {} }) })
            assert.deepInclude(
              { status, ...json.error },
              { status: 403, code: "insufficient_scope", message: "This needs the scope keys." },
              `${method} ${path}`
            )
          }
        }
        const token = yield* tokenOf("signals keys")
        assert.strictEqual((yield* send(keys, { token })).status, 200)
        const { json } = yield* send("/api/v1/dashboard/account", { token })
        assert.deepStrictEqual(json.data.scopes, ["signals", "keys"])
      })
    )

    it.effect("issues no key that may do more than itself", () =>
      Effect.gen(function* () {
        const token = yield* tokenOf("keys signals seo", "narrow")
        const wider = yield* create({ token }, ["signals", "reports", "market_data"], iso(day))
        assert.strictEqual(wider.status, 403)
        assert.strictEqual(wider.json.error.code, "insufficient_scope")
        assert.include(wider.json.error.message, "lacks reports, market_data")
        const issued = yield* create({ token }, ["seo"], iso(day))
        assert.strictEqual(issued.status, 201, issued.text)
        assert.deepStrictEqual(issued.json.data.scopes, ["seo"])
        const none = yield* create({ token: yield* tokenOf("keys", "narrow") }, ["seo"], iso(day))
        assert.strictEqual(none.json.error.code, "insufficient_scope")
        // The scope for managing keys is no key's to have.
        const managing = yield* create({ token }, ["keys" as Scope], iso(day))
        assert.strictEqual(managing.json.error.code, "validation_error")
      })
    )

    it.effect("issues no key for longer than 90 days, nor for good", () =>
      Effect.gen(function* () {
        const token = yield* tokenOf("keys signals", "brief")
        for (const expiry of [undefined, null, iso(90 * day + 1), "9999-12-31"]) {
          const { json, status } = yield* create({ token }, ["signals"], expiry)
          assert.strictEqual(status, 422, String(expiry))
          assert.deepStrictEqual(json.error.details, [
            {
              location: ["body", "expires_at"],
              message: "must be set, and at most 90 days from now, for a key that a token issues"
            }
          ])
        }
        assert.strictEqual((yield* create({ token }, ["signals"], iso(90 * day))).status, 201)
      })
    )

    it.effect("replaces no key that it could not have issued, and none by one that lives longer", () =>
      Effect.gen(function* () {
        const world = yield* World
        const token = yield* tokenOf("keys signals seo", "rotating")
        const session = yield* world.session("rotating")
        const made = (scopes: ReadonlyArray<Scope>, expires_at: string | null) =>
          Effect.map(create({ session }, scopes, expires_at), ({ json }) => json.data)
        const rotate = (id: number, call: Call) => send(`${keys}/${id}/rotate`, { method: "POST", ...call })

        const wide = yield* made(["signals", "reports"], iso(day))
        const wider = yield* rotate(wide.id, { token })
        assert.deepInclude(wider.json.error, { code: "insufficient_scope" })
        assert.include(wider.json.error.message, "lacks reports")
        const lasting = yield* made(["signals"], null)
        const late = yield* made(["signals"], iso(91 * day))
        for (const { id } of [lasting, late]) {
          const refused = yield* rotate(id, { token })
          assert.strictEqual(refused.status, 403)
          assert.strictEqual(refused.json.error.code, "key_management_forbidden")
        }
        // None of them was replaced, and each still works.
        for (const { key } of [wide, lasting, late]) {
          assert.strictEqual((yield* send("/api/v1/public/signals", { key })).status, 200)
        }

        const own = yield* made(["seo"], iso(2 * day))
        const fresh = yield* rotate(own.id, { token })
        assert.strictEqual(fresh.status, 201, fresh.text)
        assert.deepInclude(fresh.json.data, { scopes: ["seo"], expires_at: own.expires_at })
        assert.strictEqual((yield* rotate(own.id, { token })).json.error.code, "key_not_active")
        assert.strictEqual((yield* rotate(2_147_483_647, { token })).json.error.code, "key_not_found")
        assert.strictEqual((yield* rotate(lasting.id, { session })).status, 201)
      })
    )

    it.effect("withdraws any key of its account", () =>
      Effect.gen(function* () {
        const world = yield* World
        const token = yield* tokenOf("keys", "withdrawing")
        const { id, key } = yield* world.key({ account: "withdrawing" })
        assert.strictEqual((yield* send(`${keys}/${id}/deactivate`, { method: "POST", token })).status, 200)
        assert.strictEqual((yield* send("/api/v1/public/signals", { key })).json.error.code, "key_deactivated")
        assert.strictEqual((yield* send(`${keys}/${id}`, { method: "DELETE", token })).status, 204)
      })
    )
  })

  it.effect("issues keys for as long as the settings say", () =>
    Effect.gen(function* () {
      const token = yield* tokenOf("keys signals")
      assert.strictEqual((yield* create({ token }, ["signals"], iso(2 * day))).status, 422)
      assert.strictEqual((yield* create({ token }, ["signals"], iso(day))).status, 201)
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { TOKEN_KEY_MAX_DAYS: "1" })))
  )

  it.effect("of an operator runs no source, whatever it names", () =>
    Effect.gen(function* () {
      for (const scope of ["", "keys", [...allScopes, "keys", "operator"].join(" ")]) {
        const token = yield* tokenOf(scope, "boss")
        const { json } = yield* send("/api/v1/dashboard/sources/feed:good.example/run", { method: "POST", token })
        assert.strictEqual(json.error.code, "operator_only")
      }
    }).pipe(Effect.provide(World.over(Storage.layerMemory, { OPERATORS: "boss" })))
  )
})

describe("a session", () => {
  it.effect("issues and replaces keys of all scopes, for good", () =>
    Effect.gen(function* () {
      const world = yield* World
      const session = yield* world.session("user-1")
      const { json, status } = yield* create({ session }, allScopes)
      assert.strictEqual(status, 201)
      assert.deepInclude(json.data, { scopes: allScopes, expires_at: null })
      yield* TestClock.adjust("1 hour")
      const rotated = yield* send(`${keys}/${json.data.id}/rotate`, { method: "POST", session })
      assert.deepInclude(rotated.json.data, { scopes: allScopes, expires_at: null })
      const past = yield* create({ session }, allScopes, iso(0))
      assert.strictEqual(past.json.error.details[0].message, "must be in the future")
    }).pipe(Effect.provide(World.layer))
  )
})

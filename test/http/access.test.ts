import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { HttpApi } from "effect/http-api"
import { unbounded } from "../../src/access/KeyBounds.ts"
import { KeyRing } from "../../src/access/KeyRing.ts"
import { Api } from "../../src/api/Api.ts"
import { Requirement } from "../../src/api/Security.ts"
import { ApiKeyId } from "../../src/domain/ApiKey.ts"
import { allScopes, keyManagement, Scope } from "../../src/domain/Scope.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"

/*
 * Endpoints × credentials. The endpoints come from the contract, so that a new one is covered without work: each is
 * called with an id that nobody has, or with an empty body, and the credential alone decides between 401, 403 and the rest.
 */

interface Endpoint {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly requirement: Option.Option<Context.Service.Shape<typeof Requirement>>
}

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint, mergedAnnotations }) => {
    endpoints.push({
      name: `${endpoint.method} ${endpoint.path}`,
      method: endpoint.method,
      path: endpoint.path.replace(":platform", "reddit").replace(/:\w+/g, "2147483647"),
      requirement: Context.getOption(mergedAnnotations, Requirement)
    })
  }
})

const code = (answer: Answer): string | undefined => answer.json?.error?.code

const protectedEndpoints = endpoints.flatMap((endpoint) =>
  Option.match(endpoint.requirement, {
    onNone: () => [],
    onSome: (requirement) => [{ ...endpoint, requirement }]
  })
)

const call = (
  endpoint: Pick<Endpoint, "path" | "method">,
  credential: Pick<Call, "key" | "token" | "session" | "headers">
) =>
  Effect.flatMap(World, (world) =>
    world.send(endpoint.path, {
      method: endpoint.method,
      ...(["POST", "PATCH"].includes(endpoint.method) && { body: {} }),
      ...credential
    })
  )

/** What a good credential meets on these made-up calls: data, faults in the body, or nothing there. */
const passed = [200, 201, 204, 404, 422]

describe("every endpoint", () => {
  it("asks for a credential, /status aside", () => {
    assert.deepStrictEqual(
      endpoints.filter(({ requirement }) => Option.isNone(requirement)).map(({ name }) => name),
      ["GET /api/v1/public/status"]
    )
  })

  for (const endpoint of protectedEndpoints) {
    const { requirement } = endpoint
    const scope = Schema.is(Scope)(requirement) ? requirement : null
    const forKeys = scope !== null
    const good = (answer: Answer) => assert.include(passed, answer.status, answer.text)

    it.layer(World.layer)(endpoint.name, (it) => {
      it.effect("refuses a call without credential", () =>
        Effect.gen(function* () {
          const answer = yield* call(endpoint, {})
          assert.strictEqual(answer.status, 401)
          assert.strictEqual(code(answer), "missing_credentials")
          assert.include(answer.headers.get("www-authenticate") ?? "", "Bearer")
        })
      )

      it.effect("treats empty headers as absent", () =>
        Effect.gen(function* () {
          assert.strictEqual(code(yield* call(endpoint, { key: "", token: "" })), "missing_credentials")
        })
      )

      it.effect(forKeys ? "lets a key with the scope pass" : "refuses every key", () =>
        Effect.gen(function* () {
          const world = yield* World
          const { key } = yield* world.key(scope !== null ? { scopes: [scope], account: "a" } : { account: "a" })
          const answer = yield* call(endpoint, { key })
          if (forKeys) return good(answer)
          assert.strictEqual(answer.status, 403)
          assert.strictEqual(code(answer), "key_management_forbidden")
        })
      )

      if (forKeys) {
        it.effect("refuses a key with every other scope", () =>
          Effect.gen(function* () {
            const world = yield* World
            const { key } = yield* world.key({
              account: "b",
              scopes: allScopes.filter((scope) => scope !== requirement)
            })
            const answer = yield* call(endpoint, { key })
            assert.strictEqual(answer.status, 403)
            assert.strictEqual(code(answer), "insufficient_scope")
            assert.include(answer.json.error.message, requirement)
          })
        )

        it.effect("refuses a token that names other scopes only", () =>
          Effect.gen(function* () {
            const other = allScopes.find((scope) => scope !== requirement)!
            const token = yield* Effect.promise(() => Issuer.token({ scope: `openid ${other} ${keyManagement}` }))
            assert.strictEqual(code(yield* call(endpoint, { token })), "insufficient_scope")
          })
        )
      }

      it.effect("tells nothing to another account", () =>
        Effect.gen(function* () {
          const world = yield* World
          const { key } = yield* world.key({ account: "somebody else" })
          const answer = yield* call(endpoint, { key })
          if (forKeys) good(answer)
          else assert.strictEqual(answer.status, 403)
        })
      )

      it.effect("refuses keys that are no longer good, each for its reason", () =>
        Effect.gen(function* () {
          const world = yield* World
          const ring = yield* KeyRing
          const account = yield* world.account("c")
          const expired = yield* world.key({ account: "c", expires_at: new Date(60_000) })
          const deactivated = yield* world.key({ account: "c" })
          const deleted = yield* world.key({ account: "c" })
          const rotated = yield* world.key({ account: "c" })
          yield* ring.deactivate(account, ApiKeyId.make(deactivated.id))
          yield* ring.remove(account, ApiKeyId.make(deleted.id))
          const fresh = yield* ring.rotate(account, ApiKeyId.make(rotated.id), unbounded)
          yield* TestClock.adjust("1 minute")

          const expect = {
            expired: "key_expired",
            deactivated: "key_deactivated",
            deleted: "invalid_api_key",
            rotated: "key_deactivated"
          }
          for (const [name, key] of Object.entries({ expired, deactivated, deleted, rotated })) {
            const answer = yield* call(endpoint, { key: key.key })
            assert.strictEqual(answer.status, 401, name)
            assert.strictEqual(code(answer), expect[name as keyof typeof expect])
          }
          if (forKeys) good(yield* call(endpoint, { key: fresh.key }))
          yield* TestClock.setTime(0)
        })
      )

      it.effect("refuses what is no key", () =>
        Effect.gen(function* () {
          const world = yield* World
          const { key } = yield* world.key({ account: "d" })
          const flipped = key.slice(0, -1) + (key.endsWith("0") ? "1" : "0")
          for (const garbage of [
            "x",
            flipped,
            key.toUpperCase(),
            `${key} `.repeat(50),
            "sonde_live_" + "0".repeat(48)
          ]) {
            const answer = yield* call(endpoint, { key: garbage })
            assert.strictEqual(answer.status, 401)
            assert.strictEqual(code(answer), "invalid_api_key")
          }
        })
      )

      it.effect("lets a good token pass, and refuses bad ones", () =>
        Effect.gen(function* () {
          const token = yield* Effect.promise(() => Issuer.token())
          const answer = yield* call(endpoint, { token })
          if (requirement === "operator") assert.strictEqual(code(answer), "operator_only")
          else if (requirement === keyManagement) assert.strictEqual(code(answer), "insufficient_scope")
          else good(answer)
          const managing = yield* Effect.promise(() => Issuer.token({ scope: keyManagement }))
          if (requirement === keyManagement) good(yield* call(endpoint, { token: managing }))
          const bad = {
            "not.a.token": "invalid_token",
            [yield* Effect.promise(() => Issuer.token({ exp: -3_600 }))]: "token_expired",
            [yield* Effect.promise(() => Issuer.token({ aud: "another service" }))]: "invalid_token",
            [yield* Effect.promise(() => Issuer.token({}, { signedBy: "stranger" }))]: "invalid_token"
          }
          for (const [token, expected] of Object.entries(bad)) {
            const answer = yield* call(endpoint, { token })
            assert.strictEqual(answer.status, 401)
            assert.strictEqual(code(answer), expected)
          }
        })
      )

      it.effect("lets a session pass, from the service's own pages where it is more than reading", () =>
        Effect.gen(function* () {
          const world = yield* World
          const session = yield* world.session()
          good(yield* call(endpoint, { session }))
          const others = [
            { "sec-fetch-site": "same-site" },
            { "sec-fetch-site": "cross-site", origin: "http://sonde.test" },
            { "sec-fetch-site": "none" }
          ]
          for (const headers of others) {
            const answer = yield* call(endpoint, { session, headers })
            if (endpoint.method === "GET") good(answer)
            else assert.strictEqual(code(answer), "cross_origin", JSON.stringify(headers))
          }
          const stranger = yield* call(endpoint, { session: yield* world.session("user-1") })
          if (requirement === "operator") assert.strictEqual(code(stranger), "operator_only")
          else good(stranger)
        })
      )

      it.effect("refuses a session that has ended or never was, and goes by a key or token that is sent with one", () =>
        Effect.gen(function* () {
          const world = yield* World
          const session = yield* world.session()
          for (const bad of ["x", session.slice(0, -1), `${session}x`]) {
            const answer = yield* call(endpoint, { session: bad })
            assert.strictEqual(answer.status, 401)
            assert.strictEqual(code(answer), "session_ended")
          }
          assert.strictEqual(code(yield* call(endpoint, { session, key: "garbage" })), "invalid_api_key")
          assert.strictEqual(code(yield* call(endpoint, { session, token: "garbage" })), "invalid_token")
          yield* TestClock.adjust("2 hours")
          assert.strictEqual(code(yield* call(endpoint, { session })), "session_ended")
          yield* TestClock.setTime(0)
        })
      )

      it.effect("goes by the key when both are sent", () =>
        Effect.gen(function* () {
          const world = yield* World
          const token = yield* Effect.promise(() => Issuer.token())
          const { key } = yield* world.key({ account: "e" })
          const bad = yield* call(endpoint, { key: "garbage", token })
          assert.strictEqual(bad.status, 401)
          assert.strictEqual(code(bad), "invalid_api_key")
          const answer = yield* call(endpoint, { key, token: "garbage" })
          if (forKeys) good(answer)
          else assert.strictEqual(answer.status, 403)
        })
      )
    })
  }
})

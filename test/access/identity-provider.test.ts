import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { afterEach, beforeEach, vi } from "vitest"
import * as Storage from "../../src/storage/Storage.ts"
import { identityProvider } from "../support/IdentityProvider.ts"
import { type Answer, World } from "../../harness/World.ts"

const audience = "urn:sonde"

/** The provider, and the service that trusts it. */
const world = Effect.gen(function* () {
  const provider = yield* identityProvider
  const token = (scope?: string) => provider.token({ resource: audience, ...(scope !== undefined && { scope }) })
  /** A service that has not asked for the keys yet. */
  const started = <A, E>(effect: Effect.Effect<A, E, World>) =>
    Effect.provide(
      effect,
      World.over(
        Storage.layerMemory,
        { OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: audience },
        {
          fetch: globalThis.fetch
        }
      )
    )
  return { ...provider, of: provider.token, started, token }
})

const get = (path: string, token: string) =>
  Effect.flatMap(World, ({ send }) => send(`/api/v1/public${path}`, { token }))

const is = (answer: Answer, status: number, code?: string) =>
  assert.deepStrictEqual([answer.status, answer.json.error?.code], [status, code], answer.text)

// The provider and the cache of its keys go by Date; nothing else of the time is touched, so that the network works.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 10) }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => Effect.sync(() => vi.setSystemTime(Date.now() + seconds * 1_000))

describe("a token of an identity provider", () => {
  it.live("is good for its audience, and for the scopes that it names", () =>
    Effect.gen(function* () {
      const { started, token } = yield* world
      const [narrow, wide] = [yield* token("signals"), yield* token("signals reports")]
      yield* started(
        Effect.gen(function* () {
          is(yield* get("/signals", narrow), 200)
          is(yield* get("/reports", narrow), 403, "insufficient_scope")
          is(yield* get("/reports", wide), 200)
          const unscoped = yield* token()
          for (const path of ["/signals", "/reports", "/competitors", "/seo/keywords"])
            is(yield* get(path, unscoped), 200)
          yield* pass(3_600 + 59)
          is(yield* get("/signals", narrow), 200)
          yield* pass(2)
          is(yield* get("/signals", narrow), 401, "token_expired")
        })
      )
    })
  )

  it.live("is refused when it is for another service, opaque, or changed", () =>
    Effect.gen(function* () {
      const { started, ...provider } = yield* world
      const good = yield* provider.token()
      const [header, , signature] = good.split(".")
      const claims = btoa(JSON.stringify({ iss: provider.issuer, aud: audience, sub: "admin", exp: 4_000_000_000 }))
      const none = btoa(JSON.stringify({ alg: "none" }))
      yield* started(
        Effect.gen(function* () {
          for (const token of [
            yield* provider.of({ resource: "urn:other" }),
            yield* provider.of({}),
            `${header}.${claims}.${signature}`,
            `${none}.${claims}.`
          ]) {
            const answer = yield* get("/signals", token)
            is(answer, 401, "invalid_token")
            assert.include(answer.headers.get("www-authenticate")!, 'error="invalid_token"')
          }
          is(yield* get("/signals", good), 200)
        })
      )
    })
  )

  it.live("goes on being good when the provider changes its keys, which are asked for again half a minute later", () =>
    Effect.gen(function* () {
      const { fetches, rotate, started, token } = yield* world
      const before = yield* token()
      yield* started(
        Effect.gen(function* () {
          is(yield* get("/signals", before), 200)
          yield* rotate("key-2", "published")
          const after = yield* token()
          for (let n = 0; n < 5; n++) is(yield* get("/signals", after), 401, "invalid_token")
          assert.strictEqual(fetches(), 1, "unknown keys don't make the provider work")
          yield* pass(31)
          is(yield* get("/signals", after), 200)
          is(yield* get("/signals", before), 200)
          yield* rotate("key-3", "withdrawn")
          yield* pass(31)
          is(yield* get("/signals", yield* token()), 200)
          is(yield* get("/signals", before), 401, "invalid_token")
          assert.strictEqual(fetches(), 3)
        })
      )
    })
  )

  it.live("is neither good nor bad while the provider's keys cannot be had", () =>
    Effect.gen(function* () {
      const { setKeys, started, token } = yield* world
      const good = yield* token()
      yield* started(
        Effect.gen(function* () {
          yield* setKeys(false)
          const answer = yield* get("/signals", good)
          is(answer, 503, "unavailable")
          assert.isAbove(Number(answer.headers.get("retry-after")), 0)
          yield* setKeys(true)
          // A provider that failed is left alone for a second.
          yield* pass(1)
          is(yield* get("/signals", good), 200)
          yield* setKeys(false)
          yield* pass(9 * 60)
          is(yield* get("/signals", good), 200)
          yield* pass(2 * 60)
          is(yield* get("/signals", good), 503, "unavailable")
          yield* setKeys(true)
          // A provider that failed is left alone for a second.
          yield* pass(1)
          is(yield* get("/signals", good), 200)
        })
      )
    })
  )
})

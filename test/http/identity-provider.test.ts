import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import * as Storage from "../../src/storage/Storage.ts"
import * as Provider from "../support/Provider.ts"
import { oddSubs, refusedSubs } from "../support/Subs.ts"
import { type Answer, World } from "../../harness/World.ts"

const home = "http://sonde.test"

const location = (answer: Answer) => answer.headers.get("location") ?? ""

/** The cookies that an answer sets, as the browser sends them back. */
const cookies = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0]!)
    .filter((pair) => !pair.endsWith("="))
    .join("; ")

const get = (path: string, cookie = "") =>
  Effect.flatMap(World, (world) => world.send(path, { headers: { cookie, "user-agent": "Browser/1.0" } }))

/** A world whose users the provider knows. */
const over = (issuer: string, environment: Record<string, string> = {}) =>
  World.over(
    Storage.layerMemory,
    {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: "",
      OIDC_CLIENT_ID: Provider.clientId,
      OIDC_CLIENT_SECRET: Provider.clientSecret,
      ...environment
    },
    { fetch: globalThis.fetch }
  )

/** Runs with a provider, whose user has this `sub`, and a dashboard that knows it. */
const withProvider = <A, E>(
  use: (provider: Effect.Success<ReturnType<typeof Provider.provider>>) => Effect.Effect<A, E, World>,
  sub?: string,
  environment?: Record<string, string>
) =>
  Effect.gen(function* () {
    const provider = yield* Provider.provider(home, sub)
    return yield* Effect.provide(use(provider), over(provider.issuer, environment))
  })

/** As far as the provider's answer, which the browser has not brought home yet. */
const toCallback = Effect.fnUntraced(function* (
  provider: Effect.Success<ReturnType<typeof Provider.provider>>,
  next = ""
) {
  const begun = yield* get(`/dashboard/sign-in/provider${next}`)
  const callback = yield* provider.visit(location(begun))
  return { begun, callback, attempt: cookies(begun), path: callback.pathname + callback.search }
})

const refusedBy = (problem: string) => `/dashboard/sign-in?problem=${problem}`

describe("signing in through the identity provider", () => {
  it.effect("opens the account of the user's `sub`, and leads on", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const { attempt, begun, callback, path } = yield* toCallback(provider, "?next=/dashboard/keys")
        const asked = new URL(location(begun)).searchParams
        assert.strictEqual(asked.get("response_type"), "code")
        assert.strictEqual(asked.get("code_challenge_method"), "S256")
        assert.isTrue(asked.has("state") && asked.has("nonce"))
        assert.match(begun.headers.getSetCookie()[0]!, /; Max-Age=600; .*HttpOnly.*SameSite=Lax/)
        assert.strictEqual(callback.origin, home)

        const answer = yield* get(path, attempt)
        assert.strictEqual(answer.status, 303)
        assert.strictEqual(location(answer), "/dashboard/keys")
        const account = yield* get("/api/v1/dashboard/account", cookies(answer))
        assert.deepInclude(account.json.data, {
          account: Provider.user,
          sign_in: "identity_provider",
          operator: false
        })
        const { json } = yield* get("/api/v1/dashboard/audit", cookies(answer))
        assert.deepInclude(json.data.events[0], { action: "signed_in", by: "dashboard", user_agent: "Browser/1.0" })
      })
    )
  )

  for (const [what, sub] of Object.entries(refusedSubs)) {
    it.effect(`opens nothing for ${what}`, () =>
      withProvider(
        (provider) =>
          Effect.gen(function* () {
            const { attempt, path } = yield* toCallback(provider)
            const answer = yield* get(path, attempt)
            assert.strictEqual(location(answer), refusedBy("provider"))
            assert.strictEqual(cookies(answer), "")
          }),
        sub
      )
    )
  }

  it.effect.each(oddSubs)("opens the account of %j byte for byte, and an operator's for nobody else", (sub) =>
    withProvider(
      (provider) =>
        Effect.gen(function* () {
          const { attempt, path } = yield* toCallback(provider)
          const { json } = yield* get("/api/v1/dashboard/account", cookies(yield* get(path, attempt)))
          assert.deepInclude(json.data, { account: sub, operator: sub === "auth0|5f7c8ec7c33c6c004bbafe82" })
        }),
      sub,
      { OPERATORS: "boss, auth0|5f7c8ec7c33c6c004bbafe82" }
    )
  )

  it.effect("takes the provider's answer once, from the browser that asked for it", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const { attempt, path } = yield* toCallback(provider)
        // Without what this browser kept, it is another's answer: mallory's, who would have somebody sign in as him.
        const foreign = yield* get(path)
        assert.strictEqual(location(foreign), refusedBy("provider"))
        const other = yield* get("/dashboard/sign-in/provider")
        assert.strictEqual(location(yield* get(path, cookies(other))), refusedBy("provider"))

        const answer = yield* get(path, attempt)
        assert.strictEqual(location(answer), "/dashboard")
        // The browser forgets what it kept; who kept a copy is refused by the provider.
        assert.include(answer.headers.getSetCookie().join("\n"), "sonde_sign_in=; Max-Age=0")
        const again = yield* get(path, attempt)
        assert.strictEqual(location(again), refusedBy("provider"))
        assert.strictEqual(cookies(again), "")
      })
    )
  )

  it.effect("refuses an answer in which anything was exchanged", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const changedQuery = (name: string) =>
          Effect.map(toCallback(provider), ({ attempt, callback }) => {
            callback.searchParams.set(name, "https://else.example")
            return { attempt, path: callback.pathname + callback.search }
          })
        const changedCookie = (name: string) =>
          Effect.map(toCallback(provider), ({ attempt, path }) => {
            const [cookie = "", value = ""] = attempt.split(/=(.*)/s)
            const kept = JSON.parse(Buffer.from(decodeURIComponent(value), "base64url").toString())
            const changed = Buffer.from(JSON.stringify({ ...kept, [name]: "x".repeat(43) })).toString("base64url")
            return { attempt: `${cookie}=${changed}`, path }
          })
        const forged = [
          changedQuery("state"),
          changedQuery("code"),
          changedQuery("iss"),
          changedCookie("state"),
          changedCookie("nonce"),
          changedCookie("verifier")
        ]
        for (const [n, forgery] of forged.entries()) {
          const { attempt, path } = yield* forgery
          const answer = yield* get(path, attempt)
          assert.strictEqual(location(answer), refusedBy("provider"), `forgery ${n}`)
          assert.strictEqual(cookies(answer), "", `forgery ${n}`)
        }
        for (const attempt of ["sonde_sign_in=garbage", "sonde_sign_in=e30"]) {
          const { path } = yield* toCallback(provider)
          assert.strictEqual(location(yield* get(path, attempt)), refusedBy("provider"))
        }
      })
    )
  )

  it.effect("is told to have failed when the user declined", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const begun = yield* get("/dashboard/sign-in/provider?next=/dashboard/keys")
        const query = new URLSearchParams({
          error: "access_denied",
          state: new URL(location(begun)).searchParams.get("state")!,
          iss: provider.issuer
        })
        const answer = yield* get(`/dashboard/sign-in/callback?${query}`, cookies(begun))
        assert.strictEqual(location(answer), `${refusedBy("provider")}&next=%2Fdashboard%2Fkeys`)
      })
    )
  )

  it.effect("leads to no other site, whatever the browser kept", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const { attempt, path } = yield* toCallback(provider, "?next=//evil.test/")
        const kept = JSON.parse(Buffer.from(decodeURIComponent(attempt.split("=")[1]!), "base64url").toString())
        assert.strictEqual(kept.next, "/dashboard")
        const forged = Buffer.from(JSON.stringify({ ...kept, next: "https://evil.test/" })).toString("base64url")
        assert.strictEqual(location(yield* get(path, `sonde_sign_in=${forged}`)), "/dashboard")
      })
    )
  )

  it.effect("can be followed by signing out there, which leads back", () =>
    withProvider((provider) =>
      Effect.gen(function* () {
        const { attempt, path } = yield* toCallback(provider)
        const session = cookies(yield* get(path, attempt))
        const world = yield* World
        const out = yield* world.send("/dashboard/sign-out", {
          method: "POST",
          headers: { cookie: session, "sec-fetch-site": "same-origin" }
        })
        assert.strictEqual(location(out), "/dashboard/sign-in?signed_out=identity_provider")
        const there = new URL(location(yield* get("/dashboard/sign-out/provider")))
        assert.strictEqual(there.origin, provider.issuer)
        assert.strictEqual(there.searchParams.get("client_id"), Provider.clientId)
        assert.strictEqual(there.searchParams.get("post_logout_redirect_uri"), `${home}/dashboard/sign-in`)
      })
    )
  )

  it.effect("says when the provider cannot be reached, tries again by itself, and logs no secret", () => {
    const lines: Array<string> = []
    const capture = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    return Effect.gen(function* () {
      const gone = yield* Effect.scoped(Effect.map(Provider.provider(home), ({ issuer }) => issuer))
      const answer = yield* Effect.provide(get("/dashboard/sign-in/provider"), over(gone))
      assert.strictEqual(location(answer), refusedBy("unreachable"))

      const provider = yield* Provider.provider(home)
      yield* Effect.gen(function* () {
        const { attempt, path } = yield* toCallback(provider)
        yield* get(path, attempt)
        yield* get(path, attempt)
        const secrets = [...new URLSearchParams(path.split("?")[1]).values(), attempt.split("=")[1]!]
        assert.include(lines.join("\n"), "failed: unreachable")
        assert.include(lines.join("\n"), "failed: invalid_grant")
        for (const secret of [Provider.clientSecret, ...secrets.filter((value) => !value.startsWith("http"))]) {
          assert.notInclude(lines.join("\n"), secret)
        }
      }).pipe(Effect.provide(over(provider.issuer)))
    }).pipe(Effect.provide(Layer.fresh(capture)))
  })

  it.effect("is not there where no provider is configured", () =>
    Effect.gen(function* () {
      assert.strictEqual(location(yield* get("/dashboard/sign-in/provider")), refusedBy("provider"))
      assert.strictEqual(location(yield* get("/dashboard/sign-in/callback?code=x&state=y")), refusedBy("provider"))
      assert.strictEqual(location(yield* get("/dashboard/sign-out/provider")), "/dashboard/sign-in")
    }).pipe(Effect.provide(World.layer))
  )
})

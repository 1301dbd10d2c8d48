import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { crc32 } from "node:zlib"
import { SignIn } from "../../src/access/SignIn.ts"
import { ownPath } from "../../src/dashboard/SignInRoutes.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"

/** A one-time link's code. */
const newCode = (account?: string) =>
  Effect.gen(function* () {
    const world = yield* World
    const signIn = yield* SignIn
    return (yield* signIn.issueLink(yield* world.account(account))).code
  })

const ownPage = { "sec-fetch-site": "same-origin" }

/** What the sign-in page's form does. */
const open = (code: string, headers: Record<string, string> = ownPage, next = "") =>
  Effect.flatMap(World, (world) =>
    world.send("/dashboard/sign-in", {
      method: "POST",
      body: new URLSearchParams({ code, next }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
    })
  )

const location = (answer: Answer) => answer.headers.get("location")

/** The session's cookie as it was set, by its attributes; `value` is what the browser sends back. */
const cookieOf = (answer: Answer) => {
  const [pair = "", ...attributes] = (answer.headers.getSetCookie()[0] ?? "").split("; ")
  const [name, value = ""] = pair.split("=", 2)
  return { name, value, attributes }
}

const account = "/api/v1/dashboard/account"

const send = (path: string, call?: Call) => Effect.flatMap(World, (world) => world.send(path, call))

const statusOf = (session: string) => Effect.map(send(account, { session }), ({ status }) => status)

const over = (environment: Record<string, string>) => World.over(Storage.layerMemory, environment)

describe("a one-time link", () => {
  it.layer(World.layer)((it) => {
    it.effect("signs in: a session in a cookie that no script reads, and on to the dashboard", () =>
      Effect.gen(function* () {
        const answer = yield* open(yield* newCode())
        assert.strictEqual(answer.status, 303)
        assert.strictEqual(location(answer), "/dashboard")
        const { attributes, name, value } = cookieOf(answer)
        assert.strictEqual(name, "sonde_session")
        assert.match(value, /^[\w-]{43}$/)
        assert.sameMembers(attributes, ["Max-Age=43200", "Path=/", "HttpOnly", "SameSite=Lax"])
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
        const { json } = yield* send(account, { session: value })
        assert.deepInclude(json.data, { account: "local", sign_in: "link", operator: true })
      })
    )

    it.effect("works once: who sends it again is told, and gets no session", () =>
      Effect.gen(function* () {
        const code = yield* newCode()
        yield* open(code)
        const again = yield* open(code)
        assert.strictEqual(location(again), "/dashboard/sign-in?problem=link")
        assert.deepStrictEqual(again.headers.getSetCookie(), [])
      })
    )

    it.effect("works for ten minutes", () =>
      Effect.gen(function* () {
        const code = yield* newCode()
        yield* TestClock.adjust("10 minutes")
        assert.strictEqual(location(yield* open(code)), "/dashboard/sign-in?problem=link")
      })
    )

    it.effect("is not used up by a look at the page that it leads to", () =>
      Effect.gen(function* () {
        const code = yield* newCode()
        for (const method of ["GET", "HEAD"]) yield* send("/dashboard/sign-in", { method })
        assert.strictEqual(location(yield* open(code)), "/dashboard")
      })
    )

    it.effect("is not used up by another site's form, which signs nobody in", () =>
      Effect.gen(function* () {
        const code = yield* newCode()
        const others = [
          {},
          { origin: "null" },
          { origin: "http://evil.test" },
          { origin: "http://sonde.test.evil.test" },
          { origin: "https://sonde.test" },
          { "sec-fetch-site": "cross-site", origin: "http://sonde.test" },
          { "sec-fetch-site": "same-site" }
        ]
        for (const headers of others) {
          const answer = yield* open(code, headers as Record<string, string>)
          assert.strictEqual(location(answer), "/dashboard/sign-in?problem=origin", JSON.stringify(headers))
          assert.deepStrictEqual(answer.headers.getSetCookie(), [])
        }
        assert.strictEqual(location(yield* open(code, { origin: "http://sonde.test" })), "/dashboard")
      })
    )

    it.effect("never adopts a session that the browser had before, and ends it", () =>
      Effect.gen(function* () {
        const world = yield* World
        const mine = yield* world.session("mallory")
        const planted = "x".repeat(43)
        for (const before of [mine, planted]) {
          const answer = yield* open(yield* newCode(), { ...ownPage, cookie: `sonde_session=${before}` })
          const { value } = cookieOf(answer)
          assert.notStrictEqual(value, before)
          assert.strictEqual(yield* statusOf(value), 200)
          assert.strictEqual(yield* statusOf(before), 401)
        }
      })
    )

    it.effect("leads on to where one wanted to go, within the dashboard", () =>
      Effect.gen(function* () {
        const answer = yield* open(yield* newCode(), ownPage, "/dashboard/keys?page=2")
        assert.strictEqual(location(answer), "/dashboard/keys?page=2")
        const refused = yield* open("used", ownPage, "/dashboard/keys?page=2")
        assert.strictEqual(location(refused), "/dashboard/sign-in?problem=link&next=%2Fdashboard%2Fkeys%3Fpage%3D2")
        assert.strictEqual(location(yield* open(yield* newCode(), ownPage, "//evil.test/dashboard")), "/dashboard")
      })
    )
  })

  it("leads to no other site and to nothing beside the dashboard, whatever `next` says", () => {
    for (const next of [
      null,
      "",
      "dashboard",
      "https://evil.test/dashboard",
      "//evil.test/dashboard",
      "/\\evil.test/dashboard",
      "/\t/evil.test/dashboard",
      "/dashboard/../api/v1",
      "/dashboardevil",
      "/docs",
      "javascript:alert(1)",
      "/dashboard/sign-in",
      "/dashboard/sign-in/callback?code=1"
    ]) {
      assert.strictEqual(ownPath(next), "/dashboard", String(next))
    }
    assert.strictEqual(ownPath("/dashboard/a/../b?c=d#e"), "/dashboard/b?c=d")
  })

  it.effect("cannot be found by trying: after thirty tries in a minute not even the right one opens", () =>
    Effect.gen(function* () {
      const code = yield* newCode()
      for (let n = 0; n < 30; n++) {
        assert.strictEqual(location(yield* open(`guess ${n}`)), "/dashboard/sign-in?problem=link")
      }
      assert.strictEqual(location(yield* open(code)), "/dashboard/sign-in?problem=too_many")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(location(yield* open(code)), "/dashboard")
    }).pipe(Effect.provide(World.layer))
  )
})

describe("bad keys", () => {
  const guess = (from: string) =>
    Effect.map(
      send("/api/v1/public/signals", { key: "sonde_live_x", headers: { "x-forwarded-for": from } }),
      ({ status }) => status
    )

  const openFrom = (from: string) =>
    Effect.flatMap(newCode(), (code) => Effect.map(open(code, { ...ownPage, "x-forwarded-for": from }), location))

  it.effect("keep nobody from signing in by a link, from the same network or another", () =>
    Effect.gen(function* () {
      // Two networks that met in one of 4,096 buckets of a checksum that anyone can reckon with.
      const [attacker, victim] = ["192.0.2.1", "198.51.5.199"] as const
      assert.strictEqual(crc32(attacker) % 4_096, crc32(victim) % 4_096)
      for (let n = 0; n < 31; n++) yield* guess(attacker)
      assert.strictEqual(yield* guess(attacker), 429)
      assert.strictEqual(yield* guess(victim), 401)
      for (const from of [attacker, victim]) assert.strictEqual(yield* openFrom(from), "/dashboard", from)
    }).pipe(Effect.provide(over({ TRUST_PROXY: "true" })))
  )
})

describe("a session", () => {
  it.layer(World.layer)((it) => {
    it.effect("ends when its user signs out, which another site cannot bring about", () =>
      Effect.gen(function* () {
        const world = yield* World
        const session = yield* world.session()
        const foreign = yield* send("/dashboard/sign-out", {
          method: "POST",
          session,
          headers: { "sec-fetch-site": "cross-site" }
        })
        assert.strictEqual(location(foreign), "/dashboard/sign-in?problem=origin")
        assert.strictEqual(yield* statusOf(session), 200)

        const answer = yield* send("/dashboard/sign-out", { method: "POST", session })
        assert.strictEqual(location(answer), "/dashboard/sign-in?signed_out=link")
        assert.deepInclude(cookieOf(answer), { name: "sonde_session", value: "" })
        assert.include(cookieOf(answer).attributes, "Max-Age=0")
        assert.strictEqual(yield* statusOf(session), 401)
      })
    )

    it.effect("is accepted as a cookie only", () =>
      Effect.gen(function* () {
        const world = yield* World
        const session = yield* world.session()
        assert.strictEqual((yield* send(`${account}?sonde_session=${session}`)).status, 401)
        assert.strictEqual((yield* send(account, { headers: { sonde_session: session } })).status, 401)
        assert.strictEqual((yield* send(account, { token: session })).status, 401)
        assert.strictEqual((yield* send(account, { key: session })).status, 401)
      })
    )

    it.effect("does nothing for another site's form, in whatever way that is sent", () =>
      Effect.gen(function* () {
        const world = yield* World
        const session = yield* world.session()
        const { id } = yield* world.key()
        for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
          const answer = yield* send("/api/v1/dashboard/keys", {
            method: "POST",
            session,
            body: { name: "mine", scopes: ["signals"] },
            headers: { "content-type": type, "sec-fetch-site": "cross-site" }
          })
          assert.strictEqual(answer.json.error.code, "cross_origin")
        }
        const rotated = yield* send(`/api/v1/dashboard/keys/${id}/rotate`, {
          method: "POST",
          session,
          headers: { "sec-fetch-site": "same-site", origin: "http://other.sonde.test" }
        })
        assert.strictEqual(rotated.json.error.code, "cross_origin")
        const { json } = yield* send("/api/v1/dashboard/keys", { session })
        assert.deepStrictEqual(
          json.data.map((key: { id: number; status: string }) => [key.id, key.status]),
          [[id, "active"]]
        )
      })
    )
  })

  it.effect("over HTTPS is in a cookie that no other host can set, and that plain HTTP does not get", () =>
    Effect.gen(function* () {
      const { attributes, name, value } = cookieOf(yield* open(yield* newCode(), { origin: "https://sonde.example" }))
      assert.strictEqual(name, "__Host-sonde_session")
      assert.sameMembers(attributes, ["Max-Age=43200", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
      assert.strictEqual((yield* send(account, { headers: { cookie: `${name}=${value}` } })).status, 200)
      // A name without the prefix could have been planted by another host of the domain.
      assert.strictEqual((yield* send(account, { headers: { cookie: `sonde_session=${value}` } })).status, 401)
    }).pipe(Effect.provide(over({ PUBLIC_URL: "https://sonde.example" })))
  )

  it.effect("goes by what a trusted proxy says of the connection, and by nobody else", () =>
    Effect.gen(function* () {
      const headers = { ...ownPage, "x-forwarded-proto": "https" }
      const plain = yield* Effect.provide(
        Effect.flatMap(newCode(), (code) => open(code, headers)),
        over({})
      )
      assert.strictEqual(cookieOf(plain).name, "sonde_session")
      const proxied = yield* Effect.provide(
        Effect.flatMap(newCode(), (code) => open(code, headers)),
        over({ TRUST_PROXY: "true" })
      )
      assert.strictEqual(cookieOf(proxied).name, "__Host-sonde_session")
    })
  )

  it.effect("lasts as long as the settings say", () =>
    Effect.gen(function* () {
      const world = yield* World
      const [used, idle] = [yield* world.session(), yield* world.session()]
      yield* TestClock.adjust("50 minutes")
      assert.strictEqual(yield* statusOf(used), 200)
      yield* TestClock.adjust("10 minutes")
      assert.deepStrictEqual([yield* statusOf(used), yield* statusOf(idle)], [200, 401])
      yield* TestClock.adjust("55 minutes")
      assert.strictEqual(yield* statusOf(used), 200)
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* statusOf(used), 401)
    }).pipe(Effect.provide(over({ SESSION_HOURS: "2", SESSION_IDLE_MINUTES: "60" })))
  )

  it.effect("is counted apart from keys: one that runs wild does not keep its owner from switching it off", () =>
    Effect.gen(function* () {
      const world = yield* World
      const { id, key } = yield* world.key()
      const session = yield* world.session()
      const signals = () => send("/api/v1/public/signals", { key })
      assert.deepStrictEqual(
        [yield* signals(), yield* signals(), yield* signals()].map(({ status }) => status),
        [200, 200, 429]
      )
      const path = `/api/v1/dashboard/keys/${id}/deactivate`
      assert.strictEqual((yield* send(path, { method: "POST", session })).status, 200)
      assert.strictEqual((yield* signals()).json.error.code, "key_deactivated")
    }).pipe(Effect.provide(over({ RATE_LIMIT_PER_MINUTE: "2" })))
  )

  it.effect("and links and keys leave no trace of what they are in the log", () => {
    const lines: Array<string> = []
    const capture = Logger.layer([Logger.map(Logger.formatJson, (line) => void lines.push(line))])
    return Effect.gen(function* () {
      const code = yield* newCode()
      const { value: session } = cookieOf(yield* open(code))
      const { json } = yield* send("/api/v1/dashboard/keys", {
        method: "POST",
        session,
        body: { name: "k", scopes: ["signals"] }
      })
      const { key } = json.data
      yield* open(code)
      yield* send("/api/v1/public/signals", { key })
      yield* send("/api/v1/public/signals", { key: `${key}0` })
      yield* send(account, { session: `${session}0` })
      yield* send("/dashboard/nowhere", { session })
      yield* send("/dashboard/sign-out", { method: "POST", session })
      yield* Effect.logDebug("the end")
      assert.include(lines.join("\n"), "the end")
      for (const secret of [code, session, key]) assert.notInclude(lines.join("\n"), secret)
    }).pipe(
      Effect.provide(World.layer),
      Effect.provide(Layer.merge(capture, Layer.succeed(References.MinimumLogLevel, "All")))
    )
  })
})

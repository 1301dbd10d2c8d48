import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Failure from "../../src/domain/Failure.ts"
import { Readiness } from "../../src/storage/Readiness.ts"
import { Signals } from "../../src/storage/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import * as Issuer from "../support/Issuer.ts"
import { type Answer, type Call, World } from "../support/World.ts"
import { SqlError, ConnectionError } from "effect/sql/SqlError"

const base = "/api/v1/public"

/** Every code that was seen in this file; the last test compares it with all that there are. */
const seen = new Set<string>()

const expectError = (answer: Answer, status: number, code: string) => {
  assert.strictEqual(answer.status, status, answer.text)
  assert.strictEqual(answer.headers.get("content-type"), "application/json")
  assert.strictEqual(answer.json.success, false)
  assert.strictEqual(answer.json.error.code, code)
  assert.isString(answer.json.error.message)
  assert.strictEqual(answer.json.error.request_id, answer.headers.get("x-request-id"))
  seen.add(code)
}

const failing = (path: string, status: number, code: string, call: Call = {}) =>
  Effect.gen(function* () {
    const world = yield* World
    const { key } = yield* world.key({ account: "errors" })
    const answer = yield* world.send(path, { key, ...call })
    expectError(answer, status, code)
    yield* TestClock.adjust("1 minute")
    return answer
  })

const report = { niche: "electric vehicles" }

describe("an error answer", () => {
  const world = <A, E>(title: string, effect: Effect.Effect<A, E, World>, environment?: Record<string, string>) =>
    it.effect(title, () => Effect.provide(Effect.asVoid(effect), World.over(Storage.layerMemory, environment)))

  world(
    "says that the body is not JSON",
    failing(`${base}/reports`, 400, "malformed_json", { method: "POST", body: '{"niche":' })
  )

  world(
    "says that a credential is missing, invalid or expired",
    Effect.gen(function* () {
      const { key, send } = yield* World
      expectError(yield* send(`${base}/signals`), 401, "missing_credentials")
      expectError(yield* send(`${base}/signals`, { key: "x" }), 401, "invalid_api_key")
      expectError(yield* send(`${base}/signals`, { token: "x" }), 401, "invalid_token")
      const token = yield* Effect.promise(() => Issuer.token({ exp: -100 }))
      expectError(yield* send(`${base}/signals`, { token }), 401, "token_expired")
      const expiring = yield* key({ expires_at: new Date(1_000) })
      yield* TestClock.adjust("1 second")
      expectError(yield* send(`${base}/signals`, { key: expiring.key }), 401, "key_expired")
    })
  )

  world(
    "says what a key lacks, and that keys do not manage keys",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const narrow = yield* key({ scopes: ["signals"] })
      expectError(yield* send(`${base}/reports`, { key: narrow.key }), 403, "insufficient_scope")
      expectError(yield* send("/api/v1/dashboard/keys", { key: narrow.key }), 403, "key_management_forbidden")
    })
  )

  world("says that there is no such address", failing("/api/v1/public/nothing", 404, "not_found"))
  world("tells addresses apart by case and by slashes", failing(`${base}/SIGNALS`, 404, "not_found"))
  world("does not read two slashes as one", failing(`/${base}/signals`, 404, "not_found"))
  world("says that there is no such report", failing(`${base}/reports/9`, 404, "report_not_found"))
  world(
    "says that there is no such competitor",
    failing(`${base}/competitors/9`, 404, "competitor_not_found", { method: "PATCH", body: { status: "paused" } })
  )
  world(
    "says that there is no such keyword",
    failing(`${base}/seo/keywords/9`, 404, "keyword_not_found", { method: "DELETE" })
  )
  world("says that there is no such company", failing(`${base}/market-data/companies/9`, 404, "company_not_found"))

  world(
    "names the allowed methods",
    Effect.gen(function* () {
      const answer = yield* failing(`${base}/signals`, 405, "method_not_allowed", { method: "PUT" })
      assert.strictEqual(answer.headers.get("allow"), "GET, HEAD")
      const reports = yield* failing(`${base}/reports/1`, 405, "method_not_allowed", { method: "POST" })
      assert.strictEqual(reports.headers.get("allow"), "GET, HEAD, DELETE")
    })
  )

  world(
    "says that no other form is to be had",
    failing(`${base}/signals`, 406, "not_acceptable", { headers: { accept: "image/png, application/json;q=0" } })
  )

  world(
    "says that the body is too large, or of another type",
    Effect.gen(function* () {
      yield* failing(`${base}/reports`, 413, "payload_too_large", {
        method: "POST",
        body: { niche: "x".repeat(70_000) }
      })
      yield* failing(`${base}/reports`, 415, "unsupported_media_type", {
        method: "POST",
        body: "niche=x",
        headers: { "content-type": "application/x-www-form-urlencoded" }
      })
    })
  )

  world(
    "lists all faults at once",
    Effect.gen(function* () {
      const answer = yield* failing(`${base}/reports?limit=0&skip=-1`, 422, "validation_error")
      assert.deepStrictEqual(
        answer.json.error.details.map((fault: { location: unknown }) => fault.location),
        [
          ["query", "skip"],
          ["query", "limit"]
        ]
      )
      assert.strictEqual(answer.json.error.details[1].message, "must be an integer between 1 and 100")
      const unknown = yield* failing(`${base}/reports`, 422, "validation_error", {
        method: "POST",
        body: { niche: "x", report_type: "horoscope" }
      })
      assert.include(unknown.text, "decision_brief")
      assert.lengthOf(unknown.json.error.details, 2)
      const empty = yield* failing(`${base}/reports`, 422, "validation_error", { method: "POST", body: "" })
      assert.strictEqual(empty.json.error.message, "The body must be an object")
      const platform = yield* failing(`${base}/social-trends/myspace`, 422, "validation_error")
      assert.match(platform.json.error.message, /^platform must be one of reddit, google_trends, /)
    })
  )

  world(
    "says that a competitor is watched already",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const body = { name: "Acme", domain: "ACME.example" }
      const first = yield* send(`${base}/competitors`, { method: "POST", key: credential.key, body })
      assert.strictEqual(first.status, 201)
      assert.strictEqual(first.json.data.domain, "acme.example")
      expectError(
        yield* send(`${base}/competitors`, { method: "POST", key: credential.key, body }),
        409,
        "already_exists"
      )
    })
  )

  world(
    "explains the limit of five keys, what is no longer active, and what never was",
    Effect.gen(function* () {
      const { send } = yield* World
      const token = yield* Effect.promise(() => Issuer.token())
      const keys = "/api/v1/dashboard/keys"
      const create = send(keys, { method: "POST", token, body: { name: "k", scopes: ["signals"] } })
      const [first] = yield* Effect.all([create, create, create, create, create])
      expectError(yield* create, 409, "key_limit_reached")
      const { id, key } = first!.json.data
      const rotated = yield* send(`${keys}/${id}/rotate`, { method: "POST", token })
      assert.strictEqual(rotated.status, 201, "rotating at five works")
      expectError(yield* send(`${base}/signals`, { key }), 401, "key_deactivated")
      expectError(yield* send(`${keys}/${id}/rotate`, { method: "POST", token }), 409, "key_not_active")
      expectError(yield* send(`${keys}/999`, { method: "DELETE", token }), 404, "key_not_found")
      const past = { name: "k", scopes: ["signals"], expires_at: "1969-01-01" }
      expectError(yield* send(keys, { method: "POST", token, body: past }), 422, "validation_error")
    })
  )

  world(
    "tells a repeated request from a reused idempotency key",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const post = (body: unknown, prefer = "respond-async") =>
        send(`${base}/reports`, {
          method: "POST",
          key: credential.key,
          body,
          headers: { "idempotency-key": "once", prefer }
        })
      const first = yield* post(report)
      assert.strictEqual(first.status, 202, first.text)
      assert.strictEqual(first.headers.get("idempotent-replayed"), null)
      const again = yield* post(report)
      assert.strictEqual(again.status, 202)
      assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      assert.strictEqual(again.json.data.id, first.json.data.id)
      expectError(yield* post({ niche: "something else" }), 422, "idempotency_key_reused")
    })
  )

  world(
    "asks to wait over the limits, and says how long",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const first = yield* send(`${base}/signals`, { key: credential.key })
      assert.strictEqual(first.headers.get("ratelimit-policy"), '"account";q=2;w=60')
      assert.match(first.headers.get("ratelimit") ?? "", /^"account";r=1;t=\d+$/)
      yield* send(`${base}/signals`, { key: credential.key })
      const third = yield* send(`${base}/signals`, { key: credential.key })
      expectError(third, 429, "rate_limited")
      assert.isAbove(Number(third.headers.get("retry-after")), 0)
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* send(`${base}/signals`, { key: credential.key })).status, 200)
    }),
    { RATE_LIMIT_PER_MINUTE: "2" }
  )

  world(
    "limits new reports by the hour, and guesses of keys by the minute",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const post = send(`${base}/reports`, {
        method: "POST",
        key: credential.key,
        body: report,
        headers: { prefer: "respond-async" }
      })
      assert.strictEqual((yield* post).status, 202)
      const second = yield* post
      expectError(second, 429, "rate_limited")
      assert.isAbove(Number(second.headers.get("retry-after")), 3_000)
      const guesses = yield* Effect.all(
        Array.from({ length: 40 }, (_, i) => send(`${base}/signals`, { key: `guess ${i}` }))
      )
      expectError(guesses.at(-1)!, 429, "rate_limited")
    }),
    { REPORTS_PER_HOUR: "1" }
  )

  it.effect("owns up to its own faults, without their details", () =>
    Effect.provide(
      Effect.gen(function* () {
        const answer = yield* failing(`${base}/signals`, 500, "internal_error")
        assert.notInclude(answer.text, "secret of the database")
      }),
      World.over(
        Layer.merge(
          Storage.layerMemory,
          Layer.effect(
            Signals,
            Effect.map(Signals, (signals) => ({
              ...signals,
              list: () => Effect.die(new Error("secret of the database"))
            }))
          ).pipe(Layer.provide(Signals.layerMemory))
        )
      )
    )
  )

  it.effect("says that the database is out of reach", () =>
    Effect.provide(
      Effect.gen(function* () {
        const answer = yield* failing(`${base}/signals`, 503, "unavailable")
        assert.isAbove(Number(answer.headers.get("retry-after")), 0)
        const { send } = yield* World
        const status = yield* send(`${base}/status`)
        assert.strictEqual(status.status, 503)
        assert.strictEqual(status.json.data.components.database, "unavailable")
        expectError(yield* send("/readyz"), 503, "unavailable")
        assert.strictEqual((yield* send("/healthz")).status, 200)
      }),
      World.over(
        Layer.mergeAll(
          Storage.layerMemory,
          Layer.succeed(Readiness, { check: Effect.succeed(false) }),
          Layer.effect(
            Signals,
            Effect.map(Signals, (signals) => ({
              ...signals,
              list: () => Effect.die(new SqlError({ reason: new ConnectionError({ cause: new Error("refused") }) }))
            }))
          ).pipe(Layer.provide(Signals.layerMemory))
        )
      )
    )
  )

  world(
    "says that the identity provider is out of reach, which is no fault of the token",
    Effect.gen(function* () {
      const { send } = yield* World
      const token = yield* Effect.promise(() => Issuer.token())
      Issuer.setReachable(false)
      const answer = yield* send(`${base}/signals`, { token })
      Issuer.setReachable(true)
      // It is left alone for a second.
      yield* TestClock.adjust("1 second")
      expectError(answer, 503, "unavailable")
      assert.strictEqual((yield* send(`${base}/signals`, { token })).status, 200)
    })
  )

  it("exists for every code of the contract", () => {
    const all = Object.values(Failure).flatMap((Class) =>
      "fields" in Class && "code" in Class.fields ? [...Class.fields.code.literals] : []
    )
    // A report that is still being written while its POST waits: shown in reports.test.ts.
    assert.deepStrictEqual(all.filter((code) => !seen.has(code)).sort(), ["idempotency_in_progress"])
  })
})

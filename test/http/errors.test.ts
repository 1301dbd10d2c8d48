import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as Failure from "../../src/domain/Failure.ts"
import { maxSavedViews } from "../../src/domain/SavedView.ts"
import { Readiness } from "../../src/storage/database/Readiness.ts"
import { maxEndpoints } from "../../src/domain/Endpoint.ts"
import { maxWatches, noConditions } from "../../src/domain/Watch.ts"
import { Watches } from "../../src/storage/watches/Watches.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Answer, type Call, World } from "../../harness/World.ts"
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
  const world = <A, E>(
    title: string,
    effect: Effect.Effect<A, E, World | Watches>,
    environment?: Record<string, string>
  ) => it.effect(title, () => Effect.provide(Effect.asVoid(effect), World.over(Storage.layerMemory, environment)))

  world(
    "says that the body is not JSON",
    failing(`${base}/reports`, 400, "malformed_json", { method: "POST", body: '{"niche":' })
  )

  world(
    "says that the body is empty, or not in UTF-8, and does not guess what it was",
    Effect.gen(function* () {
      const wrong = (body: string | Uint8Array) =>
        failing(`${base}/competitors`, 400, "malformed_json", { method: "POST", body })
      yield* wrong("")
      yield* wrong("  ")
      yield* wrong(Buffer.from('{"name":"caf\xe9","domain":"cafe.example"}', "latin1"))
      // A slash in more bytes than it needs, and half of a surrogate pair.
      yield* wrong(Buffer.from('{"name":"\xc0\xaf","domain":"a.example"}', "latin1"))
      yield* wrong(Buffer.from('{"name":"\xed\xa0\x80","domain":"a.example"}', "latin1"))
    })
  )

  world(
    "refuses a body that is compressed or in another charset, and takes one that says UTF-8",
    Effect.gen(function* () {
      const post = (headers: Record<string, string>) => ({ method: "POST", body: report, headers })
      const refused = (headers: Record<string, string>) =>
        failing(`${base}/reports`, 415, "unsupported_media_type", post(headers))
      yield* refused({ "content-encoding": "gzip" })
      yield* refused({ "content-encoding": "identity, br" })
      yield* refused({ "content-type": "application/json; charset=iso-8859-1" })
      yield* refused({ "content-type": "application/jsonp" })
      const { key, send } = yield* World
      const credential = yield* key()
      const taken = yield* send(`${base}/reports`, {
        ...post({
          "content-type": 'Application/JSON ; charset="UTF-8"',
          "content-encoding": "identity",
          prefer: "respond-async"
        }),
        key: credential.key
      })
      assert.strictEqual(taken.status, 202, taken.text)
    })
  )

  world(
    "takes what cannot be decoded in a path for what it is: a bad value, after the credential",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const refused = (method: string, path: string, status: number, code: string) =>
        Effect.map(send(base + path, { method, key: credential.key }), (answer) => expectError(answer, status, code))
      for (const id of ["%zz", "%ff", "%", "%C3%28", "9".repeat(5_000), "1%2F2", "1;2"]) {
        expectError(yield* send(`${base}/reports/${id}`), 401, "missing_credentials")
        yield* refused("GET", `/reports/${id}`, 422, "validation_error")
        yield* refused("DELETE", `/competitors/${id}`, 422, "validation_error")
        yield* refused("PUT", `/reports/${id}`, 405, "method_not_allowed")
        yield* refused("GET", `/nothing/${id}`, 404, "not_found")
      }
      yield* refused("PUT", "/%73ignals", 405, "method_not_allowed")
      yield* refused("GET", "/signals;q=1", 404, "not_found")
    })
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
  world("says that there is no such signal", failing(`${base}/signals/9`, 404, "signal_not_found"))
  world("says that there is no such watch", failing(`${base}/watches/9`, 404, "watch_not_found"))
  world("says that there is no such endpoint", failing(`${base}/endpoints/9`, 404, "endpoint_not_found"))
  world("says that there is no such story", failing(`${base}/stories/9`, 404, "story_not_found"))

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
    "says in words of what type a value must be",
    Effect.gen(function* () {
      for (const [path, body, message] of [
        ["reports", { niche: "tea", context: 3 }, "context must be a string or null"],
        ["competitors", { name: "Acme", domain: 3 }, "domain must be a string"]
      ] as const) {
        const answer = yield* failing(`${base}/${path}`, 422, "validation_error", { method: "POST", body })
        assert.strictEqual(answer.json.error.message, message)
      }
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
      const list = yield* failing(`${base}/reports`, 422, "validation_error", { method: "POST", body: "[]" })
      assert.strictEqual(list.json.error.message, "The body must be an object")
      const twice = yield* failing(`${base}/signals?q=a&limit=1&q=b&limit=2`, 422, "validation_error")
      assert.deepStrictEqual(
        twice.json.error.details.map(({ message }: { message: string }) => message),
        ["must be given once", "must be given once"]
      )
      const platform = yield* failing(`${base}/social-trends/myspace`, 422, "validation_error")
      assert.match(platform.json.error.message, /^platform must be one of reddit, google_trends, /)
    })
  )

  world(
    "tells what may not be repeated from what may, but not so often or not with this value",
    Effect.gen(function* () {
      const sorted = yield* failing(`${base}/signals?sort=newest&sort=newest`, 422, "validation_error")
      assert.strictEqual(sorted.json.error.message, "sort must be given once")
      // These may be repeated, but not so often, and each must be right by itself.
      for (const name of ["source", "tag"]) {
        const many = yield* failing(`${base}/signals?${`${name}=a&`.repeat(21)}`, 422, "validation_error")
        assert.strictEqual(many.json.error.message, `${name} must have at most 20 values`)
      }
      const empty = yield* failing(`${base}/signals?source=a&source=`, 422, "validation_error")
      assert.deepStrictEqual(empty.json.error.details, [
        { location: ["query", "source", 1], message: "must be 1 to 200 characters long" }
      ])
    })
  )

  world(
    "says that a competitor is watched already, or archived for good",
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
      const path = `${base}/competitors/${first.json.data.id}`
      yield* send(path, { method: "DELETE", key: credential.key })
      const change = { method: "PATCH", key: credential.key, body: { status: "active" } }
      expectError(yield* send(path, change), 409, "competitor_archived")
    })
  )

  world(
    "explains the limit of watches",
    Effect.gen(function* () {
      const { account, key, send } = yield* World
      const watches = yield* Watches
      const id = yield* account("watching")
      const subject = { kind: "search", q: "tea" } as const
      for (let n = 0; n < maxWatches; n++)
        yield* Effect.orDie(watches.create(id, { name: "tea", subject, conditions: noConditions, endpoints: [] }))
      const credential = yield* key({ account: "watching" })
      const call = { method: "POST", key: credential.key, body: { name: "tea", subject } }
      expectError(yield* send(`${base}/watches`, call), 409, "watch_limit_reached")
    })
  )

  world(
    "explains the limit of endpoints, that some have nothing to rotate, and that some events never were for one",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key({ account: "sending" })
      const target = { kind: "json", url: "https://hooks.example/" }
      const call = { method: "POST", key: credential.key, body: { name: "tea", target } }
      const create = send(`${base}/endpoints`, call)
      const { id } = (yield* create).json.data
      for (let n = 1; n < maxEndpoints; n++) assert.strictEqual((yield* create).status, 201)
      expectError(yield* create, 409, "endpoint_limit_reached")
      const rotate = send(`${base}/endpoints/${id}/rotate`, { ...call, body: {} })
      expectError(yield* rotate, 409, "endpoint_unsigned")
      for (const way of ["redeliver", "skip"]) {
        const unknown = send(`${base}/endpoints/${id}/${way}`, { ...call, body: { events: [9] } })
        expectError(yield* unknown, 404, "delivery_not_found")
      }
    })
  )

  world(
    "explains the limit of five keys, what is no longer active, and what never was",
    Effect.gen(function* () {
      const { send } = yield* World
      const token = yield* Effect.promise(() => Issuer.token({ scope: Issuer.everyScope }))
      const keys = "/api/v1/dashboard/keys"
      const body = { name: "k", scopes: ["signals"], expires_at: "1970-02-01" }
      const create = send(keys, { method: "POST", token, body })
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
      assert.strictEqual(second.headers.get("retry-after"), "3600")
      assert.strictEqual(second.headers.get("ratelimit-policy"), '"account";q=4;w=60, "reports";q=1;w=3600')
      assert.match(second.headers.get("ratelimit")!, /^"account";r=2;t=\d+, "reports";r=0;t=3600$/)
      const invalid = yield* send(`${base}/reports`, { method: "POST", key: credential.key, body: {} })
      assert.match(invalid.headers.get("ratelimit")!, /^"account";r=1;t=\d+, "reports";r=0;t=3600$/)
      const list = yield* send(`${base}/reports`, { key: credential.key })
      assert.strictEqual(list.headers.get("ratelimit-policy"), '"account";q=4;w=60')
      const third = yield* post
      expectError(third, 429, "rate_limited")
      assert.isAtMost(Number(third.headers.get("retry-after")), 60, "of the limit that refused")
      assert.match(third.headers.get("ratelimit")!, /^"account";r=0;t=\d+, "reports";r=0;t=3600$/)
      const guesses = yield* Effect.all(
        Array.from({ length: 40 }, (_, i) => send(`${base}/signals`, { key: `guess ${i}` }))
      )
      expectError(guesses.at(-1)!, 429, "rate_limited")
      const other = yield* key({ account: "other" })
      const good = yield* send(`${base}/signals`, { key: other.key })
      assert.strictEqual(good.status, 200, "who guesses keeps nobody at the same address out")
    }),
    { REPORTS_PER_HOUR: "1", RATE_LIMIT_PER_MINUTE: "4" }
  )

  world(
    "does not compare a report that is not written",
    Effect.gen(function* () {
      const { key, send } = yield* World
      const credential = yield* key()
      const headers = { prefer: "respond-async" }
      const { json } = yield* send(`${base}/reports`, { method: "POST", key: credential.key, body: report, headers })
      const answer = yield* send(`${base}/reports/${json.data.id}/diff`, { key: credential.key })
      expectError(answer, 409, "report_not_completed")
      assert.include(answer.json.error.message, `Report ${json.data.id} is queued`)
    })
  )

  world(
    "says what a session may not do",
    Effect.gen(function* () {
      const { send, session } = yield* World
      const dashboard = "/api/v1/dashboard"
      const [operator, user] = [yield* session(), yield* session("user-1")]
      const run = (source: string, call: Call) =>
        send(`${dashboard}/sources/${source}/run`, { method: "POST", ...call })
      expectError(yield* send(`${dashboard}/account`, { session: "x" }), 401, "session_ended")
      const foreign = { "sec-fetch-site": "cross-site" }
      expectError(yield* run("feed:good.example", { session: operator, headers: foreign }), 403, "cross_origin")
      expectError(yield* run("feed:good.example", { session: user }), 403, "operator_only")
      expectError(yield* run("feed:nobody.example", { session: operator }), 404, "source_not_found")
      const remove = send(`${dashboard}/sources/feed:bad.example`, { method: "DELETE", session: operator })
      expectError(yield* remove, 409, "source_not_alone")
      const views = `${dashboard}/views`
      expectError(yield* send(`${views}/1`, { method: "DELETE", session: user }), 404, "view_not_found")
      const save = (name: string) =>
        send(views, { method: "POST", session: user, body: { name, search: { q: "tea" } } })
      for (let n = 0; n < maxSavedViews; n++) yield* save(`${n}`)
      expectError(yield* save("more"), 409, "view_limit_reached")
    })
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
              page: () => Effect.die(new Error("secret of the database"))
            }))
          ).pipe(Layer.provide(Storage.layerMemory))
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
        assert.strictEqual(status.headers.get("retry-after"), answer.headers.get("retry-after"))
        assert.strictEqual(status.headers.get("cache-control"), "no-store")
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
              page: () => Effect.die(new SqlError({ reason: new ConnectionError({ cause: new Error("refused") }) }))
            }))
          ).pipe(Layer.provide(Storage.layerMemory))
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
    const documented = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8")
    assert.deepStrictEqual(
      all.filter((code) => !documented.includes(`\`${code}\``)),
      [],
      "add these to the table in docs/errors.md"
    )
    // A report that is still being written while its POST waits: shown in reports.test.ts.
    assert.deepStrictEqual(all.filter((code) => !seen.has(code)).sort(), ["idempotency_in_progress"])
  })
})

import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { HttpApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { makeObserver } from "../../src/http/server/Observer.ts"
import { routeOf } from "../../src/http/server/Routes.ts"
import { Readiness } from "../../src/storage/database/Readiness.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { readFileSync } from "node:fs"
import { World } from "../../harness/World.ts"

const token = "a token for Prometheus".replaceAll(" ", "-")
const signals = "/api/v1/public/signals"

const over = (environment: Record<string, string>, storage = Storage.layerMemory) => World.over(storage, environment)
const watched = over({ METRICS_TOKEN: token })

const scrape = Effect.flatMap(World, ({ send }) => send("/metrics", { token }))

/** The sample with exactly these labels, in this order. */
const sample = (text: string, series: string): number | undefined => {
  const line = text.split("\n").find((line) => line.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

describe("the page of metrics", () => {
  it.effect("is there for the operator's token alone", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const answer = yield* scrape
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      const { key: secret } = yield* key()
      for (const [call, code] of [
        [{}, "missing_credentials"],
        [{ key: secret }, "missing_credentials"],
        [{ headers: { authorization: `Basic ${token}` } }, "missing_credentials"],
        [{ token: secret }, "invalid_token"],
        [{ token: `${token}x` }, "invalid_token"],
        [{ token: token.slice(1) }, "invalid_token"]
      ] as const) {
        const refused = yield* send("/metrics", call)
        assert.strictEqual(refused.status, 401)
        assert.strictEqual(refused.json.error.code, code)
        assert.notInclude(refused.text, "sonde_")
      }
      const guesses = yield* Effect.all(Array.from({ length: 40 }, (_, n) => send("/metrics", { token: `guess-${n}` })))
      assert.strictEqual(guesses.at(-1)!.status, 429)
      assert.strictEqual((yield* send("/metrics", { method: "POST", token })).status, 405)
    }).pipe(Effect.provide(watched))
  )

  it.effect("is not there without that token", () =>
    Effect.gen(function* () {
      const { send } = yield* World
      for (const call of [{}, { token }, { token: "undefined" }, { token: "" }]) {
        const answer = yield* send("/metrics", call)
        assert.strictEqual(answer.status, 404)
        assert.strictEqual(answer.json.error.code, "not_found")
      }
    }).pipe(Effect.provide(over({})))
  )

  it.effect("counts requests by the route's template, whatever paths they have", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const { key: secret } = yield* key()
      const series = (method: string, route: string, status: number) =>
        `sonde_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`
      const before = (yield* scrape).text
      for (const id of [1, 2, 3]) yield* send(`/api/v1/public/reports/${id}?x=${id}`, { key: secret })
      for (const path of ["/wp-login.php", `/${secret}`, "/a/b/c", "/%00"]) yield* send(path)
      yield* send(`${signals}/`, { key: secret, method: "BREW" })
      yield* send(signals, { key: "sonde_live_nonsense" })
      const { text } = yield* scrape
      const grown = (name: string) => (sample(text, name) ?? 0) - (sample(before, name) ?? 0)
      assert.strictEqual(grown(series("GET", "/api/v1/public/reports/:report_id", 404)), 3)
      assert.strictEqual(grown(series("GET", "unmatched", 404)), 4)
      assert.strictEqual(grown(series("OTHER", signals, 405)), 1)
      assert.strictEqual(grown(series("GET", signals, 401)), 1)
      assert.strictEqual(grown('sonde_credentials_refused_total{reason="invalid_api_key"}'), 1)
      assert.strictEqual(sample(text, "sonde_http_requests_in_flight"), 1, "this one")
      assert.notInclude(text, secret)
      assert.notInclude(text, "wp-login")
    }).pipe(Effect.provide(watched))
  )

  it.effect("shows what alerts wait for before it has happened", () =>
    Effect.gen(function* () {
      const { text } = yield* scrape
      const awaited = readFileSync("deploy/monitoring/alerts.yml", "utf8").matchAll(/increase\((\w+(?:\{[^}]*\})?)\[/g)
      const names = [...awaited].map(([, name]) => name!)
      assert.isAbove(names.length, 1)
      for (const name of names) assert.isDefined(sample(text, name), name)
    }).pipe(Effect.provide(watched))
  )

  it.effect("tells how sources and reports are, and that the database answers", () =>
    Effect.gen(function* () {
      const { key, send } = yield* World
      const sources = yield* Sources
      const name = SourceName.make("feed:a.example")
      const source = { name, kind: "signals", platform: null, configured: true } as const
      yield* TestClock.setTime(1_000_000)
      yield* sources.register([{ ...source, first_slot: new Date(1_000_000) }])
      const begun = yield* sources.begin(name, new Date(1_000_000))
      yield* sources.finish(name, begun!.run, {
        state: "ok",
        result: { fetched: 3, new: 2, changed: 1, skipped: {} },
        error: null,
        validators: null,
        counts: true,
        gone: false,
        idle: null,
        move: null,
        next_check_at: new Date(1_060_000)
      })
      const { key: secret } = yield* key()
      yield* send("/api/v1/public/reports", {
        method: "POST",
        key: secret,
        body: { niche: "electric vehicles" },
        headers: { prefer: "respond-async" }
      })
      yield* TestClock.setTime(1_090_000)
      const { text } = yield* scrape
      const labels = 'source="feed:a.example",kind="signals"'
      assert.strictEqual(sample(text, `sonde_source_seconds_since_success{${labels}}`), 90)
      assert.strictEqual(sample(text, `sonde_source_state{${labels},state="ok"}`), 1)
      assert.strictEqual(sample(text, `sonde_source_failures{${labels}}`), 0)
      assert.strictEqual(sample(text, "sonde_slots_due"), 1)
      assert.strictEqual(sample(text, "sonde_slots_oldest_seconds"), 30)
      assert.strictEqual(sample(text, 'sonde_reports_waiting{status="queued"}'), 1)
      assert.strictEqual(sample(text, "sonde_reports_oldest_seconds"), 90)
      assert.strictEqual(sample(text, "sonde_database_up"), 1)
      yield* sources.register([])
      assert.notInclude((yield* scrape).text, "feed:a.example")
    }).pipe(Effect.provide(watched))
  )

  it.effect("answers while the database is away, and says so", () =>
    Effect.gen(function* () {
      const { status, text } = yield* scrape
      assert.strictEqual(status, 200)
      assert.strictEqual(sample(text, "sonde_database_up"), 0)
      assert.isUndefined(sample(text, "sonde_slots_due"))
      assert.isAbove(sample(text, "process_resident_memory_bytes")!, 1e6)
    }).pipe(
      Effect.provide(
        over(
          { METRICS_TOKEN: token },
          Layer.merge(Storage.layerMemory, Layer.succeed(Readiness, { check: Effect.succeed(false) }))
        )
      )
    )
  )
})

describe("the access log", () => {
  const lines = (environment: Record<string, string>) =>
    Effect.gen(function* () {
      const written: Array<readonly [unknown, Record<string, unknown>]> = []
      const collect = Logger.make(({ fiber, message }) => {
        written.push([message, fiber.getRef(References.CurrentLogAnnotations)])
      })
      const id = yield* Effect.gen(function* () {
        const { key, send } = yield* World
        const { id, key: secret } = yield* key()
        yield* send(`${signals}?q=private`, { key: secret, headers: { "x-request-id": "abc" } })
        yield* send("/nothing/here")
        const observe = yield* makeObserver
        observe({ method: "GET", route: signals, status: 200, millis: 0.25, requestId: "memo", key: null })
        return id
      }).pipe(Effect.provide(over(environment).pipe(Layer.provideMerge(Logger.layer([collect])))))
      return { id, written }
    })

  it.effect("has one line for each request, with the key's id and not the key", () =>
    Effect.gen(function* () {
      const { id, written } = yield* lines({ ACCESS_LOG: "true" })
      assert.lengthOf(written, 3)
      const [first, second, third] = written.map(([, annotations]) => annotations)
      assert.deepInclude(first, { method: "GET", route: signals, status: 200, request_id: "abc", key_id: id })
      assert.isAtLeast(Number(first!["ms"]), 0)
      assert.deepInclude(second, { route: "unmatched", status: 404 })
      assert.notProperty(second, "key_id")
      assert.deepInclude(third, { route: signals, status: 200, request_id: "memo" })
      assert.notInclude(JSON.stringify(written), "sonde_live_")
      assert.notInclude(JSON.stringify(written), "private")
    })
  )

  it.effect("is off unless it is asked for", () => Effect.map(lines({}), ({ written }) => assert.lengthOf(written, 0)))
})

describe("routes", () => {
  it("are known by their template, all of the contract's", () => {
    const paths: Array<string> = []
    HttpApi.reflect(Api, { onGroup: () => undefined, onEndpoint: ({ endpoint }) => void paths.push(endpoint.path) })
    for (const path of paths) {
      const address = path.replace(/:\w+/g, "12345")
      assert.strictEqual(routeOf(address), path)
      assert.strictEqual(routeOf(`${address}/?q=a/b#c`), path)
    }
    for (const page of ["/dashboard", "/dashboard?a=1", "/dashboard/reports/7"])
      assert.strictEqual(routeOf(page), "/dashboard/*")
    for (const path of ["", "*", "/dashboards", "/..%2f", "/api/v1/public/reports/1/2"])
      assert.strictEqual(routeOf(path), "unmatched")
  })
})

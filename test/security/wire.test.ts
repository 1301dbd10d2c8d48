import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { FastPath } from "../../src/http/cache/FastPath.ts"
import { routes } from "../../src/app/Routes.ts"
import { serverLayer } from "../../src/http/server/Server.ts"
import { Wire } from "../support/Wire.ts"
import { World } from "../../harness/World.ts"

/*
 * What only shows on the wire: bytes that no HTTP library would send.
 */

/** Sends these bytes and reads until the server closes: the first answer, and everything as it came. */
const say = Effect.fnUntraced(function* (bytes: string) {
  const { address } = yield* HttpServer.HttpServer
  const wire = new Wire(HttpServer.formatAddress(address)).say(bytes)
  const [answer] = yield* Effect.promise(() => wire.closed)
  assert.isDefined(answer, wire.received.slice(0, 300))
  return { ...answer!, text: wire.received }
})

type Answer = Effect.Success<ReturnType<typeof say>>

const request = (target: string, headers: ReadonlyArray<string> = [], method = "GET") =>
  say(`${[`${method} ${target} HTTP/1.1`, "Host: sonde.test", "Connection: close", ...headers].join("\r\n")}\r\n\r\n`)

const inEnvelope = (answer: Answer, what: string): string => {
  assert.isFalse(answer.json?.success, what)
  return answer.json.error.code
}

const signals = "/api/v1/public/signals"

/** A file that is certainly there, and what it certainly says. */
const places = [
  "/../../../../etc/passwd",
  "/docs/../../../../etc/passwd",
  "/docs/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
  "/docs/..%2f..%2f..%2fetc%2fpasswd",
  "/docs/%252e%252e%252fetc%252fpasswd",
  "/docs/..%c0%af..%c0%afetc/passwd",
  "/docs/..\\..\\..\\etc\\passwd",
  "/docs/%5c..%5c..%5cetc%5cpasswd",
  "/docs%00.html",
  "/%00",
  "/docs;/../../etc/passwd",
  "/docs;",
  "/docs#x",
  "/metrics;x",
  "/api/v1/public/signals;limit=1",
  "/api/v1/public/reports/1;/../2",
  "/package.json",
  "/src/config/Settings.ts",
  "/.env",
  "/.git/config",
  "/openapi.json/..%2f..%2fpackage.json",
  "/api/v1/public/reports/..%2f..%2f..%2fdashboard%2fkeys",
  "/api/v1/public/reports/%2e%2e/competitors",
  "/api/v1/public//signals",
  "//api/v1/public/signals",
  "/api/v1/public/signals/..;/reports",
  "/api/v1/public/social-trends/..%2fsignals",
  `${"/a".repeat(4_000)}`,
  "/%zz",
  "/%"
]

layer(
  serverLayer(routes, { host: "127.0.0.1", port: 0 })
    .pipe(Layer.provide(FastPath.layer))
    .pipe(Layer.provideMerge(World.layer), Layer.orDie),
  {
    excludeTestServices: true
  }
)("on the wire", (it) => {
  it.effect("no path leads out of the contract", () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(World, (world) => world.key())
      for (const place of places)
        for (const headers of [[], [`X-API-Key: ${key}`]]) {
          const answer = yield* request(place, headers)
          assert.isTrue(answer.status >= 400 && answer.status < 500, `${place}: ${answer.text.slice(0, 300)}`)
          inEnvelope(answer, place)
          assert.notMatch(answer.text, /root:|"dependencies"|DATABASE_URL/, place)
        }
    })
  )

  it.effect("a path that is written in another way needs the same credential", () =>
    Effect.gen(function* () {
      for (const target of [
        "/api/v1/public/%73ignals",
        "/api/v1/public/signals/",
        "/api/v1/public/signals?",
        "/api/v1/dashboard/%6beys",
        "http://sonde.test/api/v1/public/signals",
        "http://evil.example/api/v1/public/signals",
        "/api/v1/public/status/../signals"
      ]) {
        const answer = yield* request(target)
        assert.include([400, 401, 404], answer.status, `${target}: ${answer.text.slice(0, 200)}`)
      }
    })
  )

  it.effect("no value of a request becomes a header of the answer", () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(World, (world) => world.key())
      const injected = [
        "%0d%0aX-Injected: 1",
        "\r\n\tX-Injected: 1",
        "\nX-Injected: 1",
        "\rX-Injected: 1",
        "\u0000X-Injected: 1",
        "a\u0085X-Injected: 1"
      ]
      for (const value of injected)
        for (const [target, headers] of [
          [signals, [`X-Request-Id: a${value}`]],
          [signals, [`X-API-Key: ${key}${value}`]],
          [signals, [`Authorization: Bearer a${value}`]],
          [signals, [`If-None-Match: "a${value}"`]],
          [signals, [`Accept: application/json${value}`]],
          [`/${encodeURI(value)}`, []],
          [`/docs?next=${encodeURI(value)}`, []],
          [`/?to=${encodeURI(value)}`, []],
          [`${signals}?q=${encodeURI(value)}`, [`X-API-Key: ${key}`]]
        ] as const) {
          const answer = yield* request(target, headers)
          const names =
            answer.text
              .split("\r\n\r\n")[0]!
              .toLowerCase()
              .match(/^[^:\r\n]+(?=:)/gm) ?? []
          assert.notInclude(names, "x-injected", answer.text.slice(0, 400))
          assert.strictEqual(names.filter((name) => name === "x-request-id").length, 1)
        }
    })
  )

  it.effect("what a request says of host, scheme and path changes no answer, so that no cache can be poisoned", () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(World, (world) => world.key())
      const credential = `X-API-Key: ${key}`
      const constant = ({ headers, status, text }: Answer) => ({
        status,
        body: text.slice(text.indexOf("\r\n\r\n")).replace(/"(request_id|time)":"[^"]*"/g, ""),
        headers: [...headers].filter(([name]) => !["x-request-id", "date", "ratelimit", "etag"].includes(name))
      })
      for (const target of ["/", "/docs", "/openapi.json", "/healthz", "/nothing", "/api/v1/public/status", signals]) {
        const plain = constant(yield* request(target, [credential]))
        for (const header of [
          "X-Forwarded-Host: evil.example",
          "X-Forwarded-Proto: gopher",
          "X-Forwarded-Port: 1",
          "X-Forwarded-Prefix: /evil.example",
          "X-Forwarded-For: 127.0.0.1",
          "Forwarded: host=evil.example;proto=gopher",
          "X-Host: evil.example",
          "X-Original-URL: /api/v1/dashboard/keys",
          "X-Rewrite-URL: /api/v1/dashboard/keys",
          "X-HTTP-Method-Override: DELETE",
          "X-Original-Host: evil.example",
          "Origin: https://evil.example",
          "Referer: https://evil.example/",
          "Accept-Language: x-evil.example",
          "Cookie: session=evil.example"
        ])
          assert.deepStrictEqual(constant(yield* request(target, [credential, header])), plain, `${target} ${header}`)
        const evil = yield* say(
          `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n${credential}\r\n\r\n`
        )
        assert.deepStrictEqual(constant(evil), plain, target)
      }
    })
  )

  it.effect("answers that belong to a caller are kept by no shared cache, and told apart by credential", () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(World, (world) => world.key())
      const valueOf = (answer: Answer, wanted: string) => answer.headers.get(wanted) ?? ""
      const good = yield* request(signals, [`X-API-Key: ${key}`])
      assert.strictEqual(valueOf(good, "cache-control"), "private, no-cache")
      assert.strictEqual(valueOf(good, "vary"), "Accept, X-API-Key, Authorization, Cookie, Accept-Encoding")
      for (const bad of [yield* request(signals), yield* request("/nothing"), yield* request("/metrics")])
        assert.strictEqual(valueOf(bad, "cache-control"), "no-store")
      assert.strictEqual(valueOf(good, "access-control-allow-origin"), "", "no other site's scripts may read answers")
    })
  )

  it.effect("two readings of one request are not possible", () =>
    Effect.gen(function* () {
      const smuggled = "GET /api/v1/public/status HTTP/1.1\r\nHost: x\r\n\r\n"
      for (const head of [
        ["Content-Length: 0", "Transfer-Encoding: chunked"],
        ["Content-Length: 3", "Content-Length: 0"],
        ["Content-Length: 0, 3"],
        ["Transfer-Encoding: chunked, identity"],
        ["Transfer-Encoding: xchunked"],
        ["Content-Length: +3"],
        ["Content-Length: -1"],
        ["Content-Length : 3"],
        [" Content-Length: 3"]
      ]) {
        const answer = yield* say(
          `${["POST /api/v1/public/reports HTTP/1.1", "Host: x", ...head].join("\r\n")}\r\n\r\n0\r\n\r\n${smuggled}`
        )
        assert.include([400, 401], answer.status, `${head.join()}: ${answer.text}`)
        assert.notInclude(answer.text, "200 OK", head.join())
      }
    })
  )

  it.effect("what is too much is refused before it is kept: headers, an address, a body", () =>
    Effect.gen(function* () {
      const { key } = yield* Effect.flatMap(World, (world) => world.key())
      const credential = `X-API-Key: ${key}`
      const many = Array.from({ length: 5_000 }, (_, n) => `X-${n}: 1`)
      assert.strictEqual((yield* request(signals, [credential, ...many])).status, 431)
      assert.strictEqual((yield* request(`${signals}?q=${"x".repeat(100_000)}`, [credential])).status, 431)
      assert.strictEqual(
        (yield* request(`${signals}?${"a=1&".repeat(3_000)}`, [credential])).status,
        200,
        "unknown names are ignored"
      )
      assert.strictEqual((yield* request(`${signals}?${"limit=1&".repeat(1_500)}`, [credential])).status, 422)
      const post = (length: string, body: string) =>
        say(
          `POST /api/v1/public/reports HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${credential}\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`
        )
      const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`
      assert.strictEqual(inEnvelope(yield* post("Content-Length: 10000000", chunk), "long"), "payload_too_large")
      assert.strictEqual(
        inEnvelope(yield* post("Transfer-Encoding: chunked", chunk.repeat(3)), "chunked"),
        "payload_too_large"
      )
      const deep = `{"niche": ${"[".repeat(30_000)}${"]".repeat(30_000)}}`
      assert.strictEqual((yield* post(`Content-Length: ${deep.length}`, deep)).status, 422)
      const packed = yield* post("Content-Length: 3\r\nContent-Encoding: gzip", "\u001f\u008b\u0008")
      assert.isTrue(packed.status >= 400 && packed.status < 500, "nothing is unpacked")
    })
  )
})

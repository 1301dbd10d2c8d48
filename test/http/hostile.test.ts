import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../../src/api/Api.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { embeddedDatabase } from "../support/Databases.ts"
import * as Issuer from "../../harness/Issuer.ts"
import { type Call, World } from "../../harness/World.ts"

/*
 * Nothing that a client can send makes the service fail: every endpoint with every kind of nonsense in path, query and
 * body. On the embedded database, the most fragile one: a statement that is too much for it ends its engine.
 */

const long = "x".repeat(1_000_000)
const deep = "[".repeat(50_000) + "]".repeat(50_000)

const queries = [
  "limit=%00",
  "q=%00",
  "q=a%00b",
  "q=%ED%A0%80",
  "q=%zz",
  "q=%",
  `q=${long}`,
  "q=a&q=b",
  "limit=1&limit=2",
  "limit=1e2",
  "limit=20.0",
  "limit=+5",
  "limit=",
  "limit=99999999999999999999",
  "skip=2147483648",
  "skip=NaN",
  "q=%27%3B%20drop%20table%20signals%3B--",
  "q=%22unclosed",
  "q=%26%7C%21%28%29%3A%2A",
  "q=the%20of%20and",
  ...[
    "-",
    "- ",
    "--",
    "-!",
    "-<",
    "-(",
    "-&-|",
    '-"" ',
    "-or ",
    "!",
    "(",
    ")(",
    "&",
    "|",
    "<",
    "<->",
    ":*",
    '"',
    "'",
    "\\",
    "or "
  ].map((operator) => `q=${encodeURIComponent(`${operator.repeat(500).slice(0, 90)} acme`)}`),
  "country=us",
  "country=%00%00",
  "status=gone",
  "__proto__=1&constructor=2",
  "%00=%00",
  "&&&===&"
]

const ids = [
  "%00",
  "%zz",
  "0",
  "-1",
  "1.0",
  "1e3",
  "2147483648",
  "abc",
  "%F0%9F%92%A9",
  "..%2f..%2fetc",
  long.slice(0, 5_000)
]

const bodies: ReadonlyArray<unknown> = [
  "",
  "null",
  "[]",
  '"text"',
  "123",
  "{",
  deep,
  `{"niche":${deep}}`,
  { niche: "a\u0000b" },
  '{"niche":"\\ud800"}',
  { niche: long.slice(0, 60_000) },
  { niche: 5 },
  { niche: ["a", "b"] },
  { niche: "ok niche", report_type: 7, context: {} },
  { niche: "ok niche", context: "\u0000" },
  { niche: "ok niche", context: "\ud800" },
  { name: "\u0000", domain: "a b" },
  { name: "x", domain: "http://acme.example/" },
  { name: "x", domain: "127.0.0.1" },
  { name: "x", domain: "acme.example:80" },
  { name: "x", domain: "-.-" },
  { name: { toString: "x" }, domain: [] },
  { keyword: "x", target_url: "javascript:alert(1)" },
  { keyword: "\u202e", target_url: "https://" },
  { positions: [{ date: "2026-13-45", position: 1, url: null }] },
  { positions: [{ date: "0000-00-00", position: 0, url: "x" }] },
  { positions: Array.from({ length: 367 }, () => ({ date: "2026-01-01", position: 1, url: null })) },
  { status: "archived" },
  { name: "k", scopes: [] },
  { name: "k", scopes: ["signals", "signals"], expires_at: "9999-99-99" },
  { name: "k", scopes: ["signals"], expires_at: "2026-02-30T25:61:00Z" },
  { __proto__: { niche: "polluted" } },
  '{"__proto__":{"niche":"polluted"},"constructor":{"prototype":{}}}'
]

const headers: ReadonlyArray<Record<string, string>> = [
  { "idempotency-key": "with space" },
  { "idempotency-key": "k".repeat(256) },
  { prefer: "respond-async, wait=" + "9".repeat(400) },
  { accept: ",,;q=;;" },
  { "if-none-match": '"' + "x".repeat(5_000) },
  { "x-request-id": "a b\tc" },
  { "x-request-id": "r".repeat(129) },
  { "content-type": "application/json; charset=utf-16" },
  { "x-api-key": "🔑".normalize().replace(/[^\x20-\x7e]/gu, "?") }
]

const endpoints: Array<{ readonly method: string; readonly path: string }> = []
HttpApi.reflect(Api, {
  onGroup: () => undefined,
  onEndpoint: ({ endpoint: { method, path } }) => {
    endpoints.push({ method, path })
  }
})

layer(World.over(Storage.layer.pipe(Layer.provide(embeddedDatabase))))("no request makes the service fail", (it) => {
  for (const { method, path } of endpoints) {
    it.effect(`${method} ${path}`, () =>
      Effect.gen(function* () {
        const { key, send } = yield* World
        const credential = path.startsWith("/api/v1/dashboard")
          ? {
              token: yield* Effect.promise(() => Issuer.token({ sub: `${method} ${path}`, scope: Issuer.everyScope }))
            }
          : { key: (yield* key({ account: `${method} ${path}` })).key }
        const takesBody = method === "POST" || method === "PATCH"
        const plain = path.replace(":platform", "reddit").replace(/:\w+/g, "1")
        const calls: ReadonlyArray<readonly [string, Call]> = [
          ...queries.map((query) => [`${plain}?${query}`, {}] as const),
          ...(path.includes(":") ? ids.map((id) => [path.replace(/:\w+/, id), {}] as const) : []),
          ...(takesBody ? bodies.map((body) => [plain, { body }] as const) : []),
          ...headers.map((extra) => [plain, { headers: extra }] as const)
        ]
        for (const [address, call] of calls) {
          const answer = yield* send(address, {
            method,
            ...(takesBody && { body: {} }),
            ...credential,
            ...call,
            // Reports are asked for, not waited for: nobody writes them here.
            headers: { prefer: "respond-async", ...call.headers }
          })
          const what = `${address.slice(0, 80)} ${JSON.stringify(call).slice(0, 80)}: ${answer.text.slice(0, 300)}`
          assert.isBelow(answer.status, 500, what)
          if (answer.status >= 400) {
            assert.strictEqual(answer.json?.success, false, what)
            assert.isString(answer.json.error.code, what)
            assert.isBelow(answer.text.length, 20_000, what)
          } else if (answer.headers.get("content-type")?.startsWith("application/json") === true)
            assert.strictEqual(answer.json?.success, true, what)
          else assert.isTrue(answer.status === 204 || path.endsWith("/stream"), what)
          assert.isNotNull(answer.headers.get("x-request-id"))
        }
      })
    )
  }
})

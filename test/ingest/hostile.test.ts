import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Result, Stream } from "effect"
import type { ServerResponse } from "node:http"
import * as Zlib from "node:zlib"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { loopback } from "../../harness/Loopback.ts"

const rss = (description: string) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><item><title>A story</title>
   <link>https://news.example/1</link><description>${description}</description></item></channel></rss>`

const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "${"x".repeat(1000)}">
  ${Array.from({ length: 20 }, (_, n) => `<!ENTITY b${n} "${(n === 0 ? "&a;" : `&b${n - 1};`).repeat(10)}">`).join("")}
  <!ENTITY f SYSTEM "file:///etc/passwd">]>${rss("&b19;&f;").replace(/^<\?xml[^>]*>/, "")}`

type Answer = (response: ServerResponse) => void

const send =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(200, headers).end(body)

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(code, headers).end("<html>no</html>")

/** What a source can do to us, and how the operator finds it in the status. */
const cases: Record<string, readonly [Answer, state: string, error: string | null]> = {
  "a-web-page": [
    send("<!doctype html><html><title>Sign in</title></html>"),
    "error",
    "the document is a web page, not a feed"
  ],
  nothing: [send(""), "error", "the document is empty"],
  "plain-text": [send("Please limit requests"), "error", "the document has no element that a feed begins with"],
  "cut-off-json": [
    send('{"version":"https://jsonfeed.org/version/1.1","items":[{'),
    "error",
    "the document is not valid JSON"
  ],
  forbidden: [status(403), "blocked", "the server answered 403"],
  "not-there": [status(404), "error", "the server answered 404"],
  "gone-for-good": [status(410), "blocked", "the server answered 410: gone for good"],
  "broken-server": [status(500), "error", "the server answered 500"],
  circle: [status(302, { location: "/circle" }), "error", "more than 5 redirects"],
  "into-the-network": [
    status(302, { location: "http://169.254.169.254/latest/meta-data/" }),
    "blocked",
    "redirected to an address that is not of the public internet: only the operator's own addresses may lead there"
  ],
  drip: [
    (response) => {
      const timer = setInterval(() => response.write("<"), 20)
      response.on("close", () => clearInterval(timer))
    },
    "error",
    "took longer than 3 s"
  ],
  "too-much": [send(Buffer.alloc(16_000_000, 0x20)), "error", "larger than 15 MB"],
  "gzip-bomb": [
    send(Zlib.gzipSync(Buffer.alloc(50_000_000)), { "content-encoding": "gzip" }),
    "error",
    "larger than 15 MB"
  ],
  "half-a-gzip": [
    send(Zlib.gzipSync(rss("x")).subarray(0, 60), { "content-encoding": "gzip" }),
    "error",
    "compressed data that is broken or cut off"
  ],
  reset: [
    (response) => void response.socket!.resetAndDestroy(),
    "error",
    "the server closed the connection in the middle"
  ],
  "entity-bomb": [send(bomb), "ok", null],
  "many-references": [send(rss("&lt;".repeat(50_000))), "ok", null],
  "long-line": [send(rss(`<![CDATA[${"<a ".repeat(52_000)}]]>`)), "ok", null],
  "deep-markup": [send(rss(`<![CDATA[${"<div>".repeat(100_000)}x]]>`)), "ok", null],
  "wrong-charset": [
    send(Buffer.from(rss("caf\u00e9"), "latin1"), { "content-type": "text/xml; charset=utf-8" }),
    "ok",
    null
  ],
  "notice-before": [send(`<br />\n<b>Notice</b>: x in <b>/y.php</b>\n${rss("x")}`), "ok", null]
}

describe("sources that mean harm or are in disrepair", () => {
  it.live("hang nothing, kill nothing, and are named in the status with the reason", () =>
    Effect.gen(function* () {
      const { origin } = yield* loopback((request, response) => {
        const answer = cases[(request.url ?? "").slice(1)]
        if (answer === undefined) response.writeHead(404).end()
        else answer[0](response)
      })
      const limited = yield* loopback((_, response) => void response.writeHead(429, { "retry-after": "900" }).end())
      const named = (name: string, url: string) => ({ name: `feed:${name}`, url })
      const list = {
        feeds: [
          ...Object.keys(cases).map((name) => named(name, `${origin}/${name}`)),
          named("limited", limited.origin),
          named("nobody-listens", "http://127.0.0.1:1/")
        ]
      }
      const expected = {
        ...Object.fromEntries(
          Object.entries(cases).map(([name, [, state, error]]) => [`feed:${name}`, [state, error]])
        ),
        "feed:limited": ["error", "the server answered 429 and asks for a rest"],
        "feed:nobody-listens": ["error", "the server refused the connection"]
      }
      yield* Effect.gen(function* () {
        const ingest = yield* Ingest
        yield* Stream.runDrain(ingest.run("all"))
        const status = yield* ingest.status
        const shown = Object.fromEntries(status.map(({ last_error, name, state }) => [name, [state, last_error]]))
        assert.deepStrictEqual(shown, expected)
      }).pipe(
        Effect.provide(
          Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list)))).pipe(
            Layer.provide([Fetch.layer({ allowHosts: ["127.0.0.1"], gap: 0, deadline: "3 seconds" }), Parser.layer]),
            Layer.provideMerge(Storage.layerMemory),
            Layer.provideMerge(Logger.layer([]))
          )
        )
      )
    }).pipe(Effect.scoped)
  )
})

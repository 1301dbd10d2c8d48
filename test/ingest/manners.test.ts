import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Result, Stream } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest, registered } from "../../ingest/Ingest.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { fromTimestamp } from "../../src/domain/Timestamp.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { loopback } from "../../harness/Loopback.ts"

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const rss = (ttl = "") =>
  `<rss version="2.0"><channel><title>T</title>${ttl}<item><guid>1</guid><title>A story</title>
   <link>https://news.example/1</link></item></channel></rss>`

const send =
  (status: number, headers: Record<string, string> = {}, body = status === 200 ? rss() : ""): Answer =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)

const later = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString()

/** Half an hour, give or take a quarter: the source's own place in its interval. */
const usual = [15, 45] as const
/** After the second failure in a row. */
const doubled = [45, 75] as const
const hours = (count: number) => [count * 60 - 1, count * 60 + 1] as const

interface Reaction {
  readonly answer: Answer
  readonly state: string
  readonly error: string | null
  /** Minutes until the next check, at least and at most, null where there is none; after a second run of the same. */
  readonly first: readonly [number, number] | null
  readonly second: readonly [number, number]
  /** Requests of both runs together. */
  readonly requests: number
}

const fails = (answer: Answer, error: string, more: Partial<Reaction> = {}): Reaction => ({
  answer,
  state: "error",
  error,
  first: usual,
  second: doubled,
  requests: 2,
  ...more
})

const works = (answer: Answer, first: readonly [number, number], second = first): Reaction => ({
  answer,
  state: "ok",
  error: null,
  first,
  second,
  requests: 2
})

const inRest = (error: string, minutes: readonly [number, number]) => ({
  first: minutes,
  second: minutes,
  requests: 1,
  error
})

const reactions: Record<string, Reaction> = {
  "a good feed": works(send(200), usual),
  "a ttl of two hours": works(send(200, {}, rss("<ttl>120</ttl>")), hours(2)),
  "max-age of three hours": works(send(200, { "cache-control": "max-age=10800" }), hours(3)),
  "max-age of a year": works(send(200, { "cache-control": "max-age=31536000" }), hours(24)),
  "max-age of a second": works(send(200, { "cache-control": "max-age=1" }), usual),
  "Expires in four hours": works(
    (request, response) => send(200, { expires: later(4 * 3600) })(request, response),
    hours(4)
  ),
  "304 after the first time": works((request, response) => {
    const known = request.headers["if-none-match"] === '"1"' && request.headers["if-modified-since"] === "long ago"
    send(known ? 304 : 200, { etag: '"1"', "last-modified": "long ago" })(request, response)
  }, usual),
  "304 with max-age": works(
    (request, response) => {
      const known = request.headers["if-none-match"] !== undefined
      send(known ? 304 : 200, known ? { "cache-control": "max-age=10800" } : { etag: '"1"' })(request, response)
    },
    usual,
    hours(3)
  ),
  "429 with Retry-After in seconds": fails(
    send(429, { "retry-after": "7200" }),
    "",
    inRest("the server asked for a rest of", hours(2))
  ),
  "429 with Retry-After as a date": fails(
    (request, response) => send(429, { "retry-after": later(3 * 3600) })(request, response),
    "",
    inRest("the server asked for a rest of", hours(3))
  ),
  "503 without a word": fails(send(503), "", { ...inRest("the server asked for a rest of", usual), second: doubled }),
  "503 with Retry-After of a year": fails(
    send(503, { "retry-after": "31536000" }),
    "",
    inRest("the server asked for a rest of", hours(24))
  ),
  "410": fails(send(410), "the server answered 410: gone for good", {
    state: "blocked",
    first: null,
    requests: 1
  }),
  "403": fails(send(403), "the server answered 403", { state: "blocked" }),
  "404": fails(send(404), "the server answered 404"),
  "500": fails(send(500), "the server answered 500"),
  "no headers": fails(() => {}, "took longer than 0.5 s"),
  "half a body": fails((_, response) => void response.write("<rss>"), "took longer than 0.5 s"),
  "a byte at a time": fails((_, response) => {
    const timer = setInterval(() => response.write("<"), 20)
    response.on("close", () => clearInterval(timer))
  }, "took longer than 0.5 s"),
  "a circle": fails(send(302, { location: "/" }), "more than 5 redirects", { requests: 12 }),
  "less than announced": fails((_, response) => {
    response.writeHead(200, { "content-length": 100 })
    response.write("short")
    response.socket!.end()
  }, "the answer is shorter or longer than announced|the server closed the connection in the middle"),
  // Once more, in case that the connection had been kept too long.
  "a reset": fails(
    (request) => void request.socket.resetAndDestroy(),
    "the server closed the connection in the middle",
    { requests: 4 }
  )
}

describe("the documented reaction to", () => {
  it.live.each(Object.entries(reactions))("%s", ([, reaction]) =>
    Effect.gen(function* () {
      let requests = 0
      const { origin } = yield* loopback((request, response) => {
        requests += 1
        reaction.answer(request, response)
      })
      const list = Result.getOrThrow(parse(JSON.stringify({ feeds: [{ url: `${origin}/`, name: "feed:a" }] })))
      yield* Effect.gen(function* () {
        const ingest = yield* Ingest
        const [source] = yield* ingest.sources
        yield* (yield* Sources).register([{ ...registered(source!), first_slot: new Date(0) }])
        for (const wait of [reaction.first, reaction.second]) {
          const [due] = yield* (yield* Sources).slots
          yield* ingest.attempt(source!, due!.slot)
          const [health] = yield* ingest.status
          assert.strictEqual(health!.state, reaction.state)
          if (wait === null) {
            assert.isNull(health!.next_check_at)
            assert.deepStrictEqual(yield* (yield* Sources).slots, [])
            break
          }
          const [least, most] = wait
          const minutes = (fromTimestamp(health!.next_check_at!).getTime() - Date.now()) / 60_000
          assert.isAtLeast(minutes, least - 0.1)
          assert.isAtMost(minutes, most + 0.1)
        }
        const [health] = yield* ingest.status
        if (reaction.error === null) assert.isNull(health!.last_error)
        else assert.match(health!.last_error!, new RegExp(reaction.error))
        assert.strictEqual(requests, reaction.requests)
      }).pipe(
        Effect.provide(
          Ingest.layerOfList(list).pipe(
            Layer.provide([Fetch.layer({ allowHosts: ["*"], gap: 0, deadline: "500 millis" }), Parser.layerInline]),
            Layer.provideMerge(Storage.layerMemory),
            Layer.provideMerge(Logger.layer([]))
          )
        )
      )
    }).pipe(Effect.scoped)
  )
})

describe("an address inside the network", () => {
  const forms = [
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "169.254.169.254",
    "10.0.0.1",
    "0.0.0.0",
    "localhost"
  ]

  it.live("is refused however it is written, asked directly and by a redirect, and the status says so", () =>
    Effect.gen(function* () {
      const reached: Array<string> = []
      const secret = yield* loopback((request, response) => {
        reached.push(request.url ?? "")
        response.end("secret")
      })
      const open = yield* loopback((request, response) => {
        const to = new URL(request.url ?? "/", "http://x").searchParams.get("to")!
        response.writeHead(302, { location: to }).end()
      })
      const inside = forms.map((form) => `http://${form}:${secret.port}/`)
      const urls = [...inside, ...inside.map((url) => `${open.origin}/?to=${encodeURIComponent(url)}`)]
      const list = { feeds: urls.map((url, n) => ({ url, name: `feed:${n}` })) }
      yield* Effect.gen(function* () {
        const ingest = yield* Ingest
        yield* Stream.runDrain(ingest.run("all"))
        const shown = (yield* ingest.status).map(({ last_error, name, state }) => ({ name, state, last_error }))
        assert.deepStrictEqual(
          shown,
          urls.map((_, n) => ({
            name: SourceName.make(`feed:${n}`),
            state: "blocked" as const,
            last_error:
              n < inside.length
                ? "the address is not of the public internet (ALLOW_PRIVATE_HOSTS makes exceptions)"
                : "redirected to an address that is not of the public internet: only the operator's own addresses may lead there"
          }))
        )
        assert.deepStrictEqual(reached, [])
      }).pipe(
        Effect.provide(
          Ingest.layerOfList(Result.getOrThrow(parse(JSON.stringify(list)))).pipe(
            Layer.provide([
              Fetch.layer({ allowHosts: [`127.0.0.1:${open.port}`], gap: 0, deadline: "5 seconds" }),
              Parser.layerInline
            ]),
            Layer.provideMerge(Storage.layerMemory),
            Layer.provideMerge(Logger.layer([]))
          )
        )
      )
    }).pipe(Effect.scoped)
  )
})

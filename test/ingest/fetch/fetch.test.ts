import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Schedule } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import * as Zlib from "node:zlib"
import { Fetch, type FetchOptions } from "../../../ingest/fetch/Fetch.ts"
import { loopback } from "../../../harness/Loopback.ts"

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Serves the handler and hands over `get` for it. */
const world = Effect.fnUntraced(function* (handler: Handler, options: FetchOptions = {}) {
  const requests: Array<IncomingMessage> = []
  const { origin, port } = yield* loopback((request, response) => {
    requests.push(request)
    handler(request, response)
  })
  const context = yield* Layer.build(Fetch.layer({ gap: 0, allowHosts: ["127.0.0.1"], ...options }))
  const fetch = Context.get(context, Fetch)
  return {
    fetch,
    origin,
    port,
    requests,
    get: (path: string, request?: Parameters<Fetch["Service"]["get"]>[1]) => fetch.get(`${origin}${path}`, request)
  }
})

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe("a request", () => {
  it.live("says who asks, what it wants and nothing else", () =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) => response.end(), { contact: "ops@example.com" })
      yield* get("/")
      const { connection: _, host: __, ...headers } = requests[0]!.headers
      assert.deepStrictEqual(Object.keys(headers).sort(), ["accept", "accept-encoding", "user-agent"])
      assert.strictEqual(headers["user-agent"], "Sonde/0.1 (+ops@example.com)")
      assert.strictEqual(headers["accept-encoding"], "gzip, deflate, br")
      assert.include(headers.accept, "application/rss+xml")
    }).pipe(Effect.scoped)
  )

  it.live("survives a contact that no header can hold", () =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) => response.end(), { contact: "a\r\nx: y (é) 💥" })
      yield* get("/")
      assert.match(requests[0]!.headers["user-agent"]!, /^Sonde\/0\.1 \(\+a x: y\s*\)$/)
    }).pipe(Effect.scoped)
  )

  it.live("keeps the query of the URL byte for byte", () =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) => response.end())
      yield* get("/feed?a=%20b+c&flag&x=%C3%A9#part")
      assert.strictEqual(requests[0]!.url, "/feed?a=%20b+c&flag&x=%C3%A9")
    }).pipe(Effect.scoped)
  )
})

describe("a document", () => {
  it.live("comes with its type, its final URL and what it says about the next time", () =>
    Effect.gen(function* () {
      const { get, origin } = yield* world((_, response) => {
        response.setHeader("content-type", "application/rss+xml; charset=iso-8859-1")
        response.setHeader("cache-control", "max-age=900")
        response.setHeader("etag", 'W/"a b,c"')
        response.setHeader("last-modified", "Sun, 01 Mar 2026 12:00:00 GMT")
        response.end(Buffer.from([0x63, 0x61, 0x66, 0xe9]))
      })
      assert.deepStrictEqual(yield* get("/feed#top"), {
        status: 200,
        url: `${origin}/feed`,
        movedTo: null,
        bytes: new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
        contentType: "application/rss+xml; charset=iso-8859-1",
        validators: { etag: 'W/"a b,c"', last_modified: "Sun, 01 Mar 2026 12:00:00 GMT" },
        cacheSeconds: 900,
        retryAfter: null
      })
    }).pipe(Effect.scoped)
  )

  it.live("that has not changed is asked for with the validators as they were given", () =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) => response.writeHead(304).end())
      const validators = { etag: 'W/"x,  y"', last_modified: "not even a date" }
      const fetched = yield* get("/", { validators })
      assert.strictEqual(requests[0]!.headers["if-none-match"], 'W/"x,  y"')
      assert.strictEqual(requests[0]!.headers["if-modified-since"], "not even a date")
      assert.strictEqual(fetched.status, 304)
      assert.strictEqual(fetched.bytes.length, 0)
      assert.deepStrictEqual(fetched.validators, validators)
    }).pipe(Effect.scoped)
  )

  it.live("keeps no validator that a header cannot carry", () =>
    Effect.gen(function* () {
      const { get } = yield* world((_, response) => {
        response.setHeader("etag", Buffer.from('"é"').toString("latin1"))
        response.end("x")
      })
      assert.isNull((yield* get("/")).validators.etag)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["gzip", Zlib.gzipSync("hello")],
    ["x-gzip", Zlib.gzipSync("hello")],
    ["deflate", Zlib.deflateSync("hello")],
    ["deflate", Zlib.deflateRawSync("hello")],
    ["br", Zlib.brotliCompressSync("hello")],
    ["GZIP, br", Zlib.brotliCompressSync(Zlib.gzipSync("hello"))],
    ["gzip", Buffer.from("hello")],
    ["identity", Buffer.from("hello")]
  ] as const)("compressed with %s is unpacked", ([encoding, body]) =>
    Effect.gen(function* () {
      const { get } = yield* world((_, response) => {
        response.setHeader("content-encoding", encoding)
        response.end(body)
      })
      assert.strictEqual(text((yield* get("/")).bytes), "hello")
    }).pipe(Effect.scoped)
  )
})

describe("redirects", () => {
  const chain =
    (statuses: ReadonlyArray<number>): Handler =>
    (request, response) => {
      const hop = Number(request.url!.slice(1))
      const status = statuses[hop]
      if (status === undefined) response.end("here")
      else response.writeHead(status, { location: `${hop + 1}` }).end("elsewhere")
    }

  it.live.each([
    [[301, 308], "/2"],
    [[301, 302], null],
    [[307], null],
    [[302, 301], null],
    [[], null]
  ] as const)("%j are followed; moved for good to %s", ([statuses, moved]) =>
    Effect.gen(function* () {
      const { get, origin } = yield* world(chain(statuses))
      const fetched = yield* get("/0")
      assert.strictEqual(text(fetched.bytes), "here")
      assert.strictEqual(fetched.url, `${origin}/${statuses.length}`)
      assert.strictEqual(fetched.movedTo, moved === null ? null : `${origin}${moved}`)
    }).pipe(Effect.scoped)
  )

  it.live("are followed five times, not six", () =>
    Effect.gen(function* () {
      const five = yield* world(chain([302, 302, 302, 302, 302]))
      assert.strictEqual(text((yield* five.get("/0")).bytes), "here")
      const six = yield* world(chain([302, 302, 302, 302, 302, 302]))
      const failure = yield* Effect.flip(six.get("/0"))
      assert.strictEqual(failure.message, "more than 5 redirects")
    }).pipe(Effect.scoped)
  )

  it.live("in a circle end", () =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) => response.writeHead(301, { location: "/" }).end())
      const failure = yield* Effect.flip(get("/"))
      assert.strictEqual(failure.reason, "redirects")
      assert.strictEqual(requests.length, 6)
    }).pipe(Effect.scoped)
  )

  it.live("without a target fail", () =>
    Effect.gen(function* () {
      const { get } = yield* world((_, response) => response.writeHead(302).end())
      assert.strictEqual((yield* Effect.flip(get("/"))).message, "redirected to nowhere")
    }).pipe(Effect.scoped)
  )

  it.live("do not carry a user name and password along", () =>
    Effect.gen(function* () {
      const { get, port, requests } = yield* world((request, response) =>
        request.url === "/"
          ? response.writeHead(302, { location: `http://me:pw@127.0.0.1:${port}/x` }).end()
          : response.end()
      )
      const fetched = yield* get("/")
      assert.notInclude(fetched.url, "pw")
      assert.isUndefined(requests[1]!.headers.authorization)
    }).pipe(Effect.scoped)
  )
})

describe("a server that misbehaves", () => {
  const failing = (handler: Handler, options: FetchOptions = {}) =>
    Effect.gen(function* () {
      const { get } = yield* world(handler, options)
      return yield* Effect.flip(get("/"))
    }).pipe(Effect.scoped)

  it.live.each([400, 401, 403, 404, 500, 502, 300, 206 + 200])("answering %i is reported with the status", (status) =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) => response.writeHead(status).end("<html>"))
      assert.strictEqual(failure.reason, "http_status")
      assert.strictEqual(failure.status, status)
      assert.strictEqual(failure.message, `the server answered ${status}`)
    })
  )

  it.live("answering 410 is gone", () =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) => response.writeHead(410).end())
      assert.strictEqual(failure.reason, "gone")
    })
  )

  it.live.each([429, 503])("answering %i holds the whole host for the time that it asks for", (status) =>
    Effect.gen(function* () {
      const { get, requests } = yield* world((_, response) =>
        response.writeHead(status, { "retry-after": "1800" }).end()
      )
      const failure = yield* Effect.flip(get("/a"))
      assert.strictEqual(failure.reason, "rate_limited")
      assert.strictEqual(failure.retryAfter, 1800)
      const held = yield* Effect.flip(get("/b"))
      assert.strictEqual(held.reason, "rate_limited")
      assert.isAtLeast(held.retryAfter!, 1799)
      assert.strictEqual(requests.length, 1)
    }).pipe(Effect.scoped)
  )

  it.live("sending no headers is given up at the deadline", () =>
    Effect.gen(function* () {
      const failure = yield* failing(() => {}, { deadline: "200 millis" })
      assert.strictEqual(failure.reason, "timeout")
      assert.strictEqual(failure.message, "took longer than 0.2 s")
    })
  )

  it.live("stalling in the body is given up at the deadline", () =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) => void response.write("<rss>"), { deadline: "200 millis" })
      assert.strictEqual(failure.reason, "timeout")
    })
  )

  it.live("that ends a kept connection before it answers is asked once more", () =>
    Effect.gen(function* () {
      const sockets = new Set<unknown>()
      let ended = 0
      const { get, requests } = yield* world((request, response) => {
        if (sockets.has(request.socket)) {
          ended++
          return void request.socket.destroy()
        }
        sockets.add(request.socket)
        response.end("<rss/>")
      })
      const answers: Array<string> = []
      const next = Effect.map(get("/"), ({ bytes }) => answers.push(text(bytes)))
      // A connection is kept a moment after its answer.
      yield* Effect.repeat(next, { until: () => ended > 0, schedule: Schedule.spaced("5 millis") })
      assert.deepStrictEqual(new Set(answers), new Set(["<rss/>"]))
      assert.lengthOf(requests, answers.length + ended)
    }).pipe(Effect.scoped)
  )

  it.live("that ends every connection is asked twice and no more, and once when a form is sent", () =>
    Effect.gen(function* () {
      const { fetch, get, origin, requests } = yield* world((request) => void request.socket.destroy())
      assert.strictEqual((yield* Effect.flip(get("/"))).reason, "connection")
      assert.lengthOf(requests, 2)
      assert.strictEqual((yield* Effect.flip(fetch.post(origin, { form: {} }))).reason, "connection")
      assert.lengthOf(requests, 3)
    }).pipe(Effect.scoped)
  )

  it.live("dripping a byte at a time is given up at the deadline, and its connection is closed", () =>
    Effect.gen(function* () {
      let closed = false
      const drip: Handler = (_, response) => {
        const timer = setInterval(() => response.write("x"), 10)
        response.on("close", () => {
          clearInterval(timer)
          closed = true
        })
      }
      const { get, requests } = yield* world(drip, { deadline: "200 millis" })
      const failure = yield* Effect.flip(get("/"))
      assert.strictEqual(failure.reason, "timeout")
      yield* Effect.callback<void>((resume) => {
        if (requests[0]!.socket.destroyed) resume(Effect.void)
        else requests[0]!.socket.once("close", () => resume(Effect.void))
      })
      assert.isTrue(closed)
    }).pipe(Effect.scoped)
  )

  it.live("stalling on every hop has one deadline for all of them", () =>
    Effect.gen(function* () {
      // With a deadline for each hop, this would end as too many redirects.
      const failure = yield* failing(
        (request, response) =>
          void setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 120),
        { deadline: "300 millis" }
      )
      assert.strictEqual(failure.reason, "timeout")
    })
  )

  it.live("announcing more than the cap is not read", () =>
    Effect.gen(function* () {
      const failure = yield* failing(
        (_, response) => void response.writeHead(200, { "content-length": 2e9 }).write("x")
      )
      assert.strictEqual(failure.reason, "too_large")
      assert.strictEqual(failure.message, "larger than 1 MB")
    })
  )

  it.live("is given as much room as the source says, and no more", () =>
    Effect.gen(function* () {
      const { fetch, origin } = yield* world((request, response) =>
        response.end(Buffer.alloc(Number(new URL(request.url!, "http://x").searchParams.get("size"))))
      )
      const sized = (size: number) => fetch.get(`${origin}/?size=${size}`, { maxBytes: 3_000_000 })
      assert.strictEqual((yield* sized(3_000_000)).bytes.length, 3_000_000)
      const failure = yield* Effect.flip(sized(3_000_001))
      assert.strictEqual(failure.message, "larger than 3 MB")
    }).pipe(Effect.scoped)
  )

  it.live.each(["", "gzip"])("sending large documents is read one at a time, small ones meanwhile: %s", (encoding) =>
    Effect.gen(function* () {
      const { fetch, origin } = yield* world((request, response) => {
        const body = Buffer.alloc(request.url === "/small" ? 1_000 : 3_000_000, "x")
        response
          .writeHead(200, encoding === "" ? {} : { "content-encoding": encoding })
          .end(encoding === "" ? body : Zlib.gzipSync(body))
      })
      const lengthOf = (path: string) =>
        Effect.map(fetch.get(`${origin}${path}`, { maxBytes: 5_000_000 }), ({ bytes }) => bytes.length)
      const done: Array<string> = []
      const second = yield* Effect.scoped(
        Effect.gen(function* () {
          assert.strictEqual(yield* lengthOf("/first"), 3_000_000)
          const second = yield* Effect.scoped(lengthOf("/second")).pipe(
            Effect.tap(() => Effect.sync(() => done.push("second"))),
            Effect.forkDetach
          )
          assert.strictEqual(yield* Effect.scoped(lengthOf("/small")), 1_000)
          yield* Effect.sleep("50 millis")
          done.push("first")
          return second
        })
      )
      assert.strictEqual(yield* Fiber.join(second), 3_000_000)
      assert.deepStrictEqual(done, ["first", "second"])
    })
  )

  it.live("sending more than the cap is cut off", () =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) => {
        const chunk = Buffer.alloc(1e6)
        const send = (): void => {
          while (!response.destroyed && response.write(chunk));
          response.once("drain", send)
        }
        send()
      })
      assert.strictEqual(failure.reason, "too_large")
    })
  )

  it.live.each([
    ["gzip", Zlib.gzipSync(Buffer.alloc(100_000_000))],
    [
      "br",
      Zlib.brotliCompressSync(Buffer.alloc(100_000_000), { params: { [Zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
    ],
    ["gzip, gzip", Zlib.gzipSync(Zlib.gzipSync(Buffer.alloc(100_000_000)))]
  ] as const)("sending a bomb in %s is cut off", ([encoding, bomb]) =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(bomb)
      )
      assert.strictEqual(failure.reason, "too_large")
    })
  )

  it.live.each([
    ["gzip", Zlib.gzipSync("hello".repeat(1000)).subarray(0, 30)],
    ["br", Buffer.from("this is not brotli")],
    ["compress", Buffer.from("x")],
    ["gzip, gzip, gzip, gzip", Buffer.from("x")]
  ] as const)("sending broken %s is refused", ([encoding, body]) =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) =>
        response.writeHead(200, { "content-encoding": encoding }).end(body)
      )
      assert.strictEqual(failure.reason, "bad_encoding")
    })
  )

  it.live("sending less than it announced is a broken connection", () =>
    Effect.gen(function* () {
      const failure = yield* failing((_, response) => {
        response.writeHead(200, { "content-length": 100 })
        response.write("short")
        response.socket!.end()
      })
      assert.strictEqual(failure.reason, "connection")
    })
  )

  it.live("resetting the connection is a broken connection", () =>
    Effect.gen(function* () {
      const failure = yield* failing((request) => void request.socket.resetAndDestroy())
      assert.strictEqual(failure.reason, "connection")
      assert.strictEqual(failure.message, "the server closed the connection in the middle")
    })
  )

  it.live("speaking no HTTP is reported", () =>
    Effect.gen(function* () {
      const failure = yield* failing((request) => void request.socket.end("220 smtp ready\r\n"))
      assert.strictEqual(failure.message, "the answer is not valid HTTP")
    })
  )

  it.live("not being there is reported", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(loopback((_, response) => response.end()))
      const { fetch } = yield* world((_, response) => response.end())
      const failure = yield* Effect.flip(fetch.get(`${gone.origin}/`))
      assert.strictEqual(failure.message, "the server refused the connection")
    }).pipe(Effect.scoped)
  )
})

describe("politeness", () => {
  it.live("sends one request at a time to a host, with a rest between", () =>
    Effect.gen(function* () {
      let open = 0
      let most = 0
      const times: Array<number> = []
      const { get } = yield* world(
        (_, response) => {
          most = Math.max(most, ++open)
          times.push(performance.now())
          setTimeout(() => {
            open--
            response.end()
          }, 20)
        },
        { gap: "50 millis" }
      )
      yield* Effect.forEach(["/1", "/2", "/3"], (path) => get(path), { concurrency: "unbounded" })
      assert.strictEqual(most, 1)
      // 20 ms of answer and 50 ms of rest, less 5 ms for timers that fire early.
      assert.isTrue(times.slice(1).every((time, index) => time - times[index]! >= 65))
    }).pipe(Effect.scoped)
  )
})

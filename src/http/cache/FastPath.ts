import { Clock, Context, Effect, Layer } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Buffer } from "node:buffer"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { Gate } from "../../access/Gate.ts"
import { requestIdOf } from "../../api/RequestId.ts"
import { Changes } from "../../storage/database/Changes.ts"
import { RememberedBy } from "../../storage/database/ReadPath.ts"
import { matches, notModified } from "./Validators.ts"
import { Compression } from "../server/Compression.ts"
import { makeObserver } from "../server/Observer.ts"
import { remainderOf } from "../headers/RateLimit.ts"
import { isMisaddressed } from "../server/ErrorResponse.ts"
import { routeOf } from "../server/Routes.ts"
import { type Head, ResponseCache, type Remembered } from "./ResponseCache.ts"
import { sharedReadAt } from "./SharedReads.ts"

/** Room for three thousand lists of 20 signals, or some hundred of the longest answers. */
const most = 32 * 2 ** 20

/**
 * What a shared answer may vary by. The name in the cache has the first two, and requests with a cookie go to the
 * application.
 */
const varied = new Set(["accept", "accept-encoding", "x-api-key", "authorization", "cookie"])

/**
 * Answers from memory, before the application is asked: whole 200 answers of shared reads, by exact address, and 304
 * for clients that have them. Only for a key that the gate lets in at once, and only while the tables of the answer
 * have not changed. The application does everything else, errors and first requests included.
 */
export class FastPath extends Context.Service<
  FastPath,
  {
    /** Answers the request, or leaves it alone and returns false. */
    readonly answer: (request: IncomingMessage, response: ServerResponse) => boolean
    /**
     * The application with its answers remembered. It must give whole answers: one that says 304 has nothing to
     * remember.
     */
    readonly remembering: <E, R>(
      app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest>
  }
>()("sonde/http/cache/FastPath") {
  static readonly layer = Layer.effect(
    FastPath,
    Effect.gen(function* () {
      const changes = yield* Changes
      const gate = yield* Gate
      const clock = yield* Clock.Clock
      const compression = yield* Compression
      const observe = yield* makeObserver
      const cache = new ResponseCache(most)

      /**
       * The line break separates the parts, because headers have none: two requests for different answers never share a
       * name.
       */
      const nameOf = (url: string, asked: Readonly<Record<string, string | Array<string> | undefined>>): string => {
        const { coding, plain } = compression.accepted(asked["accept-encoding"] as string | undefined)
        return `${url}\n${asked["accept"] ?? ""}\n${coding ?? ""}${plain ? "" : " only"}`
      }

      const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
        const begun = performance.now()
        const asked = request.headers
        const key = asked["x-api-key"]
        if (typeof key !== "string" || !isPlain(request) || isMisaddressed(request)) return false
        const remembered = cache.get(nameOf(request.url!, asked))
        if (remembered === undefined) return false
        const { read } = remembered
        const now = clock.currentTimeMillisUnsafe()
        if (now >= remembered.until || changes.version(read.tables) !== remembered.version) return false
        const passed = gate.passNow(key, read, now)
        if (passed === undefined) return false
        const { allowance, caller } = passed
        const status = matches(asked["if-none-match"], remembered.etag) ? 304 : 200
        const requestId = requestIdOf(asked["x-request-id"] as string | undefined)
        const head = status === 304 ? remembered.headOnly : remembered.head
        const headers = head.headers.slice()
        headers[head.requestId] = requestId
        if (allowance !== null) headers[head.remainder] = remainderOf("account", allowance)
        response.writeHead(status, headers)
        if (status === 304) response.end()
        else response.end(remembered.body, "latin1")
        observe({
          method: "GET",
          route: remembered.route,
          status,
          millis: performance.now() - begun,
          requestId,
          key: caller.key
        })
        return true
      }

      const remembering = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
        Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
          // Those of sessions say what is left of another limit.
          const read = isPlain(request) && request.headers["x-api-key"] ? sharedReadAt(request.url) : undefined
          const version = read === undefined ? undefined : changes.version(read.tables)
          if (read === undefined || version === undefined) return app
          const name = nameOf(request.url, request.headers)
          if (!cache.isWanted(name)) return app
          const until = read.timed ? nextSecond(clock.currentTimeMillisUnsafe()) : Infinity
          return Effect.tap(Effect.provideService(app, RememberedBy, read.tables), (response) =>
            Effect.map(compression.encoded(request, response), (encoded) => {
              const answer = toRemember(encoded, { read, version, until, route: routeOf(request.url) })
              if (answer !== undefined) cache.set(name, answer)
            })
          )
        })

      return { answer, remembering }
    })
  )
}

/** Lets `answer` have each request before those who listen for requests from now on; they get what it leaves. */
export const answerFirst = <S extends Server>(server: S, answer: FastPath["Service"]["answer"]): S => {
  const on = server.on.bind(server) as (event: string, listener: (...values: Array<any>) => void) => S
  return Object.assign(server, {
    on: (event: string, listener: (...values: Array<any>) => void) => {
      if (event !== "request") return on(event, listener)
      const second = (request: IncomingMessage, response: ServerResponse) => {
        if (!answer(request, response)) listener(request, response)
      }
      // By this member Node knows what to take away when the listener is to be removed.
      return on(event, Object.assign(second, { listener }))
    }
  })
}

/** The application handles sessions, other methods than GET, and bodies where none belongs. */
const isPlain = ({
  headers,
  method
}: {
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly method?: string | undefined
}): boolean =>
  method === "GET" &&
  headers["cookie"] === undefined &&
  headers["transfer-encoding"] === undefined &&
  headers["content-length"] === undefined

/** Time-dependent answers are good until the second is over, as long as changes of other processes may take. */
const nextSecond = (now: number): number => (Math.floor(now / 1_000) + 1) * 1_000

const toRemember = (
  response: HttpServerResponse.HttpServerResponse,
  known: Pick<Remembered, "read" | "version" | "until" | "route">
): Remembered | undefined => {
  const { body, headers, status } = response
  if (status !== 200 || body._tag !== "Uint8Array" || headers.etag === undefined) return undefined
  if (headers.vary?.split(",").some((name) => !varied.has(name.trim().toLowerCase())) === true) return undefined
  return {
    ...known,
    etag: headers.etag.replace(/^W\//, ""),
    body: Buffer.from(body.body).toString("latin1"),
    head: headOf(headers),
    headOnly: headOf(notModified(response).headers)
  }
}

const headOf = (headers: Readonly<Record<string, string>>): Head => {
  const names = Object.keys(headers)
  const valueOf = (name: string) => 2 * names.indexOf(name) + 1
  return {
    headers: Object.entries(headers).flat(),
    requestId: valueOf("x-request-id"),
    remainder: valueOf("ratelimit")
  }
}

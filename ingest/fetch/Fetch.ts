import { Clock, Context, Duration, Effect, Layer, Redacted, Scope, Semaphore } from "effect"
import { type Headers, HttpClient, type HttpClientError, HttpClientRequest } from "effect/http"
import type { Validators } from "../../src/domain/Source.ts"
import { acceptEncoding, body, type Room } from "./Body.ts"
import { failed, type FetchFailed, type FetchReason, fromNetwork, isReset } from "./FetchFailed.ts"
import { cacheSeconds, retryAfterSeconds, skewSeconds } from "./Freshness.ts"
import * as GuardedAgent from "./GuardedAgent.ts"
import * as HostBreaker from "./HostBreaker.ts"
import { CurrentRunContext } from "./RunContext.ts"
import * as HostThrottle from "./HostThrottle.ts"

export interface FetchOptions {
  /** How publishers can reach the operator, a URL or a mail address; part of the User-Agent. */
  readonly contact?: string | undefined
  /** Hosts that may be private, where the operator's own addresses lead: `name`, `name:port`, or `*` for all. */
  readonly allowHosts?: ReadonlyArray<string> | undefined
  /** Time for headers and body of all hops together, the wait for the host's turn apart. */
  readonly deadline?: Duration.Input | undefined
  /** Rest between two requests to one host. */
  readonly gap?: Duration.Input | undefined
}

/** What a request may say beside its address. */
export interface GetOptions {
  readonly validators?: Validators | undefined
  readonly accept?: string | undefined
  /** The most bytes that the document may have, where one megabyte is too little. */
  readonly maxBytes?: number | undefined
  /** The Authorization header; sent to the origin of the address and to no other that it redirects to. */
  readonly authorization?: Redacted.Redacted | undefined
  /** A stranger has named the address: the operator's exceptions for private hosts do not hold for it. */
  readonly found?: boolean | undefined
  /** Is asked about each address on the way before it is fetched: the first one, and those of redirects. */
  readonly permit?: ((url: string) => Effect.Effect<void, FetchFailed>) | undefined
}

/** A document, or the news that it has not changed. */
export interface Fetched {
  /** 200 to 299, or 304: not changed since `validators`, and then without bytes. */
  readonly status: number
  /** Where it was found in the end: the base of relative links. */
  readonly url: string
  /** Where it has moved for good: set when every redirect on the way was permanent (301, 308). */
  readonly movedTo: string | null
  readonly bytes: Uint8Array
  readonly contentType: string | null
  /** To be sent back with the next request. */
  readonly validators: Validators
  /** For how long the answer stays fresh, in seconds; null when unsaid. */
  readonly cacheSeconds: number | null
  /** For how long the server wants to be left alone, in seconds; rare on a success, but it happens. */
  readonly retryAfter: number | null
}

export const maxRedirects = 5

/**
 * Bytes of an answer, as it came and decompressed, unless the source says otherwise: a hundred rows of an API take a
 * tenth of it.
 */
const usualBytes = 1_000_000

/**
 * How long a host is left alone that answers 429 or 503 without saying for how long: a shorter hold would count as
 * retrying.
 */
const defaultHold = 300

const wantedTypes =
  "application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"

/** `Sonde/0.1 (+contact)`, in the characters that a header can hold. */
export const userAgent = (contact: string | undefined): string => {
  const plain = (contact ?? "").replace(/[^\x21-\x7e]+|[()]/g, " ").trim()
  return plain === "" ? "Sonde/0.1" : `Sonde/0.1 (+${plain})`
}

/** A validator that a header can carry back byte for byte; others are as good as none. */
const sendable = (value: string | undefined | null): string | null =>
  value !== undefined && value !== null && /^[\x20-\x7e]{1,1024}$/.test(value) ? value : null

const validatorsOf = (headers: Headers.Headers): Validators => ({
  etag: sendable(headers["etag"]),
  last_modified: sendable(headers["last-modified"])
})

interface Redirect {
  readonly location: URL
  readonly permanent: boolean
}

type Answer = Omit<Fetched, "url" | "movedTo">

/** What stands in the Authorization header: a secret, for one origin alone. */
const authorizationFor = (authorization: Redacted.Redacted | undefined): Record<string, string> =>
  authorization === undefined ? {} : { authorization: Redacted.value(authorization) }

const parse = (address: string, base?: string): URL | null => {
  const url = URL.parse(address, base)
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null
  url.username = ""
  url.password = ""
  url.hash = ""
  return url
}

/** Takes the place at the first call, and leaves it when the scope of this effect closes. */
const onceInScope = (place: Semaphore.Semaphore) =>
  Effect.flatMap(Effect.scope, (scope) =>
    Effect.cached(
      Effect.acquireRelease(place.take(1), () => place.release(1), { interruptible: true }).pipe(
        Effect.provideService(Scope.Scope, scope),
        Effect.asVoid
      )
    )
  )

/** Failures of a machine without a network, or of a host that is down. */
const unanswered: ReadonlySet<FetchReason> = new Set(["dns", "connection", "timeout", "host_down"])

/** What the operator can do about a private address depends on whether the list or a redirect led there. */
const asRedirected = (failure: FetchFailed): FetchFailed =>
  failure.reason === "refused_address"
    ? failed(
        "refused_address",
        "redirected to an address that is not of the public internet: only the operator's own addresses may lead there"
      )
    : failure

/** A bounded, polite and safe GET for documents that strangers publish. */
export class Fetch extends Context.Service<
  Fetch,
  {
    /**
     * `url` is one that the operator wrote, or made from one, unless it is said to be `found` in a document. A large
     * document has the only place for such until the scope closes: so many sources can be read at a time because nearly
     * all documents are small.
     */
    readonly get: (url: string, options?: GetOptions) => Effect.Effect<Fetched, FetchFailed, Scope.Scope>
    /**
     * Leaves the URL's host alone for five minutes, as after a 429: for servers that ask for a rest inside of an
     * answer.
     */
    readonly rest: (url: string) => Effect.Effect<never, FetchFailed>
    /**
     * Sends a form, as OAuth asks for a token (RFC 6749, section 4.4). No redirect is followed: the credentials are for
     * this address.
     */
    readonly post: (
      url: string,
      options: {
        readonly form: Readonly<Record<string, string>>
        readonly authorization?: Redacted.Redacted | undefined
      }
    ) => Effect.Effect<Fetched, FetchFailed>
  }
>()("sonde/ingest/Fetch") {
  static readonly make = Effect.fnUntraced(function* (options: FetchOptions) {
    const client = HttpClient.withScope(yield* HttpClient.HttpClient)
    const throttle = yield* HostThrottle.make(Duration.fromInputUnsafe(options.gap ?? "1 second"))
    const unlessDown = yield* HostBreaker.make(throttle)
    const placeForLarge = Semaphore.makeUnsafe(1)
    const deadline = Duration.fromInputUnsafe(options.deadline ?? "20 seconds")
    const agent = userAgent(options.contact)

    const answerOf = Effect.fnUntraced(function* (
      url: URL,
      headers: Record<string, string>,
      room: Room,
      form: Readonly<Record<string, string>> | null = null
    ): Effect.fn.Return<Redirect | Answer, FetchFailed, Scope.Scope> {
      const request =
        form === null
          ? HttpClientRequest.get(url.href, { headers })
          : HttpClientRequest.bodyUrlParams(HttpClientRequest.post(url.href, { headers }), form)
      const response = yield* client.execute(request).pipe(
        // A kept connection may be closed before its next use; a GET may then be sent again (RFC 9110, section 9.2.2).
        Effect.retry({ times: 1, while: ({ reason }) => form === null && isReset(reason.cause) }),
        Effect.mapError((error: HttpClientError.HttpClientError) => fromNetwork(error.reason.cause)),
        // Strangers learn nothing of our traces.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
      )
      const { status, headers: answered } = response
      const now = yield* Clock.currentTimeMillis
      const retryAfter = retryAfterSeconds(answered, now)
      const context = yield* CurrentRunContext
      if (context !== null) {
        context.reached = true
        context.skewSeconds = skewSeconds(answered, now) ?? context.skewSeconds
      }
      if ([301, 302, 303, 307, 308].includes(status)) {
        const location = parse(answered["location"] ?? "", url.href)
        if (answered["location"] === undefined || location === null)
          return yield* failed("redirects", "redirected to nowhere", { status })
        return { location, permanent: status === 301 || status === 308 }
      }
      if (status === 429 || status === 503) {
        yield* throttle.hold(url.host, retryAfter ?? defaultHold, "rest")
        return yield* failed("rate_limited", `the server answered ${status} and asks for a rest`, {
          status,
          retryAfter
        })
      }
      if (status === 410) return yield* failed("gone", "the server answered 410: gone for good", { status })
      if (status !== 304 && (status < 200 || status > 299))
        return yield* failed("http_status", `the server answered ${status}`, { status, retryAfter })
      return {
        status,
        bytes: status === 304 ? new Uint8Array() : yield* body(response, room),
        contentType: answered["content-type"] ?? null,
        validators: validatorsOf(answered),
        cacheSeconds: cacheSeconds(answered, now),
        retryAfter
      }
    }, Effect.scoped)

    const get: Fetch["Service"]["get"] = Effect.fnUntraced(function* (address, request = {}) {
      const context = yield* CurrentRunContext
      const ownAddress = context?.address === address
      const start = parse((ownAddress ? context.follow : null) ?? address)
      if (start === null) return yield* failed("bad_url", "not an http(s) URL")
      const room: Room = { cap: request.maxBytes ?? usualBytes, enter: yield* onceInScope(placeForLarge) }
      const etag = sendable(request.validators?.etag)
      const lastModified = sendable(request.validators?.last_modified)
      const headers = {
        "user-agent": agent,
        accept: request.accept ?? wantedTypes,
        "accept-encoding": acceptEncoding,
        ...(etag === null ? {} : { "if-none-match": etag }),
        ...(lastModified === null ? {} : { "if-modified-since": lastModified })
      }
      const { origin } = parse(address) ?? start
      const authorization = authorizationFor(request.authorization)
      let url: URL = start
      let left = Duration.toMillis(deadline)
      let movedTo: string | null = null
      let permanent = true
      for (let hop = 0; hop <= maxRedirects; hop++) {
        // What is for the address alone: the credentials that go with it, and the operator's exceptions.
        const own = request.found !== true && url.origin === origin
        if (request.permit !== undefined) yield* request.permit(url.href)
        const timed = Effect.timed(answerOf(url, own ? { ...headers, ...authorization } : headers, room)).pipe(
          Effect.provideService(GuardedAgent.OperatorsAddress, own),
          Effect.timeoutOrElse({
            duration: left,
            orElse: () => failed("timeout", `took longer than ${Duration.toSeconds(deadline)} s`)
          })
        )
        const [took, answer] = yield* throttle.take(url.host, unlessDown(url.host, timed), context?.byHand).pipe(
          Effect.mapError((failure) => {
            if (context !== null && unanswered.has(failure.reason)) context.unreached = url.host
            return own || hop === 0 ? failure : asRedirected(failure)
          })
        )
        if (!("location" in answer)) {
          const validators =
            answer.status === 304
              ? { etag: answer.validators.etag ?? etag, last_modified: answer.validators.last_modified ?? lastModified }
              : answer.validators
          if (ownAddress) context.movedTo = movedTo
          return { ...answer, validators, url: url.href, movedTo }
        }
        left = Math.max(1, left - Duration.toMillis(took))
        permanent = permanent && answer.permanent
        url = answer.location
        movedTo = permanent ? url.href : null
      }
      return yield* failed("redirects", `more than ${maxRedirects} redirects`)
    })

    const post: Fetch["Service"]["post"] = Effect.fnUntraced(function* (address, { authorization, form }) {
      const url = parse(address)
      if (url === null) return yield* failed("bad_url", "not an http(s) URL")
      const headers = {
        "user-agent": agent,
        accept: "application/json",
        "accept-encoding": acceptEncoding,
        ...authorizationFor(authorization)
      }
      const timed = answerOf(url, headers, { cap: usualBytes, enter: Effect.void }, form).pipe(
        Effect.provideService(GuardedAgent.OperatorsAddress, true),
        Effect.timeoutOrElse({
          duration: deadline,
          orElse: () => failed("timeout", `took longer than ${Duration.toSeconds(deadline)} s`)
        })
      )
      const context = yield* CurrentRunContext
      const answer = yield* throttle.take(url.host, unlessDown(url.host, timed), context?.byHand)
      if ("location" in answer) return yield* failed("redirects", "redirected a request that is for this address alone")
      return { ...answer, url: url.href, movedTo: null }
    })

    const rest: Fetch["Service"]["rest"] = (address) =>
      Effect.andThen(
        throttle.hold(new URL(address).host, defaultHold, "rest"),
        failed("rate_limited", "the server asks for a rest", { retryAfter: defaultHold })
      )

    return Fetch.of({ get, post, rest })
  })

  /** Over whatever client there is: tests give a fake one. */
  static readonly layerOverClient = (options: FetchOptions = {}) => Layer.effect(Fetch, Fetch.make(options))

  /** Over a client that reaches the public internet and nothing else. */
  static readonly layer = (options: FetchOptions = {}): Layer.Layer<Fetch> =>
    Fetch.layerOverClient(options).pipe(Layer.provide(GuardedAgent.layer(options.allowHosts ?? [])))
}

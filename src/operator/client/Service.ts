import { Effect, Schema, Stream } from "effect"
import { errorOf } from "../../../clients/typescript/src/core.ts"
import { type CallOptions, Sonde, SondeError, SondeUnreachable } from "../../../clients/typescript/src/index.ts"
import type { Fault } from "../../domain/Failure.ts"
import { clean } from "../../text/Text.ts"
import { login, Surroundings } from "./Login.ts"

/** Why the service has not done what was asked of it. */
export class Unserved extends Schema.TaggedError<Unserved>()("Unserved", {
  code: Schema.String,
  message: Schema.String,
  details: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ location: Schema.Array(Schema.Union([Schema.String, Schema.Number])), message: Schema.String })
    )
  )
}) {}

const sentence = (text: string): string => clean(text).replace(/\.$/, "")

/** What the service said, and what to do. */
const refusal = (url: string, { failure, retryAfter, status }: SondeError): Unserved => {
  const { code, message } = failure
  const given: ReadonlyArray<Fault> = "details" in failure && Array.isArray(failure.details) ? failure.details : []
  const details = given.map(({ location, message }) => ({
    location: location.map((part) => (typeof part === "string" ? clean(part) : part)),
    message: clean(message)
  }))
  const said = sentence(message)
  const again = retryAfter === null ? "" : `: try again in ${Math.ceil(retryAfter)} s`
  const words =
    status === 401
      ? `${url} does not accept the key (${said}): run \`sonde login\`, or set SONDE_KEY`
      : status === 403
        ? `The key may not do this: ${said}`
        : status === 429 || status === 503
          ? `${said}${again}`
          : said
  return new Unserved({ code, message: words, ...(details.length > 0 && { details }) })
}

/** What was in the way of an answer. */
const failure = (url: string, error: unknown): Unserved =>
  error instanceof SyntaxError
    ? new Unserved({ code: "unavailable", message: `What answers at ${url} is not Sonde` })
    : refusal(url, error instanceof SondeError ? error : new SondeUnreachable(url, error))

/** The service that the user has named, and a way to ask it. */
export const connect = Effect.fnUntraced(function* (
  options: { readonly retries?: number; readonly as?: { readonly url: string; readonly key: string } } = {}
) {
  const { key, url } = options.as ?? (yield* login)
  const { fetch: fetched } = yield* Surroundings
  // A redirect would send the key to another host.
  const fetch: typeof globalThis.fetch = (input, init) => fetched(input, { ...init, redirect: "error" })
  // At a terminal a failure is shown at once, without a second try.
  const sonde = new Sonde({ baseUrl: url, apiKey: key, retries: options.retries ?? 0, fetch })

  const ask = <A>(call: (sonde: Sonde, options: CallOptions) => Promise<A>): Effect.Effect<A, Unserved> =>
    Effect.tryPromise({ try: (signal) => call(sonde, { signal }), catch: (error) => failure(url, error) })

  /** Does something with each of a list's items, as they come. */
  const each = <A, E, R>(
    list: (sonde: Sonde, options: CallOptions) => AsyncGenerator<A>,
    use: (item: A) => Effect.Effect<void, E, R>
  ): Effect.Effect<number, Unserved | E, R> =>
    Effect.suspend(() => {
      const controller = new AbortController()
      const items = list(sonde, { signal: controller.signal })
      const next = Effect.tryPromise({
        try: (signal) => {
          // A generator ends only when what it waits for does.
          signal.addEventListener("abort", () => controller.abort(), { once: true })
          return items.next()
        },
        catch: (error) => failure(url, error)
      })
      return Effect.gen(function* () {
        for (let count = 0; ; count++) {
          const { done, value } = yield* next
          if (done === true) return count
          yield* use(value)
        }
      })
    })

  /** A whole answer in another form, piece by piece as it comes. */
  const read = (path: string, accept: string): Stream.Stream<Uint8Array, Unserved> =>
    Stream.unwrap(
      Effect.tryPromise({
        try: async (signal) => {
          const response = await fetch(`${url}${path}`, { headers: { "x-api-key": key, accept }, signal })
          if (!response.ok) throw await errorOf(response)
          return Stream.fromReadableStream({
            evaluate: () => response.body!,
            onError: (error) => failure(url, error)
          })
        },
        catch: (error) => failure(url, error)
      })
    )

  return { url, ask, each, read }
})

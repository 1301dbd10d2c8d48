import { Effect, Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { Api } from "./Api.ts"

export { Api }

/** A key or token; as text where the program has an Effect of its own, for that one's `Redacted` opens there only. */
export type Secret = string | Redacted.Redacted

const textOf = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))

/**
 * A typed client of a Sonde service, made from the contract itself: `client.signals.list({ query: { q: "heat pump" } })`.
 * Failures come back as the domain's tagged errors. Needs an `HttpClient`, for instance `FetchHttpClient.layer`.
 */
export const make = (options: {
  /** `http://localhost:4646` */
  readonly baseUrl: string
  readonly credential: { readonly apiKey: Secret } | { readonly token: Secret }
}) =>
  HttpApiClient.make(Api, {
    baseUrl: options.baseUrl,
    transformClient: HttpClient.mapRequest((request) =>
      "apiKey" in options.credential
        ? HttpClientRequest.setHeader(request, "x-api-key", textOf(options.credential.apiKey))
        : HttpClientRequest.bearerToken(request, textOf(options.credential.token))
    )
  })

/** What {@link make} makes. */
export type Client = Effect.Success<ReturnType<typeof make>>

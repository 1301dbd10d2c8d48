import { Array as Arr, Effect, Option, Redacted, Schema, SchemaIssue, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApi, HttpApiClient, HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import type { EndpointId } from "../domain/EndpointId.ts"
import { Api } from "./Api.ts"
import { fromCursor, type ListPosition } from "./Signals.ts"

export { Api }

/** A key or token; as text where the program has another Effect of its own, whose `Redacted` cannot be read here. */
export type Secret = string | Redacted.Redacted

const textOf = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))

/** A part of a request. It may be left out when none of its members is required. */
type Part<Name extends string, S extends Schema.Top> = [S["Type"]] extends [never]
  ? unknown
  : {} extends S["~type.make.in"]
    ? { readonly [_ in Name]?: S["~type.make.in"] }
    : { readonly [_ in Name]: S["~type.make.in"] }

type Input<E extends HttpApiEndpoint.Top> = Part<"params", E["~Params"]> &
  Part<"query", E["~Query"]> &
  Part<"headers", E["~Headers"]> &
  Part<"payload", E["~Payload"]>

type Method<E extends HttpApiEndpoint.Top> = <Mode extends HttpApiClient.Client.ResponseMode = "decoded-only">(
  ...request: {} extends Input<E>
    ? [request?: Input<E> & { readonly responseMode?: Mode }]
    : [request: Input<E> & { readonly responseMode?: Mode }]
) => HttpApiClient.Client.MethodReturn<E, never, never, Mode, never>

type ClientOf<Groups extends HttpApiGroup.Constraint> = {
  readonly [Group in Groups as Group["identifier"]]: {
    readonly [Name in keyof Group["endpoints"]]: Method<Extract<Group["endpoints"][Name], HttpApiEndpoint.Top>>
  }
}

/** What {@link make} makes. */
export type Client = typeof Api extends HttpApi.HttpApi<infer _, infer Groups> ? ClientOf<Groups> : never

type Send = (request?: Record<string, unknown>) => Effect.Effect<unknown, unknown>

/** Whether the endpoint takes an `Idempotency-Key`. */
const isIdempotent = ({ headers }: HttpApiEndpoint.Top): boolean =>
  headers?.ast._tag === "Objects" && headers.ast.propertySignatures.some(({ name }) => name === "idempotency-key")

/**
 * `HttpApiClient` wants every part and every member with a default: here they are added, and a key where the request
 * can be repeated with one. An error names the part and the member.
 */
const completing = (endpoint: HttpApiEndpoint.Top, send: Send): Send => {
  const parts = Object.entries<Schema.Top | undefined>({
    params: endpoint.params,
    query: endpoint.query,
    headers: endpoint.headers,
    payload: [...endpoint.payload.values()][0]?.schemas[0]
  })
  return Effect.fnUntraced(function* (request: Record<string, unknown> = {}) {
    const complete = { ...request }
    for (const [name, schema] of parts) {
      if (schema === undefined) continue
      const made: Effect.Effect<unknown, SchemaIssue.Issue> = schema.makeEffect(request[name] ?? {})
      complete[name] = yield* Effect.mapError(
        made,
        (issue) => new Schema.SchemaError(new SchemaIssue.Pointer([name], issue))
      )
    }
    if (isIdempotent(endpoint)) {
      complete["headers"] = { "idempotency-key": crypto.randomUUID(), ...(complete["headers"] as object) }
    }
    return yield* send(complete)
  })
}

/**
 * The longest time that a request waits for its turn; if the service asks for a longer wait, the call fails at once.
 */
const mostWaitMillis = 60_000

/**
 * Sends a request again that failed for a passing reason, after as long as `Retry-After` says or 0.5, 1, 2… seconds.
 * What is done twice when it is sent twice is only sent again after a 429.
 */
const retrying =
  (retries: number) =>
  (
    send: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>,
    request: HttpClientRequest.HttpClientRequest
  ) => {
    const isRepeatable = ["GET", "DELETE"].includes(request.method) || "idempotency-key" in request.headers
    const attempt = (n: number): typeof send => {
      const wait = 500 * 2 ** n
      const again = (millis: number) => Effect.andThen(Effect.sleep(millis), attempt(n + 1))
      return Effect.matchEffect(send, {
        onFailure: (error) =>
          n < retries && isRepeatable && error.reason._tag === "TransportError" ? again(wait) : Effect.fail(error),
        onSuccess: (response) => {
          const seconds = Number(response.headers["retry-after"] ?? 0)
          const isPassing = response.status === 429 || (isRepeatable && [408, 502, 503, 504].includes(response.status))
          const millis = Math.max(wait, seconds * 1000)
          return n < retries && isPassing && millis <= mostWaitMillis ? again(millis) : Effect.succeed(response)
        }
      })
    }
    return attempt(0)
  }

/**
 * A typed client of a Sonde service, made from the contract itself: `client.signals.list({ query: { q: "heat pump" }
 * })`. What the contract doesn't require may be left out. Failures come back as the domain's tagged errors. What failed
 * for a passing reason is sent again. Needs an `HttpClient`, for instance `FetchHttpClient.layer`.
 */
export const make = (options: {
  /** `http://localhost:4646` */
  readonly baseUrl: string
  /** Left out where the `HttpClient` adds it. */
  readonly credential?: { readonly apiKey: Secret } | { readonly token: Secret }
  /** How often a request that failed for a passing reason is sent again: 2 times unless told. */
  readonly retries?: number
}): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.map(
    HttpApiClient.make(Api, {
      baseUrl: options.baseUrl,
      transformClient: (client) =>
        client.pipe(
          HttpClient.transform(retrying(options.retries ?? 2)),
          HttpClient.mapRequest((request) => {
            const { credential } = options
            if (credential === undefined) return request
            return "apiKey" in credential
              ? HttpClientRequest.setHeader(request, "x-api-key", textOf(credential.apiKey))
              : HttpClientRequest.bearerToken(request, textOf(credential.token))
          })
        )
    }),
    (client) => {
      const methods = client as unknown as Record<string, Record<string, Send>>
      HttpApi.reflect(Api, {
        onGroup: () => undefined,
        onEndpoint: ({ endpoint, group }) => {
          const ofGroup = methods[group.identifier]!
          ofGroup[endpoint.identifier] = completing(endpoint, ofGroup[endpoint.identifier]!)
        }
      })
      return client as unknown as Client
    }
  )

type Query<M extends (...args: any) => unknown> = Omit<
  NonNullable<NonNullable<Parameters<M>[0]>["query"]>,
  "after" | "cursor" | "skip"
>

/** Every item of a list that is read by how many were read before. */
const bySkip = <A, E>(page: (skip: number) => Effect.Effect<ReadonlyArray<A>, E>) =>
  Stream.paginate(0, (skip) =>
    Effect.map(page(skip), (items) => [items, items.length === 0 ? Option.none() : Option.some(skip + items.length)])
  )

/** The lists that come in pages, as streams that ask for the next page when it is needed. */
export const all = (client: Client) => {
  const limit = 100
  return {
    signals: (query: Query<Client["signals"]["list"]> = {}) =>
      Stream.paginate(null as ListPosition | null, (cursor) =>
        Effect.map(
          client.signals.list({ query: { limit, ...query, ...(cursor !== null && { cursor }) } }),
          ({ data, next_cursor }) => [
            data,
            next_cursor === null ? Option.none() : Option.fromNullishOr(fromCursor(next_cursor))
          ]
        )
      ),
    reports: () =>
      bySkip((skip) => Effect.map(client.reports.list({ query: { limit, skip } }), ({ data }) => data.reports)),
    audit: () =>
      bySkip((skip) => Effect.map(client.account.audit({ query: { limit, skip } }), ({ data }) => data.events)),
    deliveries: (endpoint_id: EndpointId) =>
      bySkip((skip) =>
        Effect.map(client.endpoints.deliveries({ params: { endpoint_id }, query: { limit, skip } }), ({ data }) => data)
      ),
    /** Events after an id, the oldest first. */
    events: (after = 0) =>
      Stream.paginate(after, (after) =>
        Effect.map(client.watches.events({ query: { limit, after } }), ({ data }) => [
          data,
          Option.map(Arr.last(data), ({ id }) => id as number)
        ])
      )
  }
}

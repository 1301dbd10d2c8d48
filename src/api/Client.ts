import { Effect, Redacted, Schema, SchemaIssue } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApi, HttpApiClient, HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { Api } from "./Api.ts"

export { Api }

/** A key or token; as text where the program has an Effect of its own, for that one's `Redacted` opens there only. */
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

/**
 * `HttpApiClient` wants every part and every member with a default: here they are added. An error names the part and
 * the member.
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
    return yield* send(complete)
  })
}

/**
 * A typed client of a Sonde service, made from the contract itself: `client.signals.list({ query: { q: "heat pump" }
 * })`. What the contract doesn't require may be left out. Failures come back as the domain's tagged errors. Needs an
 * `HttpClient`, for instance `FetchHttpClient.layer`.
 */
export const make = (options: {
  /** `http://localhost:4646` */
  readonly baseUrl: string
  /** Left out where the `HttpClient` adds it. */
  readonly credential?: { readonly apiKey: Secret } | { readonly token: Secret }
}): Effect.Effect<Client, never, HttpClient.HttpClient> =>
  Effect.map(
    HttpApiClient.make(Api, {
      baseUrl: options.baseUrl,
      transformClient: HttpClient.mapRequest((request) => {
        const { credential } = options
        if (credential === undefined) return request
        return "apiKey" in credential
          ? HttpClientRequest.setHeader(request, "x-api-key", textOf(credential.apiKey))
          : HttpClientRequest.bearerToken(request, textOf(credential.token))
      })
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

import { Context, Effect, Layer, Option, Redacted, Scope } from "effect"
import { FetchHttpClient, HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { isWellFormedKey } from "../access/KeyFormat.ts"
import { Authentication, Requirement } from "../api/Security.ts"
import { bodyFault } from "../http/middleware/Body.ts"
import { fromCause, toResponse } from "../http/middleware/Failures.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"
import { authenticationLayer, missing } from "../http/middleware/Security.ts"
import { makeAddressCheck } from "./AddressCheck.ts"
import { metadataUrl, tokenIssuer } from "./Metadata.ts"
import { mcpPath, serverLayer } from "./Server.ts"
import { sessionless } from "./Sessionless.ts"
import { Origin } from "./Tool.ts"

/**
 * What a message asks of its caller, and as what it is counted; what its tools ask the API for is counted beside it.
 */
const endpoint = HttpApiEndpoint.post("message", mcpPath).annotate(
  Requirement,
  "any_caller"
) as unknown as HttpApiEndpoint.Top
const group = HttpApiGroup.make("mcp").add(endpoint)

type App = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  unknown,
  HttpServerRequest.HttpServerRequest | Scope.Scope
>

/** What belongs to the current request alone, and not to the calls that it makes. */
const ownServices: ReadonlySet<string> = new Set([
  HttpServerRequest.HttpServerRequest.key,
  HttpServerRequest.ParsedSearchParams.key,
  HttpRouter.RouteContext.key
])

/** Has an application answer from inside the process, as a part of the request in hand. */
const inside = (app: App) => {
  const answer = HttpEffect.toWebHandler(app)
  return (request: Request) =>
    Effect.contextWith((context: Context.Context<never>) => {
      const shared = new Map([...context.mapUnsafe].filter(([key]) => !ownServices.has(key)))
      return Effect.promise((signal) => answer(new Request(request, { signal }), Context.makeUnsafe(shared)))
    })
}

/**
 * Who calls, by the first credential that is there, as the API takes it. Many agents can send a key as a token only.
 */
const credentialOf = ({ headers }: HttpServerRequest.HttpServerRequest) => {
  const { authorization = "", "x-api-key": key } = headers
  if (key !== undefined && key !== "") return { by: "apiKey", text: key } as const
  const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  return text === undefined ? null : ({ by: isWellFormedKey(text) ? "apiKey" : "bearer", text } as const)
}

/** A `fetch` for the tools, which asks the API itself with the caller's credential. */
const fetchInName = (
  api: ReturnType<typeof inside>,
  credential: Readonly<Record<string, string>>
): Effect.Effect<typeof globalThis.fetch> =>
  Effect.contextWith((context: Context.Context<never>) =>
    Effect.succeed((input, init) => {
      const headers = new Headers(init?.headers)
      for (const [name, value] of Object.entries(credential)) headers.set(name, value)
      if (init?.body instanceof Uint8Array) headers.set("content-length", String(init.body.byteLength))
      const asked = api(new Request(input, { ...init, headers }))
      return Effect.runPromiseWith(context)(asked, init?.signal ? { signal: init.signal } : {})
    })
  )

/** `/mcp`: the Model Context Protocol over HTTP. */
export const endpointLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const authentication = yield* Authentication
    const addressFault = yield* makeAddressCheck
    const origin = yield* RequestOrigin
    const issuer = yield* tokenIssuer
    const api = inside(Effect.catchCause(router.asHttpEffect(), (cause) => fromCause(cause, false)))
    const server = yield* HttpRouter.make
    yield* Layer.build(Layer.provide(serverLayer, Layer.succeed(HttpRouter.HttpRouter, server)))
    const answer = sessionless(inside(server.asHttpEffect()))

    const respond = Effect.fnUntraced(function* (
      request: HttpServerRequest.HttpServerRequest,
      credential: NonNullable<ReturnType<typeof credentialOf>>
    ) {
      const fault = yield* bodyFault(request)
      if (fault !== undefined) return yield* toResponse(fault)
      const { host = "" } = request.headers
      const fetch = yield* fetchInName(api, {
        host,
        ...(credential.by === "apiKey"
          ? { "x-api-key": credential.text }
          : { authorization: `Bearer ${credential.text}` })
      })
      const headers = new Headers({ ...request.headers })
      // The server is called in this process, not by a page, and must not see the credential.
      for (const name of ["authorization", "content-length", "cookie", "origin", "x-api-key"]) headers.delete(name)
      const response = yield* answer(
        new Request(`http://sonde${mcpPath}`, { method: "POST", headers }),
        yield* Effect.orDie(request.text)
      ).pipe(Effect.provideService(FetchHttpClient.Fetch, fetch), Effect.provideService(Origin, origin.origin(request)))
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
      if (isStream) return HttpServerResponse.fromWeb(response)
      const text = yield* Effect.promise(() => response.text())
      return HttpServerResponse.fromWeb(new Response(text === "" ? null : text, response))
    })

    yield* router.add(
      "POST",
      mcpPath,
      Effect.fnUntraced(function* (request) {
        const foreign = addressFault(request)
        if (foreign !== undefined) return yield* foreign
        const credential = credentialOf(request)
        const response =
          credential === null
            ? yield* toResponse(missing)
            : yield* authentication[credential.by](
                // What is answered in parts lasts as long as the request.
                Effect.provideService(respond(request, credential), Scope.Scope, yield* Effect.scope),
                { credential: Redacted.make(credential.text), endpoint, group }
              )
        if (response.status !== 401 || Option.isNone(issuer)) return response
        const challenge = `${response.headers["www-authenticate"]}, resource_metadata="${metadataUrl(origin.origin(request))}"`
        return HttpServerResponse.setHeader(response, "www-authenticate", challenge)
      })
    )
  })
).pipe(Layer.provide(authenticationLayer))

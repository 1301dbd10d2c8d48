import { Context, Effect, Layer } from "effect"
import { Headers, HttpClient, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiClient } from "effect/http-api"
import { crossOrigin } from "../access/AccessRules.ts"
import type { AccountSummary } from "../api/Account.ts"
import { Api } from "../api/Api.ts"
import { fromCause } from "../http/middleware/Failures.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"
import { isSafe } from "../http/middleware/Security.ts"

/*
 * How pages come by their data: through the API, in process, as who is signed in and nobody else. Shapes, limits and
 * checks are the contract's, and there is no second way to the data.
 */

/**
 * What the API is told of the request for the page: the session, where the request comes from (a form that another site
 * sent is refused by the API itself), and whom the audit trail names.
 */
const forwarded = [
  "cookie",
  "host",
  "origin",
  "sec-fetch-site",
  "user-agent",
  "x-forwarded-for",
  "x-forwarded-proto"
] as const

/** Hands a call to the application itself. What goes wrong there is an answer of the API, as it is over the network. */
const transport = (app: ReturnType<HttpRouter.HttpRouter["asHttpEffect"]>) =>
  HttpClient.makeWith<never, never, never, HttpServerRequest.HttpServerRequest>(
    Effect.flatMap((call) =>
      Effect.gen(function* () {
        const asked = yield* HttpServerRequest.HttpServerRequest
        const known = forwarded.flatMap((name) => {
          const value = asked.headers[name]
          return value === undefined ? [] : [[name, value] as const]
        })
        const request = HttpServerRequest.fromClientRequest(call)
        const response = yield* Effect.catchCause(app, (cause) => fromCause(cause, false)).pipe(
          Effect.provideService(
            HttpServerRequest.HttpServerRequest,
            request.modify({
              headers: Headers.setAll(request.headers, Object.fromEntries(known)),
              remoteAddress: asked.remoteAddress
            })
          ),
          Effect.scoped
        )
        return HttpServerResponse.toClientResponse(response, { request: call })
      })
    ),
    Effect.succeed
  )

const make = Effect.flatMap(HttpRouter.HttpRouter, (router) =>
  HttpApiClient.makeWith(Api, { httpClient: transport(router.asHttpEffect()), baseUrl: "http://sonde.internal" })
)

/**
 * The typed client of the API as whoever asks for the page may use it: `api.keys.list()`. A call needs the request for
 * the page, which every page has, and fails with the contract's own errors; `Unauthorized` is to be turned into a way
 * to the sign-in page.
 */
export class PageApi extends Context.Service<PageApi, Effect.Success<typeof make>>()("sonde/dashboard/PageApi") {
  /**
   * Over the routes of the router that it is built for, those included that are added later; with what {@link signedIn}
   * needs beside it.
   */
  static readonly layer = Layer.merge(Layer.effect(PageApi, make), RequestOrigin.layer)
}

/** Who is signed in, and the API as they may use it. */
export interface SignedIn {
  readonly account: AccountSummary
  readonly api: PageApi["Service"]
}

/**
 * Who asks for the current page. Fails with `Unauthorized` (code `missing_credentials` or `session_ended`) when nobody
 * is signed in: send them to `/dashboard/sign-in?next=<path of this page>`.
 *
 *     HttpRouter.add("GET", "/dashboard/keys", Effect.gen(function* () {
 *       const { account, api } = yield* signedIn
 *       const { data: keys } = yield* api.keys.list()
 *       …
 *     }))
 *
 * What a page's form asks for is done by the same client, `api.keys.create({ payload })`; a form that comes from
 * another site fails with `Forbidden`, code `cross_origin`. These ways exist beside the pages, and are not theirs to
 * handle:
 *
 * - `POST /dashboard/sign-in` with `code` (what stands after `#` in a one-time link) and optionally `next`: a session
 *   and 303 to `next`, or 303 to `/dashboard/sign-in?problem=link`.
 * - `GET /dashboard/sign-in/provider?next=…`: to the identity provider, where there is one; back at the page with
 *   `?problem=provider` when it did not work out, `?problem=unreachable` when the provider cannot be reached.
 * - `POST /dashboard/sign-out`: ends the session, 303 to `/dashboard/sign-in?signed_out=link` or `…=identity_provider`;
 *   in the latter case `GET /dashboard/sign-out/provider` leads to the provider's own sign-out, where it has one.
 *
 * Each of the POSTs refuses other sites' forms: 303 to `/dashboard/sign-in?problem=origin`.
 */
export const signedIn = Effect.gen(function* () {
  const origin = yield* RequestOrigin
  const request = yield* HttpServerRequest.HttpServerRequest
  // The API would refuse it too, but nothing of such a form may be read or shown.
  if (!isSafe(request.method) && !origin.isOwnPage(request)) return yield* crossOrigin
  const api = yield* PageApi
  const { data: account } = yield* api.account.get()
  return { account, api } satisfies SignedIn
})

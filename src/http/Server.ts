import { NodeHttpServer } from "@effect/platform-node"
import { ByteSize, Effect, Layer } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { createServer } from "node:http"
import { Api } from "../api/Api.ts"
import { RequestId, requestIdOf } from "../api/RequestId.ts"
import { unlessKnown, withValidator } from "./Caching.ts"
import { competitorsLayer } from "./Competitors.ts"
import { fromCause } from "./Failures.ts"
import { answerFirst, FastPath } from "./fast/FastPath.ts"
import { keysLayer } from "./Keys.ts"
import { marketDataLayer } from "./MarketData.ts"
import { pagesLayer } from "./Pages.ts"
import { answerRefused } from "./Refused.ts"
import { reportsLayer } from "./Reports.ts"
import { accessLayer, authenticationLayer, publicAccessLayer } from "./Security.ts"
import { seoLayer } from "./Seo.ts"
import { signalsLayer } from "./Signals.ts"
import { socialTrendsLayer } from "./SocialTrends.ts"
import { statusLayer } from "./Status.ts"
import { validationLayer } from "./Validation.ts"

/** Paths are told apart by case and by every slash, but for one at the end (RFC 3986, section 6.2.2.1). */
const routerConfig = Layer.succeed(HttpRouter.RouterConfig, {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: true
})

/** Every route, asking only for the services behind them. */
const allRoutes = Layer.merge(
  HttpApiBuilder.layer(Api).pipe(
    Layer.provide([
      reportsLayer,
      competitorsLayer,
      seoLayer,
      signalsLayer,
      socialTrendsLayer,
      marketDataLayer,
      statusLayer,
      keysLayer
    ]),
    Layer.provide([authenticationLayer, accessLayer, publicAccessLayer, validationLayer])
  ),
  pagesLayer
)

/** A body may have this much: a report's context of 8,000 code points needs half of it at most. */
const maxBody = ByteSize.fromInputUnsafe("64 KiB")

/** Around everything: the request's id, answers for what the contract does not cover, validators. */
const around = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const id = requestIdOf(request.headers["x-request-id"])
    const response = yield* Effect.catchCause(app, fromCause).pipe(
      Effect.provideService(RequestId, id),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, maxBody),
      Effect.annotateLogs("request_id", id)
    )
    return HttpServerResponse.setHeaders(withValidator(request, response), {
      "x-request-id": id,
      "x-content-type-options": "nosniff"
    })
  })

/** Whole answers, whatever the caller has of them already. */
const wholeAnswers = Effect.map(HttpRouter.toHttpEffect(allRoutes).pipe(Effect.provide(routerConfig)), (app) =>
  around(app)
)

const conditional = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.zipWith(HttpServerRequest.HttpServerRequest, app, unlessKnown)

/** The service over HTTP: an effect that answers one request, or fails with what {@link around} makes an answer of. */
export const application = Effect.map(wholeAnswers, conditional)

/**
 * Serves on a port. Slow senders are cut off: headers within 10 s, the whole request within 30 s. A signal lets requests in
 * hand finish, for 10 s at most.
 */
export const serverLayer = (options: { readonly host: string; readonly port: number }) =>
  Layer.unwrap(
    Effect.map(FastPath, (fast) =>
      Layer.effectDiscard(
        Effect.flatMap(wholeAnswers, (app) => HttpServer.serveEffect(conditional(fast.remembering(app))))
      ).pipe(
        Layer.provideMerge(
          NodeHttpServer.layer(
            () => answerFirst(answerRefused(createServer({ requestTimeout: 30_000, headersTimeout: 10_000 })), fast),
            { ...options, gracefulShutdownTimeout: "10 seconds" }
          )
        )
      )
    )
  ).pipe(Layer.provide(FastPath.layer))

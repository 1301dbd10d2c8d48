import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { ByteSize, Context, Effect, Exit, Layer } from "effect"
import {
  HttpIncomingMessage,
  HttpMiddleware,
  HttpRouter,
  HttpServer,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import { createServer } from "node:http"
import { RequestId, requestIdOf } from "../../api/RequestId.ts"
import { requests } from "../../telemetry/Metrics.ts"
import { Settings } from "../../config/Settings.ts"
import { makeAdmission } from "./Admission.ts"
import { maxBodyBytes } from "../middleware/Body.ts"
import { isKnown, notModified, withValidator } from "../cache/Validators.ts"
import { Compression } from "./Compression.ts"
import { Connections } from "./Connections.ts"
import { withDeadline } from "./Deadline.ts"
import { fromCause } from "../middleware/Failures.ts"
import { answerFirst, FastPath } from "../cache/FastPath.ts"
import { makeObserver, RequestFacts } from "./Observer.ts"
import { answerClientErrors } from "./ClientErrors.ts"
import { isMisaddressed, misaddressed, otherVersion, tooLate } from "./ErrorResponse.ts"
import { canonical, hasSecret, loggable, routeOf } from "./Routes.ts"
import { Shutdown } from "./Shutdown.ts"

/**
 * Paths are told apart by case and by every slash, but for one at the end (RFC 3986, section 6.2.2.1). What stands in a
 * path is for the endpoint to judge, however long: Node lets 16 KiB through.
 */
const routerConfig = Layer.succeed(HttpRouter.RouterConfig, {
  caseSensitive: true,
  ignoreDuplicateSlashes: false,
  ignoreTrailingSlash: true,
  maxParamLength: 16_384
})

/**
 * Around everything: the request's id, answers for what the contract does not cover, validators, compression; then
 * the observer is told.
 */
const around = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  shutdown: Shutdown["Service"],
  compression: Compression["Service"],
  observe: Effect.Success<typeof makeObserver>,
  remembering: FastPath["Service"]["remembering"]
) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (given) => {
    const begun = performance.now()
    const url = canonical(given.url)
    const request = url === given.url ? given : given.modify({ url })
    const id = requestIdOf(request.headers["x-request-id"])
    const facts = { key: null }
    requests.inFlight++
    const answer = isMisaddressed(given.source) ? Effect.succeed(misaddressed(id)) : app
    return Effect.catchCause(answer, (cause) => fromCause(cause, shutdown.hasBegun())).pipe(
      Effect.tap(({ status }) =>
        status < 400 ? Effect.void : Effect.logDebug(`${request.method} ${loggable(url)}: ${status}`)
      ),
      Effect.provideService(HttpServerRequest.HttpServerRequest, request),
      Effect.provideService(RequestId, id),
      Effect.provideService(RequestFacts, facts),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(maxBodyBytes)),
      Effect.annotateLogs("request_id", id),
      Effect.map((response) =>
        HttpServerResponse.setHeaders(withValidator(request, response), {
          "x-request-id": id,
          "x-content-type-options": "nosniff"
        })
      ),
      remembering,
      Effect.flatMap((response) =>
        isKnown(request, response)
          ? Effect.succeed(notModified(compression.announced(request, response)))
          : compression.encoded(request, response)
      ),
      Effect.onExit((exit) =>
        Effect.sync(() => {
          requests.inFlight--
          const millis = performance.now() - begun
          const status = Exit.isSuccess(exit) ? exit.value.status : 499
          observe({ method: request.method, route: routeOf(url), status, millis, requestId: id, ...facts })
        })
      ),
      shutdown.inHand
    )
  })

const serving = Effect.fnUntraced(function* <A, E, R>(
  routes: Layer.Layer<A, E, R>,
  remembering: FastPath["Service"]["remembering"]
) {
  const app = yield* HttpRouter.toHttpEffect(routes).pipe(Effect.provide(routerConfig))
  const within = yield* withDeadline
  return around(within(app), yield* Shutdown, yield* Compression, yield* makeObserver, remembering)
})

/** The routes as an effect that answers one request, or fails with what {@link around} makes an answer of. */
export const application = <A, E, R>(routes: Layer.Layer<A, E, R>) => serving(routes, (app) => app)

/**
 * Connections that may wait to be accepted. A client that finds no place tries again after 1, 3 and 7 s without knowing
 * why. So there are as many places as Linux allows (net.core.somaxconn), and clients get a proper refusal. Node's
 * default of 511 is one burst.
 */
const backlog = 4_096

/**
 * Waits until the event loop has accepted connections. Those that the system has accepted and the process has not are
 * lost when the port is closed.
 */
const connectionsTaken = Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))

/**
 * A request adds more than ten services to the 200 or so of the process. By default all of them are copied after every
 * eighth service that is added, so a context that may be deeper saves CPU time.
 */
const roomy = <R>({ mapUnsafe }: Context.Context<R>): Context.Context<R> =>
  Context.makeUnsafe(mapUnsafe, { maxDepth: 32 })

/**
 * Serves the routes on a port. Slow senders are cut off: headers within 10 s, the whole request within 30 s; so are
 * readers who take nothing for 30 s. A stop lets requests in hand finish, for 10 s at most; what is left is answered
 * with 503 and closed.
 */
export const serverLayer = <A, E, R>(
  routes: Layer.Layer<A, E, R>,
  options: { readonly host: string; readonly port: number }
) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const run = Effect.runForkWith(yield* Effect.context<never>())
      const server = createServer({
        requestTimeout: 30_000,
        headersTimeout: 10_000,
        connectionsCheckingInterval: 1_000,
        // Without a Host, Node would answer by itself, and not in the envelope.
        requireHostHeader: false,
        // Nothing is upgraded to: such a request is answered like any other (RFC 9110, section 7.8).
        shouldUpgradeCallback: () => false
      }).setTimeout(30_000)
      const connections = new Connections(server)
      const refuse = answerClientErrors(server, connections, ({ message }, id) =>
        run(Effect.annotateLogs(Effect.logDebug(`refused: ${message}`), "request_id", id))
      )
      const fast = yield* FastPath
      const admit = makeAdmission((yield* Settings).MAX_REQUESTS, yield* makeObserver)
      const answer: FastPath["Service"]["answer"] = (request, response) => {
        if (request.httpVersionMajor === 1) return fast.answer(request, response) || admit(request, response)
        refuse(response, otherVersion)
        return true
      }
      const shutdown = yield* Shutdown
      const end = Effect.gen(function* () {
        yield* shutdown.announced
        connections.keepNone()
        yield* shutdown.begun
        // Who was the last to connect may be about to ask.
        yield* Effect.sleep("1 second")
        connections.closeSilent()
        // Before the time is up: a handler that is interrupted while it reads a body loses the connection and cannot
        // answer.
        yield* Effect.sleep("8 seconds")
        for (const answer of connections.unfinished()) refuse(answer, tooLate)
      })
      const serve = Effect.gen(function* () {
        yield* Effect.forkScoped(end)
        // Finalizers run from the last to the first: this one after requests have had their time.
        yield* Effect.addFinalizer(() => Effect.sync(() => connections.destroy()))
        const listening = HttpServer.serveEffect(yield* serving(routes, fast.remembering))
        yield* Effect.updateContext(listening, roomy<Effect.Services<typeof listening>>)
        // The port is closed by the finalizer before, which runs after this one.
        yield* Effect.addFinalizer(() => connectionsTaken)
      })
      return Layer.effectDiscard(serve).pipe(
        // What a trace of a request is called.
        Layer.provide(
          Layer.succeed(HttpMiddleware.SpanNameGenerator, ({ method, url }) => `${method} ${routeOf(url)}`)
        ),
        // A trace has the address.
        Layer.provide(Layer.succeed(HttpMiddleware.TracerDisabledWhen, ({ url }) => hasSecret(url))),
        Layer.provideMerge(
          NodeHttpServer.layer(() => answerFirst(server, answer), {
            ...options,
            backlog,
            gracefulShutdownTimeout: "10 seconds"
          })
        )
      )
    })
  )

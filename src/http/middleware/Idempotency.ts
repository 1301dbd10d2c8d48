import { Context, Duration, Effect, Exit, Layer, Result, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { createHash } from "node:crypto"
import { DeferredResponse, Idempotency, idempotent } from "../../api/Idempotency.ts"
import { Caller } from "../../domain/Caller.ts"
import { Conflict, type Invalid, NotFound } from "../../domain/Failure.ts"
import { validationError } from "../../domain/ValidationError.ts"
import { type Answer, type Claim, IdempotencyKeys, lease } from "../../storage/accounts/IdempotencyKeys.ts"
import { Transaction } from "../../storage/database/Transaction.ts"
import { toResponse } from "./Failures.ts"
import { parseJson } from "./RequestFaults.ts"

const isKey = Schema.is(idempotent["idempotency-key"].schema)

/**
 * The key of the current request, and what it is used for: the route with its ids, and the body once it is decoded, so
 * that spaces, the order of members, unknown members and defaults that are spelled out make no difference. Null without
 * a key, and for what the endpoint's schemas will refuse.
 */
const keyedRequest = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const key = request.headers["idempotency-key"]
  const payload = endpoint.payload.get("application/json")?.schemas[0]
  if (!isKey(key) || payload === undefined) return null
  const { account } = yield* Caller
  const { params } = yield* HttpRouter.RouteContext
  const decode = Schema.decodeUnknownResult(payload as Schema.Codec<unknown, unknown>)
  const body = decode(parseJson(yield* Effect.orDie(request.text)))
  if (Result.isFailure(body)) return null
  return {
    account,
    route: `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? "")}`,
    key,
    fingerprint: createHash("sha256").update(JSON.stringify(body.success)).digest()
  }
})

/** For a POST whose answer may not be stored, and that therefore cannot promise to do a thing once. */
const noKeys = validationError([
  {
    location: ["header", "idempotency-key"],
    message: "is not accepted here: the answer is not kept, so a repeated request would be done again"
  }
])

/** Refuses a key that would be of no use. */
export const keyFault = ({ method, middlewares }: HttpApiEndpoint.Top, key: string | undefined): Invalid | undefined =>
  key !== undefined && method === "POST" && !middlewares.has(Idempotency) ? noKeys : undefined

const answerOf = ({ body, headers, status }: HttpServerResponse.HttpServerResponse): Answer => ({
  status,
  headers: { ...headers },
  body: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
})

const replayed = ({ body, headers, status }: Answer) => {
  const options = { status, headers: { ...headers, "idempotent-replayed": "true" } }
  return body === "" ? HttpServerResponse.empty(options) : HttpServerResponse.text(body, options)
}

/**
 * Refusals for the state of things (404, 409) are stored as the answer. Every other failure has done nothing, and may
 * be tried again.
 */
const isAnswer = (error: unknown): error is Conflict | NotFound =>
  error instanceof Conflict || error instanceof NotFound

/** Repeats answers by their `Idempotency-Key`. */
export const idempotencyLayer = Layer.effect(
  Idempotency,
  Effect.gen(function* () {
    const keys = yield* IdempotencyKeys
    const transaction = yield* Transaction

    const renewing = (claim: Claim) =>
      keys.renew(claim).pipe(Effect.ignoreCause, Effect.delay(Duration.divideUnsafe(lease, 3)), Effect.forever)

    return Idempotency.of(
      Effect.fnUntraced(function* (handler, { endpoint }) {
        let later: Effect.Effect<HttpServerResponse.HttpServerResponse> | undefined
        const act = Effect.provideContext(
          handler,
          Context.make(DeferredResponse, { answer: (effect) => Effect.sync(() => void (later = effect)) })
        )
        const request = yield* keyedRequest(endpoint)
        if (request === null) {
          const response = yield* act
          return later === undefined ? response : yield* later
        }

        const answer = Effect.fnUntraced(function* (claim: Claim) {
          const first = yield* transaction.run(
            act.pipe(
              Effect.catch((error) => (isAnswer(error) ? toResponse(error) : Effect.fail(error))),
              Effect.tap((response) => keys.answer(claim, answerOf(response), later === undefined))
            )
          )
          if (later === undefined) return first
          const last = yield* later
          yield* keys.answer(claim, answerOf(last), true)
          return last
        })

        return yield* Effect.acquireUseRelease(
          keys.claim(request),
          (claimed) =>
            claimed._tag === "Answered"
              ? Effect.succeed(replayed(claimed.answer))
              : Effect.raceFirst(answer(claimed.claim), renewing(claimed.claim)),
          (claimed, exit) =>
            claimed._tag === "New" && Exit.isFailure(exit) ? keys.release(claimed.claim) : Effect.void
        )
      })
    )
  })
)

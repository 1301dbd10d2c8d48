import { Context, type Effect, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import * as Errors from "./Errors.ts"
import { Caller } from "./Security.ts"

/** Headers of a request that may be repeated. */
export const idempotent = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[\x21-\x7e]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters" })
    )
  )
}

/**
 * For a handler whose answer takes longer than what it does: what it has done is stored with the answer that it returns, and the
 * request is then answered by what it hands over here.
 */
export class DeferredResponse extends Context.Service<
  DeferredResponse,
  { readonly answer: (later: Effect.Effect<HttpServerResponse.HttpServerResponse>) => Effect.Effect<void> }
>()("sonde/api/DeferredResponse") {}

/**
 * Answers a request that is repeated with the same `Idempotency-Key` as it was answered before, and does what it asks for once.
 * On every POST of the public API; a POST without it refuses the header, so that nobody relies on what isn't there.
 */
export class Idempotency extends HttpApiMiddleware.Service<
  Idempotency,
  { requires: Caller; provides: DeferredResponse }
>()("sonde/api/Idempotency", { error: [Errors.Conflict, Errors.Invalid] }) {}

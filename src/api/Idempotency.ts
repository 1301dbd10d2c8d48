import { Context, type Effect, Schema } from "effect"
import type { HttpServerResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import * as Errors from "./Errors.ts"
import { Caller } from "../domain/Caller.ts"
import { described } from "./Members.ts"

/** Headers of a request that may be repeated. */
export const idempotent = {
  "idempotency-key": described(
    Schema.optionalKey(
      Schema.String.check(
        Schema.isPattern(/^[\x21-\x7e]{1,255}$/, { message: "must be 1 to 255 visible ASCII characters" })
      )
    ),
    "1 to 255 visible ASCII characters of the caller's choice. For 24 hours a request to the same path (with its ids) with the same " +
      "key and body is done once: repeated, it gets the first answer again (status, headers and body, also 404 and 409), with " +
      "`Idempotent-Replayed: true`. Bodies are compared as decoded: spaces, the order of members, unknown members and defaults that " +
      "are spelled out make no difference. Another body is 422 `idempotency_key_reused`. While the first request is being answered " +
      "it is 409 `idempotency_in_progress`, for at most 15 seconds after its process died. What was refused otherwise (400, 413, " +
      "415, 422, 429) or failed (5xx) may be sent again with the same key"
  )
}

/**
 * For a handler whose answer takes longer than what it does: what it has done is stored with the answer that it
 * returns, and the request is then answered by what it hands over here.
 */
export class DeferredResponse extends Context.Service<
  DeferredResponse,
  { readonly answer: (later: Effect.Effect<HttpServerResponse.HttpServerResponse>) => Effect.Effect<void> }
>()("sonde/api/DeferredResponse") {}

/**
 * Answers a request that is repeated with the same `Idempotency-Key` as it was answered before, and does what it asks
 * for once. On every POST of the public API; a POST without it refuses the header, so that nobody relies on what isn't
 * there.
 */
export class Idempotency extends HttpApiMiddleware.Service<
  Idempotency,
  { requires: Caller; provides: DeferredResponse }
>()("sonde/api/Idempotency", { error: [Errors.Conflict, Errors.Invalid] }) {}

import { DateTime, Duration, Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { DeferredResponse } from "../api/Idempotency.ts"
import { newSigningSecret } from "../delivery/Signature.ts"
import { Sender } from "../delivery/Sender.ts"
import { Caller } from "../domain/Caller.ts"
import { isSigned } from "../domain/Endpoint.ts"
import { now } from "../domain/Timestamp.ts"
import { validationError } from "../domain/ValidationError.ts"
import { Deliveries } from "../storage/Deliveries.ts"
import { Endpoints } from "../storage/Endpoints.ts"
import { endpointUnsigned } from "../storage/Refusals.ts"
import { ExtendDeadline } from "./server/Deadline.ts"

export const endpointsLayer = HttpApiBuilder.group(
  Api,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const deliveries = yield* Deliveries
    const sender = yield* Sender
    return handlers.handleAll({
      list: () => Effect.flatMap(Caller, ({ account }) => Effect.map(endpoints.list(account), ok)),
      create: Effect.fnUntraced(function* ({ payload: { name, target } }) {
        const { account } = yield* Caller
        const secret = isSigned(target) ? newSigningSecret() : null
        const made = yield* endpoints.create(account, { name, target }, secret)
        return ok({ ...made, secret: secret === null ? null : Redacted.value(secret) })
      }),
      get: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(endpoints.get(account, params.endpoint_id), ok)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { target } = yield* endpoints.get(account, params.endpoint_id)
        if (payload.target !== undefined && payload.target.kind !== target.kind)
          return yield* validationError([{ location: ["body", "target", "kind"], message: `must be ${target.kind}` }])
        return ok(yield* endpoints.update(account, params.endpoint_id, payload))
      }),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => endpoints.remove(account, params.endpoint_id)),
      test: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { target } = yield* endpoints.get(account, params.endpoint_id)
        const secrets = yield* endpoints.secrets(account, params.endpoint_id)
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(Duration.seconds(10)))
        // Outside of the transaction of a request with a key: nothing waits for a receiver.
        const deferred = yield* DeferredResponse
        const sent = sender.test({ target, secrets }, payload.title)
        yield* deferred.answer(Effect.map(sent, (attempt) => HttpServerResponse.jsonUnsafe(ok(attempt))))
        const at = yield* now
        return ok({ at, delivered: false, status: null, error: "not yet answered", took_ms: 0, answer: null })
      }),
      rotate: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { target } = yield* endpoints.get(account, params.endpoint_id)
        if (!isSigned(target)) return yield* endpointUnsigned()
        const secret = newSigningSecret()
        const until = new Date((yield* DateTime.nowAsDate).getTime() + payload.overlap_hours * 3_600_000)
        const rotated = yield* endpoints.rotate(account, params.endpoint_id, secret, until)
        return ok({ ...rotated, secret: Redacted.value(secret) })
      }),
      deliveries: ({ params, query }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(deliveries.list(account, params.endpoint_id, query), ok)),
      redeliver: ({ params, payload }) =>
        Effect.flatMap(Caller, ({ account }) =>
          Effect.map(deliveries.redeliver(account, params.endpoint_id, payload.events), ok)
        )
    })
  })
)

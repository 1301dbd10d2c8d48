import { Duration, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Limits } from "../access/Limits.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { DeferredResponse } from "../api/Idempotency.ts"
import type { AccountId } from "../domain/Account.ts"
import { Caller } from "../domain/Caller.ts"
import { type Target } from "../domain/Endpoint.ts"
import { now } from "../domain/Timestamp.ts"
import { EndpointDesk } from "../ports/EndpointDesk.ts"
import { Deliveries } from "../storage/watches/Deliveries.ts"
import { Endpoints } from "../storage/watches/Endpoints.ts"
import { forCaller } from "./ForCaller.ts"
import { ExtendDeadline } from "./server/Deadline.ts"

/** How long a receiver may take to answer; a mail server may take twice as long. */
const answerTimeout = Duration.seconds(20)

/** How a test went, as long as it has not gone. */
const notYet = { delivered: false, status: null, error: "not yet answered", took_ms: 0, answer: null }

export const endpointsLayer = HttpApiBuilder.group(
  Api,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const deliveries = yield* Deliveries
    const limits = yield* Limits
    const desk = yield* EndpointDesk

    /** Counts the confirmation mails to an address, so that nobody is asked again and again. */
    const countQuestion = (account: AccountId, { kind }: Target) =>
      kind === "mail" ? limits.confirmation(account) : Effect.void

    return handlers.handleAll({
      list: () => forCaller(({ account }) => endpoints.list(account)),
      create: Effect.fnUntraced(function* ({ payload: { name, target } }) {
        const { account } = yield* Caller
        yield* desk.check(target)
        yield* countQuestion(account, target)
        const made = yield* desk.create(account, { name, target })
        if (!made.confirmed) {
          yield* Effect.flatMap(ExtendDeadline, (extend) => extend(answerTimeout))
          const deferred = yield* DeferredResponse
          const asked = Effect.map(desk.ask(account, made), ok)
          yield* deferred.answer(Effect.map(asked, (body) => HttpServerResponse.jsonUnsafe(body, { status: 201 })))
        }
        return ok(made)
      }),
      get: ({ params }) => forCaller(({ account }) => endpoints.get(account, params.endpoint_id)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { target } = yield* endpoints.get(account, params.endpoint_id)
        const moved = yield* desk.checkMove(target, payload.target)
        if (moved) yield* countQuestion(account, target)
        const changed = yield* endpoints.update(account, params.endpoint_id, payload)
        if (!moved || changed.confirmed) return ok(changed)
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(answerTimeout))
        return ok(yield* desk.ask(account, changed))
      }),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => endpoints.remove(account, params.endpoint_id)),
      test: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { confirmed, target } = yield* endpoints.get(account, params.endpoint_id)
        if (!confirmed) yield* countQuestion(account, target)
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(answerTimeout))
        // Outside of the transaction of a request with an `Idempotency-Key`, so that no transaction waits for a
        // receiver.
        const deferred = yield* DeferredResponse
        const send = yield* desk.test(account, params.endpoint_id, payload.title)
        yield* deferred.answer(Effect.map(send, (attempt) => HttpServerResponse.jsonUnsafe(ok(attempt))))
        const at = yield* now
        return ok({ at, ...notYet })
      }),
      rotate: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        return ok(yield* desk.rotate(account, params.endpoint_id, payload.overlap_hours))
      }),
      deliveries: ({ params, query }) =>
        forCaller(({ account }) => deliveries.list(account, params.endpoint_id, query)),
      redeliver: ({ params, payload }) =>
        forCaller(({ account }) => deliveries.redeliver(account, params.endpoint_id, payload.events)),
      skip: ({ params, payload }) =>
        forCaller(({ account }) => deliveries.skip(account, params.endpoint_id, payload.events))
    })
  })
)

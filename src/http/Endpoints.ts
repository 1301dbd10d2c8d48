import { DateTime, Duration, Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Limits } from "../access/Limits.ts"
import { newSecret } from "../access/Secret.ts"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { DeferredResponse } from "../api/Idempotency.ts"
import { newSigningSecret } from "../delivery/Signature.ts"
import { Sender } from "../delivery/Sender.ts"
import type { AccountId } from "../domain/Account.ts"
import { Caller } from "../domain/Caller.ts"
import { type Endpoint, isSamePlace, isSigned, type Target } from "../domain/Endpoint.ts"
import { now } from "../domain/Timestamp.ts"
import { validationError } from "../domain/ValidationError.ts"
import { Deliveries } from "../storage/Deliveries.ts"
import { Endpoints } from "../storage/Endpoints.ts"
import { endpointUnsigned } from "../storage/Refusals.ts"
import { ExtendDeadline } from "./server/Deadline.ts"

/** What is wrong with a target. */
const refusal = (member: string, message: string) =>
  validationError([{ location: ["body", "target", member], message }])

/** For a receiver's answer; a mail server has twice as long. */
const patience = Duration.seconds(20)

/** How a test went, as long as it has not gone. */
const notYet = { delivered: false, status: null, error: "not yet answered", took_ms: 0, answer: null }

export const endpointsLayer = HttpApiBuilder.group(
  Api,
  "endpoints",
  Effect.fnUntraced(function* (handlers) {
    const endpoints = yield* Endpoints
    const deliveries = yield* Deliveries
    const limits = yield* Limits
    const sender = yield* Sender

    const acceptable = (target: Target) =>
      target.kind === "mail"
        ? sender.sendsMail
          ? Effect.void
          : Effect.fail(refusal("kind", "must be another one: this service sends no mail, as SMTP_URL is not set"))
        : sender.isRefused(target.url)
          ? Effect.fail(refusal("url", "must not lead to an address that is not of the public internet"))
          : Effect.void

    /** Asks the reader of an address to confirm it. Without an answer of the mail server the endpoint says so. */
    const ask = Effect.fnUntraced(function* (account: AccountId, endpoint: Endpoint) {
      const { id, target } = endpoint
      const secrets = yield* Effect.orDie(endpoints.secrets(account, id))
      const { delivered, error } = yield* sender.confirm({ endpoint: id, target, secrets })
      const notice = `The confirmation could not be sent: ${error}. POST /endpoints/${id}/test sends it again.`
      return delivered ? endpoint : { ...endpoint, notice }
    })

    /** Counts a question to whoever reads an address; nobody is asked without end. */
    const countQuestion = (account: AccountId, { kind }: Target) =>
      kind === "mail" ? limits.confirmation(account) : Effect.void

    return handlers.handleAll({
      list: () => Effect.flatMap(Caller, ({ account }) => Effect.map(endpoints.list(account), ok)),
      create: Effect.fnUntraced(function* ({ payload: { name, target } }) {
        const { account } = yield* Caller
        yield* acceptable(target)
        yield* countQuestion(account, target)
        const secret = isSigned(target) ? newSigningSecret() : null
        const key = target.kind === "mail" ? Redacted.make(newSecret()) : secret
        const made = yield* endpoints.create(account, { name, target }, key)
        const answer = { ...made, secret: secret === null ? null : Redacted.value(secret) }
        if (!made.confirmed) {
          yield* Effect.flatMap(ExtendDeadline, (extend) => extend(patience))
          const deferred = yield* DeferredResponse
          const asked = Effect.map(ask(account, made), ({ notice }) => ok({ ...answer, notice }))
          yield* deferred.answer(Effect.map(asked, (body) => HttpServerResponse.jsonUnsafe(body, { status: 201 })))
        }
        return ok(answer)
      }),
      get: ({ params }) =>
        Effect.flatMap(Caller, ({ account }) => Effect.map(endpoints.get(account, params.endpoint_id), ok)),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { target } = yield* endpoints.get(account, params.endpoint_id)
        if (payload.target !== undefined && payload.target.kind !== target.kind)
          return yield* refusal("kind", `must be ${target.kind}`)
        if (payload.target === undefined || isSamePlace(target, payload.target))
          return ok(yield* endpoints.update(account, params.endpoint_id, payload))
        yield* acceptable(payload.target)
        yield* countQuestion(account, payload.target)
        const changed = yield* endpoints.update(account, params.endpoint_id, payload)
        if (changed.confirmed) return ok(changed)
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(patience))
        return ok(yield* ask(account, changed))
      }),
      remove: ({ params }) => Effect.flatMap(Caller, ({ account }) => endpoints.remove(account, params.endpoint_id)),
      test: Effect.fnUntraced(function* ({ params, payload }) {
        const { account } = yield* Caller
        const { confirmed, target } = yield* endpoints.get(account, params.endpoint_id)
        const secrets = yield* endpoints.secrets(account, params.endpoint_id)
        if (!confirmed) yield* countQuestion(account, target)
        yield* Effect.flatMap(ExtendDeadline, (extend) => extend(patience))
        // Outside of the transaction of a request with a key: nothing waits for a receiver.
        const deferred = yield* DeferredResponse
        const to = { endpoint: params.endpoint_id, target, secrets }
        const sent = confirmed ? sender.test(to, payload.title) : sender.confirm(to)
        yield* deferred.answer(Effect.map(sent, (attempt) => HttpServerResponse.jsonUnsafe(ok(attempt))))
        const at = yield* now
        return ok({ at, ...notYet })
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
        ),
      skip: ({ params, payload }) =>
        Effect.flatMap(Caller, ({ account }) =>
          Effect.map(deliveries.skip(account, params.endpoint_id, payload.events), ok)
        )
    })
  })
)

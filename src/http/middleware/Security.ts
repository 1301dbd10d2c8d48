import { Context, Effect, Layer, Redacted } from "effect"
import type { unhandled } from "effect/Types"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { AuditContext } from "../../access/AuditContext.ts"
import { Credentials } from "../../access/Credentials.ts"
import { Gate } from "../../access/Gate.ts"
import type { Credential } from "../../access/AccessRules.ts"
import { type Allowance, Limits } from "../../access/Limits.ts"
import { Authentication, CountedAs, PublicAccess, Requirement } from "../../api/Security.ts"
import { MadeOf } from "../../api/MadeOf.ts"
import type { AccountId } from "../../domain/Account.ts"
import { Caller } from "../../domain/Caller.ts"
import { type Forbidden, type RateLimited, Unauthorized, Unavailable } from "../../domain/Failure.ts"
import type { Right } from "../../domain/Right.ts"
import { ReportDesk } from "../../reports/ReportDesk.ts"
import { fromPrimary } from "../../storage/database/ReadPath.ts"
import { Standbys } from "../../storage/database/Standbys.ts"
import { credentialRefused } from "../../telemetry/Metrics.ts"
import { sessionCookie } from "../headers/Cookie.ts"
import { policyOf, remainderOf } from "../headers/RateLimit.ts"
import { RequestFacts } from "../server/Observer.ts"
import { answerFailures, toResponse } from "./Failures.ts"
import { RequestOrigin } from "./RequestOrigin.ts"

export const missing = new Unauthorized({
  code: "missing_credentials",
  message: "Send an API key as X-API-Key, or a token as Authorization: Bearer."
})

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/** The answer to a write that the database may have, and that others may not be shown yet. */
const unconfirmed = new Unavailable({
  code: "unavailable",
  message: "The database went away before this was certain. Send it again, a POST with the same Idempotency-Key.",
  retryAfter: 5
})

/** A limit that a request counted against, and the seconds for which it holds. */
interface Policy {
  readonly name: string
  readonly window: number
  readonly allowance: Allowance | null
}

/** `RateLimit-Policy` and `RateLimit`: lists of what is limited at all. */
const withPolicies = (response: HttpServerResponse.HttpServerResponse, policies: ReadonlyArray<Policy>) => {
  const limited = policies.flatMap(({ allowance, ...policy }) =>
    allowance === null ? [] : [{ ...policy, ...allowance }]
  )
  return limited.length === 0
    ? response
    : HttpServerResponse.setHeaders(response, {
        "ratelimit-policy": limited.map(policyOf).join(", "),
        ratelimit: limited.map(({ name, ...allowance }) => remainderOf(name, allowance)).join(", ")
      })
}

/**
 * Whether the current request would still be let in: long answers end when their caller loses the right. False if this
 * cannot be found out.
 */
export class Standing extends Context.Reference<Effect.Effect<boolean>>("sonde/http/Standing", {
  defaultValue: () => Effect.succeed(false)
}) {}

/** Whether the caller of the request in hand has another right as well. Counts nothing. */
export class Rights extends Context.Reference<(right: Right) => Effect.Effect<boolean>>("sonde/http/Rights", {
  defaultValue: () => () => Effect.succeed(false)
}) {}

/** Finds out who is calling, and lets them in or says why not. */
export const authenticationLayer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const desk = yield* ReportDesk
    const gate = yield* Gate
    const limits = yield* Limits
    const origin = yield* RequestOrigin
    const standbys = yield* Standbys

    /** The answer to a bad credential; 429 after too many of them from one network. */
    const refuse = Effect.fnUntraced(
      function* (refusal: Unauthorized | Forbidden | Unavailable, request: HttpServerRequest.HttpServerRequest) {
        if (refusal._tag !== "Unavailable") credentialRefused({ reason: refusal.code })
        // An expired cookie is no attempt to guess one, so it is not counted.
        if (refusal._tag === "Unauthorized" && refusal.code !== "session_ended") {
          yield* limits.failedCredential(origin.address(request))
        }
        return yield* toResponse(refusal)
      },
      Effect.catch((tooMany: RateLimited) => toResponse(tooMany))
    )

    /** Reads from a standby where the endpoint allows it; who writes sees it in all that they read afterwards. */
    const onServer = <E, R>(
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
      account: AccountId,
      method: string,
      made: Context.Service.Shape<typeof MadeOf>
    ) =>
      isSafe(method)
        ? made === null || made === "live"
          ? handler
          : standbys.reading(account, handler)
        : Effect.flatMap(handler, (response) =>
            response.status >= 400
              ? Effect.succeed(response)
              : Effect.matchEffect(standbys.wrote(account), {
                  onSuccess: () => Effect.succeed(response),
                  onFailure: () => toResponse(unconfirmed)
                })
          )

    /**
     * The refusal is answered here: if it failed, the next scheme would be tried, and a good token must not make up for
     * a bad key.
     */
    const as = Effect.fnUntraced(function* (
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled, Caller>,
      { endpoint, group }: { readonly endpoint: HttpApiEndpoint.Top; readonly group: HttpApiGroup.Top },
      find: Effect.Effect<Credential, Unauthorized | Unavailable>,
      findAgain: Effect.Effect<Credential, Unauthorized | Unavailable> = find
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const found = yield* Effect.result(find)
      if (found._tag === "Failure") return yield* refuse(found.failure, request)
      const annotations = Context.merge(group.annotations, endpoint.annotations)
      const aim = {
        right: Context.getUnsafe(annotations, Requirement),
        endpoint: `${endpoint.method} ${endpoint.path}`,
        elsewhere: !isSafe(request.method) && !origin.isOwnPage(request)
      }
      const { allowance, caller, refusal } = yield* gate.pass(found.success, aim)
      if (caller === null) return yield* refuse(refusal, request)
      ;(yield* RequestFacts).key = caller.key
      const account = { name: "account", window: 60, allowance }
      if (refusal?._tag === "Forbidden") {
        credentialRefused({ reason: refusal.code })
        return withPolicies(yield* toResponse(refusal), [account])
      }
      const response =
        refusal !== null
          ? yield* toResponse(refusal)
          : yield* onServer(handler, caller.account, endpoint.method, Context.get(annotations, MadeOf)).pipe(
              Effect.provideService(Caller, caller),
              Effect.provideService(Rights, (right) => fromPrimary(gate.stands(found.success, { ...aim, right }))),
              Effect.provideService(
                Standing,
                Effect.catchCause(
                  fromPrimary(Effect.flatMap(findAgain, (credential) => gate.stands(credential, aim))),
                  () => Effect.succeed(false)
                )
              ),
              Effect.provideService(
                AuditContext,
                origin.auditContext(request, caller.session === null ? "token" : "dashboard")
              )
            )
      if (Context.get(annotations, CountedAs) === null) return withPolicies(response, [account])
      const reports = yield* desk.allowance(caller.account)
      return withPolicies(response, [account, { name: "reports", window: 3600, allowance: reports }])
    })

    return Authentication.of({
      apiKey: (handler, { credential, ...aim }) => {
        const key = Redacted.value(credential)
        return key === "" ? Effect.fail(missing) : as(handler, aim, credentials.apiKey(key))
      },
      bearer: (handler, { credential, ...aim }) => {
        const token = Redacted.value(credential)
        return token === "" ? Effect.fail(missing) : as(handler, aim, credentials.token(token))
      },
      session: (handler, aim) =>
        Effect.flatMap(Effect.service(HttpServerRequest.HttpServerRequest), (request) => {
          const secret = sessionCookie.read(request, origin.origin(request))
          if (secret !== null) {
            return as(handler, aim, credentials.session(secret), credentials.openSession(secret))
          }
          credentialRefused({ reason: missing.code })
          return toResponse(missing)
        })
    })
  })
)

/** The bucket of endpoints that are open to everyone. */
export const publicAccessLayer = Layer.effect(
  PublicAccess,
  Effect.map(Limits, (limits) => PublicAccess.of((handler) => answerFailures(Effect.andThen(limits.open, handler))))
)

import { Context, Effect, Layer, Redacted } from "effect"
import type { unhandled } from "effect/Types"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  Access,
  Authentication,
  Caller,
  CountedAs,
  type Identity,
  PublicAccess,
  Requirement
} from "../../api/Security.ts"
import { Credentials } from "../../access/Credentials.ts"
import { type Allowance, Limits, rateLimited } from "../../access/Limits.ts"
import { Actor } from "../../access/Actor.ts"
import { Operators } from "../../access/Operators.ts"
import { Usage } from "../../access/Usage.ts"
import { Forbidden, Unauthorized, type Unavailable } from "../../domain/Failure.ts"
import { keyManagement } from "../../domain/Scope.ts"
import { ReportDesk } from "../../reports/ReportDesk.ts"
import { credentialRefused } from "../../telemetry/Metrics.ts"
import { sessionCookie } from "../headers/Cookie.ts"
import { answerFailures, toResponse } from "./Failures.ts"
import { RequestFacts } from "../server/Observer.ts"
import { policyOf, remainderOf } from "../headers/RateLimit.ts"
import { Visitor } from "./Visitor.ts"

const missing = new Unauthorized({
  code: "missing_credentials",
  message: "Send an API key as X-API-Key, or a token as Authorization: Bearer."
})

/** The answer to what another site asks for in a visitor's name. */
export const crossOrigin = new Forbidden({
  code: "cross_origin",
  message: "A session may ask for more than reading from the service's own pages only."
})

/** Methods that change nothing (RFC 9110, section 9.2.1). */
export const isSafe = (method: string): boolean => method === "GET" || method === "HEAD"

/** Finds out who is calling. */
export const authenticationLayer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const limits = yield* Limits
    const visitor = yield* Visitor

    /** Refusals end the request here: failing would let the next scheme try, and a bad key must not be saved by a good token. */
    const as = (
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled, Caller>,
      identify: Effect.Effect<Identity, Unauthorized | Unavailable>
    ) =>
      Effect.flatMap(Effect.service(HttpServerRequest.HttpServerRequest), (request) =>
        identify.pipe(
          Effect.tapError((error) => {
            if (error._tag !== "Unauthorized") return Effect.void
            credentialRefused({ reason: error.code })
            // A browser with an old cookie is not trying to guess one.
            return error.code === "session_ended" ? Effect.void : limits.failedCredential(visitor.address(request))
          }),
          Effect.matchEffect({
            onFailure: toResponse,
            onSuccess: (identity) => {
              // The browser sends a cookie with whatever any site has it ask for; a key or a token somebody has put there.
              if (identity.session !== null && !isSafe(request.method) && !visitor.isOwnPage(request)) {
                credentialRefused({ reason: crossOrigin.code })
                return toResponse(crossOrigin)
              }
              return handler.pipe(
                Effect.provideService(Caller, identity),
                Effect.provideService(Actor, visitor.actor(request, identity.session === null ? "token" : "dashboard"))
              )
            }
          })
        )
      )

    return Authentication.of({
      apiKey: (handler, { credential }) => {
        const key = Redacted.value(credential)
        return key === "" ? Effect.fail(missing) : as(handler, credentials.apiKey(key))
      },
      bearer: (handler, { credential }) => {
        const token = Redacted.value(credential)
        return token === "" ? Effect.fail(missing) : as(handler, credentials.token(token))
      },
      session: (handler) =>
        Effect.flatMap(Effect.service(HttpServerRequest.HttpServerRequest), (request) => {
          const secret = sessionCookie.read(request, visitor.origin(request))
          if (secret !== null) return as(handler, credentials.session(secret))
          credentialRefused({ reason: missing.code })
          return toResponse(missing)
        })
    })
  })
)

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

const noKeys = new Forbidden({
  code: "key_management_forbidden",
  message: "API keys are not accepted here: sign in, or use the operator's command line."
})

const operatorOnly = new Forbidden({ code: "operator_only", message: "This is for the service's operators." })

/** Scope first, then rate; every request counts, also one that is refused for its scope. */
export const accessLayer = Layer.effect(
  Access,
  Effect.gen(function* () {
    const limits = yield* Limits
    const operators = yield* Operators
    const usage = yield* Usage
    const desk = yield* ReportDesk

    const refusalOf = Effect.fnUntraced(function* (
      caller: Identity,
      required: Context.Service.Shape<typeof Requirement>
    ) {
      switch (required) {
        case "signed_in_user":
          return caller.key === null ? null : noKeys
        case "operator":
          if (caller.key !== null) return noKeys
          return (yield* operators.includes(caller)) ? null : operatorOnly
        default:
          if (required === keyManagement && caller.key !== null) return noKeys
          return caller.session !== null || caller.scopes.includes(required)
            ? null
            : new Forbidden({ code: "insufficient_scope", message: `This needs the scope ${required}.` })
      }
    })

    return Access.of(
      Effect.fnUntraced(function* (handler, { endpoint, group }) {
        const caller = yield* Caller
        const required = Context.getUnsafe(Context.merge(group.annotations, endpoint.annotations), Requirement)
        // People's clicks and programs' calls are counted apart: a key that runs wild must not keep its owner from switching it off.
        const allowance = yield* (caller.session === null ? limits.request : limits.visit)(caller.account)
        ;(yield* RequestFacts).key = caller.key
        if (caller.key !== null) yield* usage.record(caller.key, `${endpoint.method} ${endpoint.path}`)

        const refusal = yield* refusalOf(caller, required)
        const account = { name: "account", window: 60, allowance }
        if (refusal !== null) {
          credentialRefused({ reason: refusal.code })
          return withPolicies(yield* toResponse(refusal), [account])
        }
        const response = allowance?.exceeded
          ? yield* toResponse(rateLimited(Math.max(1, allowance.reset)))
          : yield* answerFailures(handler)
        if (Context.get(endpoint.annotations, CountedAs) === null) return withPolicies(response, [account])
        const reports = yield* desk.allowance(caller.account)
        return withPolicies(response, [account, { name: "reports", window: 3600, allowance: reports }])
      })
    )
  })
)

/** The bucket of endpoints that are open to everyone. */
export const publicAccessLayer = Layer.effect(
  PublicAccess,
  Effect.map(Limits, (limits) => PublicAccess.of((handler) => answerFailures(Effect.andThen(limits.open, handler))))
)

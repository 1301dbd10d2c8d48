import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { unhandled } from "effect/Types"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Access, Authentication, Caller, CountedAs, type Identity, PublicAccess, Requirement } from "../api/Security.ts"
import { Credentials } from "../access/Credentials.ts"
import { type Allowance, Limits, rateLimited } from "../access/Limits.ts"
import { Usage } from "../access/Usage.ts"
import { Settings } from "../Config.ts"
import { Forbidden, Unauthorized, type Unavailable } from "../domain/Failure.ts"
import { ReportDesk } from "../reports/ReportDesk.ts"
import { answerFailures, toResponse } from "./Failures.ts"
import { policyOf, remainderOf } from "./RateLimit.ts"

const missing = new Unauthorized({
  code: "missing_credentials",
  message: "Send an API key as X-API-Key, or a token as Authorization: Bearer."
})

/** Finds out who is calling. */
export const authenticationLayer = Layer.effect(
  Authentication,
  Effect.gen(function* () {
    const credentials = yield* Credentials
    const limits = yield* Limits
    const settings = yield* Settings

    // The address to count failures for. Behind a proxy it is the last one that the proxy itself added.
    const clientAddress = Effect.map(Effect.service(HttpServerRequest.HttpServerRequest), (request) => {
      const forwarded = settings.TRUST_PROXY ? request.headers["x-forwarded-for"]?.split(",").at(-1)?.trim() : undefined
      return forwarded ?? Option.getOrElse(request.remoteAddress, () => "unknown")
    })

    /** Refusals end the request here: failing would let the next scheme try, and a bad key must not be saved by a good token. */
    const as = (
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, unhandled, Caller>,
      identify: Effect.Effect<Identity, Unauthorized | Unavailable>
    ) =>
      identify.pipe(
        Effect.tapError((error) =>
          error._tag === "Unauthorized" ? Effect.flatMap(clientAddress, limits.failedCredential) : Effect.void
        ),
        Effect.matchEffect({
          onFailure: toResponse,
          onSuccess: (identity) => Effect.provideService(handler, Caller, identity)
        })
      )

    return Authentication.of({
      apiKey: (handler, { credential }) => {
        const key = Redacted.value(credential)
        return key === "" ? Effect.fail(missing) : as(handler, credentials.apiKey(key))
      },
      bearer: (handler, { credential }) => {
        const token = Redacted.value(credential)
        return token === "" ? toResponse(missing) : as(handler, credentials.token(token))
      }
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

/** Scope first, then rate; every request counts, also one that is refused for its scope. */
export const accessLayer = Layer.effect(
  Access,
  Effect.gen(function* () {
    const limits = yield* Limits
    const usage = yield* Usage
    const desk = yield* ReportDesk

    return Access.of(
      Effect.fnUntraced(function* (handler, { endpoint, group }) {
        const caller = yield* Caller
        const required = Context.getUnsafe(Context.merge(group.annotations, endpoint.annotations), Requirement)
        const allowance = yield* limits.request(caller.account)
        if (caller.key !== null) yield* usage.record(caller.key, `${endpoint.method} ${endpoint.path}`)

        const refusal =
          required === "signed_in_user"
            ? caller.key === null
              ? null
              : new Forbidden({
                  code: "key_management_forbidden",
                  message: "API keys cannot manage keys: sign in, or use the operator's command line."
                })
            : caller.scopes.includes(required)
              ? null
              : new Forbidden({ code: "insufficient_scope", message: `This needs the scope ${required}.` })

        const account = { name: "account", window: 60, allowance }
        if (refusal !== null) return withPolicies(yield* toResponse(refusal), [account])
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

import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { AccountId } from "../domain/Account.ts"
import type { ApiKeyId } from "../domain/ApiKey.ts"
import type { HeldScope } from "../domain/Scope.ts"
import type { SignInKind } from "../domain/Session.ts"
import * as Errors from "./Errors.ts"

/** Who is calling, and by what credential. */
export interface Identity {
  readonly account: AccountId
  readonly scopes: ReadonlyArray<HeldScope>
  /** The key's id; null for a signed-in user. */
  readonly key: ApiKeyId | null
  /** How the session that came as a cookie was begun; null for a key or a token. */
  readonly session: SignInKind | null
}

/** The authenticated caller of the current request. */
export class Caller extends Context.Service<Caller, Identity>()("sonde/api/Caller") {}

/**
 * What an endpoint asks of a credential: a scope, a signed-in user (no API key), or one who runs the service. A session stands for
 * its user and has every scope; a token has what it names.
 */
export class Requirement extends Context.Service<Requirement, HeldScope | "signed_in_user" | "operator">()(
  "sonde/api/Requirement"
) {}

/** The limit that calls of an endpoint count against, beside that of the account's requests. */
export const CountedAs = Context.Reference<"reports" | null>("sonde/api/CountedAs", { defaultValue: () => null })

/**
 * Credential: API key, JWT or session. The first of them that is sent decides, in this order: a bad key is 401 even beside a
 * good token. A header that is absent or empty counts as no credential. What a session asks for that is more than reading must
 * come from the service's own pages: its `Sec-Fetch-Site` or `Origin` says so, or it is 403 `cross_origin`.
 */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "sonde/api/Authentication",
  {
    error: [Errors.Unauthorized, Errors.Forbidden, Errors.RateLimited, Errors.Unavailable],
    security: {
      apiKey: HttpApiSecurity.apiKey({ key: "X-API-Key", in: "header" }).pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({ description: "`sonde_live_` and 48 hexadecimal digits; recommended between servers." })
        )
      ),
      bearer: HttpApiSecurity.bearer.pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({
            format: "JWT",
            description: "Token of the configured identity provider, for browsers."
          })
        )
      ),
      session: HttpApiSecurity.apiKey({ key: "__Host-sonde_session", in: "cookie" }).pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({
            description:
              "Session of a user who is signed in to the dashboard; `sonde_session` over plain HTTP. Anything but GET must come from the service's own pages."
          })
        )
      )
    }
  }
) {}

/** Scope, then rate: what the credential may call, and how often. Sets `RateLimit-Policy` and `RateLimit`. */
export class Access extends HttpApiMiddleware.Service<Access, { requires: Caller }>()("sonde/api/Access", {
  error: [Errors.Forbidden, Errors.RateLimited]
}) {}

/** HostThrottle what a request's Schemas refuse into 400, 413, 415 and 422 with all faults listed. */
export class Validation extends HttpApiMiddleware.Service<Validation>()("sonde/api/Validation", {
  error: [Errors.Malformed, Errors.PayloadTooLarge, Errors.UnsupportedMediaType, Errors.Invalid]
}) {}

/** The rate of an endpoint that needs no credential: a bucket of its own. */
export class PublicAccess extends HttpApiMiddleware.Service<PublicAccess>()("sonde/api/PublicAccess", {
  error: Errors.RateLimited
}) {}

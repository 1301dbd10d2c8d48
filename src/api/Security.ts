import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { AccountId } from "../domain/Account.ts"
import type { ApiKeyId } from "../domain/ApiKey.ts"
import type { Scope } from "../domain/Scope.ts"
import * as Errors from "./Errors.ts"

/** Who is calling, and by what credential. */
export interface Identity {
  readonly account: AccountId
  readonly scopes: ReadonlyArray<Scope>
  /** The key's id; null for a signed-in user (JWT). */
  readonly key: ApiKeyId | null
}

/** The authenticated caller of the current request. */
export class Caller extends Context.Service<Caller, Identity>()("sonde/api/Caller") {}

/** What an endpoint asks of a credential: a scope, or a signed-in user (no API key). */
export class Requirement extends Context.Service<Requirement, Scope | "signed_in_user">()("sonde/api/Requirement") {}

/** The limit that calls of an endpoint count against, beside that of the account's requests. */
export const CountedAs = Context.Reference<"reports" | null>("sonde/api/CountedAs", { defaultValue: () => null })

/**
 * Credential: API key or JWT. The key decides when both are sent: a bad key is 401 even beside a good token. A header
 * that is absent or empty counts as no credential.
 */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "sonde/api/Authentication",
  {
    error: [Errors.Unauthorized, Errors.RateLimited, Errors.Unavailable],
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
      )
    }
  }
) {}

/** Scope, then rate: what the credential may call, and how often. Sets `RateLimit-Policy` and `RateLimit`. */
export class Access extends HttpApiMiddleware.Service<Access, { requires: Caller }>()("sonde/api/Access", {
  error: [Errors.Forbidden, Errors.RateLimited]
}) {}

/** Turns what a request's Schemas refuse into 400, 413, 415 and 422 with all faults listed. */
export class Validation extends HttpApiMiddleware.Service<Validation>()("sonde/api/Validation", {
  error: [Errors.Malformed, Errors.PayloadTooLarge, Errors.UnsupportedMediaType, Errors.Invalid]
}) {}

/** The rate of an endpoint that needs no credential: a bucket of its own. */
export class PublicAccess extends HttpApiMiddleware.Service<PublicAccess>()("sonde/api/PublicAccess", {
  error: Errors.RateLimited
}) {}

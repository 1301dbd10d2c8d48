import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Caller } from "../domain/Caller.ts"
import type { Right } from "../domain/Right.ts"
import * as Errors from "./Errors.ts"

/** What an endpoint asks of its caller. */
export class Requirement extends Context.Service<Requirement, Right>()("sonde/api/Requirement") {}

/** The limit that calls of an endpoint count against, beside that of the account's requests. */
export const CountedAs = Context.Reference<"reports" | null>("sonde/api/CountedAs", { defaultValue: () => null })

/**
 * Credential (API key, JWT or session), then right, then rate; sets `RateLimit-Policy` and `RateLimit`. The first
 * credential that is sent decides, in this order: a bad key is 401 even beside a good token. A header that is absent or
 * empty counts as no credential. What a session asks for that is more than reading must come from the service's own
 * pages: its `Sec-Fetch-Site` or `Origin` says so, or it is 403 `cross_origin`.
 */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Caller }>()(
  "sonde/api/Authentication",
  {
    error: [Errors.Forbidden, Errors.RateLimited, Errors.Unauthorized, Errors.Unavailable],
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

/**
 * Turns what the schemas of a request refuse into 400, 413, 415 and 422 with all faults listed, and failures into
 * answers.
 */
export class Validation extends HttpApiMiddleware.Service<Validation>()("sonde/api/Validation", {
  error: [Errors.Malformed, Errors.PayloadTooLarge, Errors.UnsupportedMediaType, Errors.Invalid]
}) {}

/** The rate of an endpoint that needs no credential: a bucket of its own. */
export class PublicAccess extends HttpApiMiddleware.Service<PublicAccess>()("sonde/api/PublicAccess", {
  error: Errors.RateLimited
}) {}

import { Schema } from "effect"

/*
 * What a caller can act on. Each class is one HTTP status (see api/Errors.ts for the mapping); `code` is the stable
 * word that programs match on, `message` the sentence that people read. Storage failures are defects and not here.
 */

/** One fault in one place of the request: `["query", "limit"]`, `["body", "niche"]`. */
export const Fault = Schema.Struct({
  location: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  message: Schema.String
}).annotate({ identifier: "Fault" })
export type Fault = typeof Fault.Type

const coded = <const Codes extends ReadonlyArray<string>>(codes: Codes) => ({
  code: Schema.Literals(codes),
  message: Schema.String
})

/** The body is no JSON: empty, not UTF-8, or not of its grammar. */
export class Malformed extends Schema.TaggedError<Malformed>()("Malformed", coded(["malformed_json"])) {}

/** No usable credential. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  coded([
    "missing_credentials",
    "invalid_api_key",
    "key_deactivated",
    "key_expired",
    "invalid_token",
    "token_expired",
    "session_ended"
  ])
) {}

/** A good credential that may not do this. */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  coded(["insufficient_scope", "key_management_forbidden", "cross_origin", "operator_only"])
) {}

/** Missing, or another account's: the answer is the same. */
export class NotFound extends Schema.TaggedError<NotFound>()(
  "NotFound",
  coded([
    "not_found",
    "report_not_found",
    "competitor_not_found",
    "keyword_not_found",
    "company_not_found",
    "key_not_found",
    "source_not_found",
    "signal_not_found",
    "story_not_found",
    "watch_not_found",
    "endpoint_not_found",
    "delivery_not_found",
    "view_not_found"
  ])
) {}

/** The path exists, the method does not. */
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()(
  "MethodNotAllowed",
  coded(["method_not_allowed"])
) {}

/** The caller accepts no form that this resource has. */
export class NotAcceptable extends Schema.TaggedError<NotAcceptable>()("NotAcceptable", coded(["not_acceptable"])) {}

/** The present state does not allow it. */
export class Conflict extends Schema.TaggedError<Conflict>()(
  "Conflict",
  coded([
    "key_limit_reached",
    "key_not_active",
    "competitor_archived",
    "already_exists",
    "idempotency_in_progress",
    "watch_limit_reached",
    "report_not_completed",
    "endpoint_limit_reached",
    "endpoint_unsigned",
    "source_not_alone",
    "view_limit_reached"
  ])
) {}

/** The body is larger than the limit. */
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()(
  "PayloadTooLarge",
  coded(["payload_too_large"])
) {}

/** The body is in another format than JSON in UTF-8, or compressed. */
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UnsupportedMediaType",
  coded(["unsupported_media_type"])
) {}

/** Understood, but not valid; `details` lists all faults at once. */
export class Invalid extends Schema.TaggedError<Invalid>()("Invalid", {
  ...coded(["validation_error", "idempotency_key_reused"]),
  details: Schema.optionalKey(Schema.Array(Fault))
}) {}

/** Too many requests; try again after `retryAfter` seconds. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", {
  ...coded(["rate_limited"]),
  retryAfter: Schema.Int
}) {}

/** Something that the service needs is out of reach for now; try again after `retryAfter` seconds. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  ...coded(["unavailable"]),
  retryAfter: Schema.Int
}) {}

/** A fault of ours. The cause is in the log under the request's id, never in the answer. */
export class Internal extends Schema.TaggedError<Internal>()("Internal", coded(["internal_error"])) {}

import { Effect, Schema, SchemaGetter } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as Failure from "../domain/Failure.ts"
import { RequestId } from "./RequestId.ts"

/*
 * The failures of the domain as the wire shows them: one envelope, one status for each class. A client made from the
 * contract gets the domain's own error classes back.
 */

/** Everything that can answer a request instead of data. */
export type AnyFailure = InstanceType<(typeof Failure)[Exclude<keyof typeof Failure, "Fault">]>

/** The status of each class, in its one place. */
export const statuses = {
  Malformed: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  Conflict: 409,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  RateLimited: 429,
  Internal: 500,
  Unavailable: 503
} as const satisfies Record<AnyFailure["_tag"], number>

/** The body of an error answer. */
export const toEnvelope = (
  failure: { readonly code: string; readonly message: string; readonly details?: ReadonlyArray<Failure.Fault> },
  requestId: string
) => ({
  success: false as const,
  error: {
    code: failure.code,
    message: failure.message,
    ...(failure.details !== undefined && { details: failure.details }),
    request_id: requestId
  }
})

const onWire = <Code extends string, Class extends Schema.Codec<AnyFailure & { readonly code: Code }, unknown>>(
  Class: Class & { new (fields: never): AnyFailure; readonly fields: { readonly code: Schema.Codec<Code> } },
  description: string
) => {
  const tag = Class.name as AnyFailure["_tag"]
  const wire = Schema.Struct({
    success: Schema.Literal(false),
    error: Schema.Struct({
      code: Class.fields.code,
      message: Schema.String,
      details: Schema.optionalKey(Schema.Array(Failure.Fault)),
      request_id: Schema.String
    }).annotate({ identifier: `${tag}Failure` })
  }).annotate({ identifier: `${tag}Error`, description })
  return Schema.toType(Class)
    .pipe(
      Schema.encodeTo(wire, {
        decode: SchemaGetter.transform(
          (envelope: typeof wire.Type) =>
            // What travels in a header (Retry-After) is not in the body: the class gets a neutral value.
            new Class({ ...envelope.error, retryAfter: 0 } as never) as Class["Type"]
        ),
        encode: SchemaGetter.transformEffect((failure: Class["Type"]) =>
          Effect.map(Effect.service(RequestId), (id) => toEnvelope(failure, id) as typeof wire.Type)
        )
      }),
      HttpApiSchema.status(statuses[tag])
    )
    .annotate({ identifier: `${tag}Error`, description })
}

export const Malformed = onWire(Failure.Malformed, "The body is empty, not UTF-8 or not JSON.")
export const Unauthorized = onWire(
  Failure.Unauthorized,
  "No valid credential; the answer has `WWW-Authenticate: Bearer`."
)
export const Forbidden = onWire(Failure.Forbidden, "The credential is valid, but not allowed to do this.")
export const NotFound = onWire(Failure.NotFound, "It does not exist, or belongs to another account.")
export const Conflict = onWire(Failure.Conflict, "The current state does not allow this.")
export const PayloadTooLarge = onWire(Failure.PayloadTooLarge, "The body is larger than 64 KiB.")
export const UnsupportedMediaType = onWire(
  Failure.UnsupportedMediaType,
  "The body is not `application/json` in UTF-8, or is compressed."
)
export const MethodNotAllowed = onWire(Failure.MethodNotAllowed, "The path exists, but not with this method.")
export const NotAcceptable = onWire(
  Failure.NotAcceptable,
  "`Accept` allows none of the media types that this resource has."
)
export const Invalid = onWire(Failure.Invalid, "The request is not valid; `details` lists all faults.")
export const RateLimited = onWire(Failure.RateLimited, "Too many requests; try again after `Retry-After` seconds.")
export const Internal = onWire(
  Failure.Internal,
  "An internal error; the service's log has the cause under the request's id."
)
export const Unavailable = onWire(
  Failure.Unavailable,
  "Temporarily unavailable; try again after `Retry-After` seconds."
)

/** What is refused before it is a request: 400, 408, 417, 431. */
export const Refused = Schema.Struct({
  code: Schema.Literals(["malformed_request", "request_timeout", "expectation_failed", "headers_too_large"]),
  message: Schema.String,
  request_id: Schema.String
}).annotate({ identifier: "RefusedFailure" })

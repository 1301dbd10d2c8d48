import { Cause, Effect } from "effect"
import { HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { type AnyFailure, statuses, toEnvelope } from "../../api/Errors.ts"
import { RequestId } from "../../api/RequestId.ts"
import { Internal, Malformed, MethodNotAllowed, Unavailable } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { isUnavailable } from "../../storage/database/Unavailable.ts"
import { allowedMethods } from "../server/Routes.ts"

/*
 * The one place where failures become answers.
 */

const headersOf = (failure: AnyFailure): Record<string, string> => {
  switch (failure._tag) {
    case "Unauthorized":
      // RFC 6750, section 3: the scheme, and the error only when a credential was sent.
      return {
        "www-authenticate":
          failure.code === "missing_credentials"
            ? 'Bearer realm="sonde"'
            : 'Bearer realm="sonde", error="invalid_token"'
      }
    case "RateLimited":
    case "Unavailable":
      return { "retry-after": String(failure.retryAfter) }
    default:
      return {}
  }
}

const failureHeaders = (failure: AnyFailure) => ({ ...headersOf(failure), "cache-control": "no-store" })

/** The answer that a failure is. */
export const toResponse = (failure: AnyFailure): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(Effect.service(RequestId), (id) =>
    HttpServerResponse.jsonUnsafe(toEnvelope(failure, id), {
      status: statuses[failure._tag],
      headers: failureHeaders(failure)
    })
  )

const isFailure = (error: unknown): error is AnyFailure =>
  typeof error === "object" && error !== null && "_tag" in error && (error._tag as string) in statuses

/** Answers with the failures that an endpoint ends in, with the headers that belong to them. */
export const answerFailures = <E, R>(handler: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.catch(handler, (error) => (isFailure(error) ? toResponse(error) : Effect.fail(error)))

const notFound = missing("not_found")

const internal = new Internal({ code: "internal_error", message: "The service failed to answer; it has been logged." })

const away = new Unavailable({
  code: "unavailable",
  message: "The database cannot be reached at the moment.",
  retryAfter: 5
})

/** The answer while the database is away. */
export const unavailable = toResponse(away)

/** The headers of every answer while the database is away. */
export const untilLater = failureHeaders(away)

const brokenOff = new Malformed({ code: "malformed_json", message: "The body broke off before its end." })

/** The answer to what the stop of the service cuts off: it can be done again elsewhere, or later. */
export const stopped = new Unavailable({ code: "unavailable", message: "The service is being stopped.", retryAfter: 5 })

/** The client is gone, which is no fault of ours. Only counters see this status (as nginx and Effect have it). */
const nobody = HttpServerResponse.empty({ status: 499 })

/** The answer where there is nothing. */
export const nothingHere = Effect.suspend(() => toResponse(notFound))

const notRouted = Effect.gen(function* () {
  const request = yield* HttpServerRequest.HttpServerRequest
  const allowed = allowedMethods(request.url)
  if (allowed.length === 0) return yield* nothingHere
  const response = yield* toResponse(
    new MethodNotAllowed({ code: "method_not_allowed", message: `${request.method} is not allowed here.` })
  )
  return HttpServerResponse.setHeader(response, "allow", allowed.join(", "))
})

const reasons = (cause: Cause.Cause<unknown>): ReadonlyArray<unknown> =>
  cause.reasons.flatMap((reason) =>
    reason._tag === "Fail" ? [reason.error] : reason._tag === "Die" ? [reason.defect] : []
  )

const hasReason = (error: unknown, tag: HttpServerError.HttpServerError["reason"]["_tag"]): boolean =>
  error instanceof HttpServerError.HttpServerError && error.reason._tag === tag

const isHangUp = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some((reason) => reason._tag === "Interrupt" && reason.annotations.has(HttpServerError.ClientAbort.key))

/**
 * The answer to anything that fails outside of the contract: unknown addresses, broken-off bodies, defects, the
 * service's stop.
 */
export const fromCause = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, stopping: boolean) {
  const errors = reasons(cause)
  if (errors.some((error) => hasReason(error, "RouteNotFound"))) return yield* notRouted
  if (isHangUp(cause)) return nobody
  const isBrokenOff = errors.some((error) => hasReason(error, "RequestParseError"))
  if (stopping && (isBrokenOff || (errors.length === 0 && Cause.hasInterrupts(cause)))) {
    yield* Effect.logWarning("a request was cut off by the stop")
    return yield* toResponse(stopped)
  }
  if (isBrokenOff) return yield* toResponse(brokenOff)
  if (errors.some(isUnavailable)) {
    yield* Effect.logWarning("the database cannot be reached", cause)
    return yield* unavailable
  }
  yield* Effect.logError("a request failed", cause)
  return yield* toResponse(internal)
})

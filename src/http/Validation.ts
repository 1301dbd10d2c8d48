import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { Validation } from "../api/Security.ts"
import { Malformed, NotAcceptable, UnsupportedMediaType } from "../domain/Failure.ts"
import { toResponse } from "./Failures.ts"
import { allFaults, isRequestSlot } from "./Faults.ts"

const isMalformed = (error: HttpApiError.HttpApiSchemaError): boolean =>
  error.kind === "Payload" &&
  error.cause.issue._tag === "InvalidValue" &&
  error.cause.message.includes("Expected a valid JSON body")

/** Whether `Accept` (RFC 9110, section 12.5.1) leaves room for a media type. */
const accepts = (accept: string | undefined, type: string): boolean => {
  if (accept === undefined || accept.trim() === "") return true
  const ranges = [type, `${type.split("/")[0]}/*`, "*/*"]
  return accept
    .toLowerCase()
    .split(",")
    .some((range) => {
      const [name, ...parameters] = range.split(";").map((part) => part.trim())
      return ranges.includes(name!) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}

const hasBody = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const malformed = new Malformed({ code: "malformed_json", message: "The body is not valid JSON." })

const notAcceptable = new NotAcceptable({ code: "not_acceptable", message: "This resource is application/json." })

const unsupported = new UnsupportedMediaType({
  code: "unsupported_media_type",
  message: "The body must be application/json."
})

/** Refuses what the contract does not allow, with all faults listed. */
export const validationLayer = Layer.succeed(
  Validation,
  Validation.of(
    Effect.fnUntraced(function* (handler, { endpoint }) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (!accepts(headers.accept, "application/json")) return yield* toResponse(notAcceptable)
      const takesBody = endpoint.payload.size > 0
      if (takesBody && hasBody(headers) && !/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) {
        return yield* toResponse(unsupported)
      }
      return yield* Effect.catch(handler, (error) => {
        if (!HttpApiError.HttpApiSchemaError.is(error) || !isRequestSlot(error.kind)) return Effect.fail(error)
        return Effect.flatMap(isMalformed(error) ? Effect.succeed(malformed) : allFaults(endpoint), toResponse)
      })
    })
  )
)

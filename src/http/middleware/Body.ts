import { Effect } from "effect"
import type { HttpServerError, HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { Malformed, PayloadTooLarge, UnsupportedMediaType } from "../../domain/Failure.ts"

/*
 * The body of a request before it is parsed: its type, its coding, its length, its characters.
 */

/** A body may have this many bytes: a report's context of 8,000 code points needs half of it at most. */
export const maxBodyBytes = 64 * 1024

export const malformed = new Malformed({ code: "malformed_json", message: "The body is not valid JSON." })

const empty = new Malformed({ code: "malformed_json", message: "The body is empty; it must be JSON." })

const notUtf8 = new Malformed({ code: "malformed_json", message: "The body is not valid UTF-8." })

const tooLarge = new PayloadTooLarge({ code: "payload_too_large", message: "The body must not exceed 64 KiB." })

const unsupported = (message: string) => new UnsupportedMediaType({ code: "unsupported_media_type", message })

const notJson = unsupported("The body must be application/json.")
const coded = unsupported("The body must not be compressed: Content-Encoding may only be identity.")
const otherCharset = unsupported("The body must be in UTF-8.")

type Headers = Readonly<Record<string, string | undefined>>

/** Whether a request has a body, and be it an empty one of unknown length. */
export const hasBody = (headers: Headers): boolean =>
  headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0"

const isUtf8Parameter = (parameter: string): boolean => {
  const [name = "", value = ""] = parameter.split("=").map((part) => part.trim())
  return name !== "charset" || ["utf-8", "utf8"].includes(value.replace(/^"(.*)"$/, "$1"))
}

/**
 * What the headers say against the body. RFC 8259, section 8.1: JSON is in UTF-8; a parameter that says so does no
 * harm.
 */
const faultOfHeaders = (headers: Headers) => {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";")
  if (type.trim() !== "application/json") return notJson
  if (!["", "identity"].includes((headers["content-encoding"] ?? "").trim().toLowerCase())) return coded
  return parameters.every(isUtf8Parameter) ? undefined : otherCharset
}

/** Whether a body was not read because it has more bytes than it may. */
export const isTooLarge = (error: HttpServerError.HttpServerError): boolean =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"

/** The same request with an empty object for its body. */
export const withEmptyObject = (request: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest =>
  Object.create(request, { text: { value: Effect.succeed("{}") } })

/**
 * What is wrong with a body that is to be JSON, before it is parsed; undefined when nothing is. Its bytes can be read
 * again.
 */
export const bodyFault = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const { headers } = request
  if (!hasBody(headers)) return empty
  const fault = faultOfHeaders(headers)
  if (fault !== undefined) return fault
  if (Number(headers["content-length"]) > maxBodyBytes) return tooLarge
  return yield* request.arrayBuffer.pipe(
    Effect.map((bytes) => (bytes.byteLength === 0 ? empty : isUtf8(bytes) ? undefined : notUtf8)),
    Effect.catchIf(isTooLarge, () => Effect.succeed(tooLarge)),
    // What broke off: see Failures.ts.
    Effect.orDie
  )
})

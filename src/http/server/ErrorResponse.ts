import { HttpServerResponse } from "effect/http"
import type { IncomingMessage } from "node:http"
import { toEnvelope } from "../../api/Errors.ts"
import { stopped } from "../middleware/Failures.ts"

/*
 * What is refused before the contract is asked: requests that are no HTTP, and what HTTP has but this service does not.
 * The answers are in the envelope too.
 */

export interface ErrorResponse {
  readonly status: string
  readonly code: string
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}

const malformed = (message: string): ErrorResponse => ({
  status: "400 Bad Request",
  code: "malformed_request",
  message
})

const tooSlow: ErrorResponse = {
  status: "408 Request Timeout",
  code: "request_timeout",
  message: "The request took too long to arrive."
}

/** For HTTP/0.9 and 2.0, which Node's parser takes on a line of text (RFC 9112, section 2.3). */
export const otherVersion = malformed("The version must be HTTP/1.1 or HTTP/1.0.")

export const expectation: ErrorResponse = {
  status: "417 Expectation Failed",
  code: "expectation_failed",
  message: "The only expectation that is met is 100-continue."
}

export const noProxy: ErrorResponse = {
  status: "405 Method Not Allowed",
  code: "method_not_allowed",
  message: "CONNECT is not allowed here.",
  headers: { allow: "" }
}

/** For bodies that have not come when the service has to end. */
export const tooLate: ErrorResponse = {
  status: "503 Service Unavailable",
  code: stopped.code,
  message: stopped.message,
  headers: { "retry-after": String(stopped.retryAfter) }
}

/** For what comes while there is no room for it. */
export const busy: ErrorResponse = {
  status: "503 Service Unavailable",
  code: "unavailable",
  message: "The service has as many requests in hand as it can serve.",
  headers: { "retry-after": "1" }
}

/** By the codes that Node and its parser give. */
const errorResponses: Record<string, ErrorResponse> = {
  ERR_HTTP_REQUEST_TIMEOUT: tooSlow,
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "headers_too_large",
    message: "The address and headers must not exceed 16 KiB."
  },
  HPE_INVALID_METHOD: malformed("The method is not known; methods are written in capitals."),
  HPE_INVALID_URL: malformed("The address must begin with a slash, and all but visible ASCII be percent-encoded."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: "413 Content Too Large",
    code: "payload_too_large",
    message: "The extensions of the body's chunks are too large."
  },
  HPE_INVALID_CHUNK_SIZE: malformed("The body is not in well-formed chunks.")
}

const otherwise = malformed("The request is not well-formed HTTP/1.1.")

/** What an error of Node's, or of its parser, is to the peer. */
export const errorResponseOf = (error: NodeJS.ErrnoException): ErrorResponse =>
  errorResponses[error.code ?? ""] ?? otherwise

/** A name, an address in brackets or without, a port (RFC 3986, section 3.2); empty if the address has no host. */
const host = /^[\w.~!$&'()*+,;=:%[\]-]*$/

/**
 * Whether a request has more than one Host, or one that is none, or none although its version wants one (RFC 9112,
 * section 3.2).
 */
export const isMisaddressed = (source: object): boolean => {
  if (!("rawHeaders" in source)) return false
  const { httpVersion, rawHeaders } = source as IncomingMessage
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]!.length !== 4 || rawHeaders[i]!.toLowerCase() !== "host") continue
    if (++hosts > 1 || !host.test(rawHeaders[i + 1]!)) return true
  }
  return hosts === 0 && httpVersion === "1.1"
}

/** What an error response says, with the request's id, in headers and body. */
export const answerOf = ({ code, headers, message }: ErrorResponse, id: string) => {
  const body = JSON.stringify(toEnvelope({ code, message }, id))
  return {
    body,
    headers: {
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-request-id": id,
      ...headers,
      connection: "close"
    }
  }
}

const oneHost = malformed("The request must have one Host header, a name or an address with or without a port.")

/** The answer to a request that {@link isMisaddressed}. */
export const misaddressed = (id: string): HttpServerResponse.HttpServerResponse => {
  const { body, headers } = answerOf(oneHost, id)
  return HttpServerResponse.text(body, { status: 400, contentType: headers["content-type"], headers })
}

import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { hash } from "node:crypto"

/**
 * The `ETag` of a body: the first 128 bits of its SHA-256, strong, for the bytes are what is compared. Text is hashed
 * as UTF-8.
 */
const etagOf = (body: Uint8Array | string): string => `"${hash("sha256", body, "base64url").slice(0, 22)}"`

/**
 * Whether `If-None-Match` names the tag, given as a strong one. Weak tags, which compressed answers have, count as well
 * (RFC 9110, section 13.1.2): whoever has the answer in one coding has it.
 */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag || header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

/** Gives a 200 answer to GET its validator. An answer that says itself how long it may be kept is left as it is. */
export const withValidator = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if ((request.method !== "GET" && request.method !== "HEAD") || response.status !== 200) return response
  if (response.body._tag !== "Uint8Array" || response.headers["cache-control"] !== undefined) return response
  return HttpServerResponse.setHeaders(response, {
    etag: etagOf(response.body.text ?? response.body.body),
    "cache-control": "private, no-cache",
    vary: [response.headers.vary, "X-API-Key, Authorization, Cookie"].filter(Boolean).join(", ")
  })
}

/** The 304 that stands for an answer to whoever has it already. */
export const notModified = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setStatus(
    HttpServerResponse.removeHeader(
      HttpServerResponse.setBody(response, HttpServerResponse.empty().body),
      "content-encoding"
    ),
    304
  )

/** Whether the caller has the answer already. */
export const isKnown = (
  request: HttpServerRequest.HttpServerRequest,
  { headers }: HttpServerResponse.HttpServerResponse
): boolean => headers.etag !== undefined && matches(request.headers["if-none-match"], headers.etag)

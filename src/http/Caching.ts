import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { createHash } from "node:crypto"

/** The `ETag` of a body: the first 128 bits of its SHA-256, strong, for the bytes are what is compared. */
const etagOf = (body: Uint8Array): string => `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`

/** Whether `If-None-Match` (RFC 9110, section 13.1.2: weak comparison) names the tag. */
const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag))

/**
 * Gives a 200 answer to GET its validator, and answers 304 when the caller has it already. An answer that says itself how long it may
 * be kept is left as it is.
 */
export const withValidator = (
  request: HttpServerRequest.HttpServerRequest,
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse => {
  if ((request.method !== "GET" && request.method !== "HEAD") || response.status !== 200) return response
  if (response.body._tag !== "Uint8Array" || response.headers["cache-control"] !== undefined) return response
  const etag = etagOf(response.body.body)
  const tagged = HttpServerResponse.setHeaders(response, {
    etag,
    "cache-control": "private, no-cache",
    vary: [response.headers.vary, "X-API-Key, Authorization, Cookie"].filter(Boolean).join(", ")
  })
  return matches(request.headers["if-none-match"], etag)
    ? HttpServerResponse.setStatus(HttpServerResponse.setBody(tagged, HttpServerResponse.empty().body), 304)
    : tagged
}

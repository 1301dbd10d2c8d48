import { Schema } from "effect"
import { notPublic } from "./Address.ts"

/** Why nothing could be fetched: the closed set that callers can act on. */
export const FetchReason = Schema.Literals([
  "bad_url", // not an absolute http(s) URL
  "refused_address", // leads inside the network
  "dns", // the name has no address
  "connection", // nobody answered, or stopped in the middle
  "tls", // no secure connection: the certificate is not good, or no TLS is spoken
  "timeout", // took longer than the deadline
  "redirects", // too many, or one without a target
  "http_status", // an answer that is not a success
  "gone", // 410: it will not come back
  "host_down", // not asked: the host has failed again and again
  "rate_limited", // 429 or 503: come back after `retryAfter`
  "too_large", // more than the cap, after decompression
  "disallowed", // the host's robots.txt forbids it
  "unchecked", // the host's robots.txt was there, but could not be read
  "bad_encoding" // compressed in a way that cannot be undone
])
export type FetchReason = typeof FetchReason.Type

/** A request that brought no document. `message` is for people and holds no URL: a URL may carry a secret. */
export class FetchFailed extends Schema.TaggedError<FetchFailed>()("FetchFailed", {
  reason: FetchReason,
  message: Schema.String,
  /** The answer's status, when there was one. */
  status: Schema.NullOr(Schema.Int),
  /** Seconds for which the server wants to be left alone, when it said so. */
  retryAfter: Schema.NullOr(Schema.Int)
}) {}

export const failed = (
  reason: FetchReason,
  message: string,
  more: { readonly status?: number; readonly retryAfter?: number | null } = {}
): FetchFailed => new FetchFailed({ reason, message, status: more.status ?? null, retryAfter: more.retryAfter ?? null })

const unknownAuthority = "comes from an authority that is not known here"

/** What is wrong with a certificate. */
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "has expired",
  CERT_NOT_YET_VALID: "is not valid yet",
  CERT_REVOKED: "has been revoked",
  DEPTH_ZERO_SELF_SIGNED_CERT: "is self-signed",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another host",
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority
}

/** What a server sends that speaks something else than TLS. */
const notTls: ReadonlySet<string> = new Set(["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"])

/** Why there is no secure connection; null where the code says nothing of that. */
const tlsFault = (code: string): string | null => {
  const fault = certificateFaults[code]
  if (fault !== undefined) return `the server's certificate ${fault}`
  if (/^(CERT_|UNABLE_TO_|HOSTNAME_MISMATCH)/.test(code)) return `the server's certificate was not accepted (${code})`
  if (notTls.has(code)) return "the server does not speak TLS on this port"
  return /^(ERR_TLS_|ERR_SSL_|EPROTO)/.test(code) ? `no TLS could be agreed on with the server (${code})` : null
}

const codeOf = (error: unknown): string => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause.name === "HTTPParserError") return "HPE"
    if ("code" in cause && typeof cause.code === "string") return cause.code
  }
  return ""
}

const resets: ReadonlySet<string> = new Set(["ECONNRESET", "UND_ERR_SOCKET", "EPIPE"])

/** Whether the connection ended before an answer came. */
export const isReset = (error: unknown): boolean => resets.has(codeOf(error))

/** What the network reported, in plain words. The original error is dropped: it repeats the request. */
export const fromNetwork = (error: unknown): FetchFailed => {
  const code = codeOf(error)
  if (code === "ERR_REFUSED_ADDRESS") return failed("refused_address", notPublic)
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT")
    return failed("timeout", "the server did not accept a connection in time")
  if (code === "ENOTFOUND" || code === "ENODATA") return failed("dns", "the host name does not exist")
  if (code === "EAI_AGAIN" || code === "ESERVFAIL") return failed("dns", "the host name could not be resolved")
  if (code === "ECONNREFUSED") return failed("connection", "the server refused the connection")
  if (resets.has(code)) return failed("connection", "the server closed the connection in the middle")
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || code === "HPE_INVALID_EOF_STATE")
    return failed("connection", "the answer is shorter or longer than announced")
  if (code.startsWith("HPE") || code === "UND_ERR_HEADERS_OVERFLOW")
    return failed("connection", "the answer is not valid HTTP")
  const fault = tlsFault(code)
  if (fault !== null) return failed("tls", fault)
  return failed("connection", code === "" ? "the connection failed" : `the connection failed (${code})`)
}

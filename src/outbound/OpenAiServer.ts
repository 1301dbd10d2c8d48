import { Redacted } from "effect"
import type { OpenAI } from "openai"
import { AnswerTooLarge, cappedFetch } from "./CappedFetch.ts"
import { ModelFailed } from "./ModelFailed.ts"

/*
 * A server with OpenAI's API, which the operator names: how it is reached, and what a failed call of it means.
 */

/** Where it is. */
export interface OpenAiServer {
  /** Null for a server that wants none. */
  readonly apiKey: Redacted.Redacted<string> | null
  readonly baseUrl: string
}

/**
 * A client that reads answers of so many bytes at most, and leaves retries to its caller. Made with the first call:
 * reading the package takes 0.2 s, and a start must not wait for it.
 */
export const connect = async ({ apiKey, baseUrl }: OpenAiServer, mostBytes: number): Promise<OpenAI> => {
  const { OpenAI } = await import("openai")
  return new OpenAI({
    // The package insists on one.
    apiKey: apiKey === null ? "none" : Redacted.value(apiKey),
    baseURL: baseUrl,
    ...(apiKey === null && { defaultHeaders: { Authorization: null } }),
    // What the package would otherwise take from the environment, or do by itself.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: "off",
    fetch: cappedFetch(mostBytes)
  })
}

const chain = (error: unknown): ReadonlyArray<unknown> => {
  const causes: Array<unknown> = []
  for (let next = error; next instanceof Error && causes.length < 5; next = next.cause) causes.push(next)
  return causes
}

/** A server that asks for a longer pause is asked again after this one. */
const longestRetryAfter = 3_600_000

/**
 * Milliseconds from `Retry-After` (RFC 9110, section 10.2.3: seconds or a date) or `retry-after-ms`; 0 without either.
 */
const retryAfterOf = (headers: unknown, now: number): number => {
  if (!(headers instanceof Headers)) return 0
  const given = headers.get("retry-after") ?? ""
  const millis = Number(
    headers.get("retry-after-ms") ?? (/^\d+$/.test(given) ? Number(given) * 1000 : Date.parse(given) - now)
  )
  return Number.isFinite(millis) && millis > 0 ? Math.ceil(Math.min(millis, longestRetryAfter)) : 0
}

/** What a failed call means. Of the error only its kind is used, never its words. */
export const failureOf = (error: unknown, now: number): ModelFailed => {
  if (chain(error).some((cause) => cause instanceof AnswerTooLarge)) {
    return ModelFailed.final("its answer was too large")
  }
  if (error instanceof SyntaxError) return ModelFailed.final("its server did not answer in JSON")
  // The package's own errors have a status, undefined when no answer came; all others arise while a body is read.
  if (!(error instanceof Error) || !("status" in error)) return ModelFailed.final("its answer broke off")
  const { status } = error
  if (typeof status !== "number") {
    return new ModelFailed({ reason: "its server could not be reached", status: null, transient: true, retryAfter: 0 })
  }
  const retryAfter = retryAfterOf("headers" in error ? error.headers : undefined, now)
  if (status === 429)
    return new ModelFailed({ reason: "it is busy, or its quota is used up", status, transient: true, retryAfter })
  if (status >= 500 || status === 408 || status === 409) {
    return new ModelFailed({ reason: `its server failed (${status})`, status, transient: status !== 501, retryAfter })
  }
  if (status === 401 || status === 403) return ModelFailed.final("its server refused the configured key", status)
  return ModelFailed.final(`its server refused the request (${status})`, status)
}

import type { Headers } from "effect/http"

/*
 * What an answer says about when to come back: RFC 9111 (Cache-Control, Expires) and RFC 9110, section 10.2.3
 * (Retry-After).
 */

const seconds = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null

/** HTTP dates name month and day in letters; `Date.parse` would read a date into bare numbers too. */
const secondsUntil = (date: string | undefined, now: number): number | null => {
  const time = Date.parse(/[A-Z]{3}/i.test(date ?? "") ? date! : "")
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}

/** The server's time where it tells it: its dates are meant by that, and our clock may be wrong. */
const serverTime = (headers: Headers.Headers, now: number): number => Date.parse(headers["date"] ?? "") || now

/** For how many seconds the answer stays fresh; null when it does not say, or must always be asked again. */
export const cacheSeconds = (headers: Headers.Headers, now: number): number | null => {
  const control = headers["cache-control"]?.toLowerCase() ?? ""
  if (/\bno-(cache|store)\b/.test(control)) return null
  const maxAge = seconds(/(?:^|[\s,])max-age="?(\d+)/.exec(control)?.[1])
  const lifetime = maxAge ?? secondsUntil(headers["expires"], serverTime(headers, now))
  return lifetime === null ? null : Math.max(0, lifetime - (seconds(headers["age"]) ?? 0))
}

/** For how many seconds the server wants to be left alone: a number, or a date. */
export const retryAfterSeconds = (headers: Headers.Headers, now: number): number | null =>
  seconds(headers["retry-after"]) ?? secondsUntil(headers["retry-after"], serverTime(headers, now))

/**
 * How far the server's clock is ahead of ours; null when an answer does not tell the time, or is an old one out of a
 * cache.
 */
export const skewSeconds = (headers: Headers.Headers, now: number): number | null => {
  const time = Date.parse(headers["date"] ?? "")
  return Number.isNaN(time) || Number(headers["age"] ?? 0) > 0 ? null : Math.round((time - now) / 1000)
}

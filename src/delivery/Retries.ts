import type { Verdict } from "../storage/watches/Deliveries.ts"

/*
 * When an event that was not delivered is tried again, and when its endpoint is given up.
 */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The pauses after the first attempts; the last one is that of all further ones. */
const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, hour, 2 * hour, 4 * hour]

/** For how long an event is tried in all. */
const givenUpAfterMillis = 48 * hour

/** A receiver may ask for a longer pause, up to this. */
const longestPause = 4 * hour

/** Pauses vary by a tenth, so that failures at the same time are not retried at the same time. */
const jitter = 0.1

/** What a failure is about: this event, the receiver as it is now, or a receiver that is gone for good. */
export type Fault = "event" | "receiver" | { readonly gone: string }

/** Statuses by which a receiver refuses the event itself, and not the sender or the moment. */
const refusals = new Set([400, 413, 414, 415, 422])

/** What an answer that is no success says. */
export const faultOf = (status: number | null): Fault => {
  if (status === 410) return { gone: "The receiver answered 410: it wants no more events." }
  return status !== null && refusals.has(status) ? "event" : "receiver"
}

/** An event that its receiver refuses is given up after this many tries, so that the events behind it are sent. */
const triesOfRefused = 4

export interface Failure {
  readonly fault: Fault
  /** For how many seconds the receiver wants to be left alone. */
  readonly retryAfter: number | null
  /** How often it was tried before, and since when. */
  readonly attempts: number
  readonly since: Date | null
  /** Since when nothing at all has come through. */
  readonly failingSince: Date | null
}

/** What becomes of an event that was not delivered. `random` is from 0 to 1. */
export const afterFailure = (
  { attempts, failingSince, fault, retryAfter, since }: Failure,
  now: Date,
  random: number
): Exclude<Verdict, "delivered"> => {
  if (typeof fault === "object") return { disabled: fault.gone }
  const isOver = (from: Date | null, at: Date) => at.getTime() - (from ?? now).getTime() > givenUpAfterMillis
  if (fault === "event" && attempts + 1 >= triesOfRefused)
    return isOver(failingSince, now) ? { disabled: "Every event of two days has been refused." } : "given_up"
  const pause = pauses[Math.min(attempts, pauses.length - 1)]! * (1 + jitter * (2 * random - 1))
  const asked = Math.min((retryAfter ?? 0) * second, longestPause)
  const retryAt = new Date(now.getTime() + Math.max(pause, asked))
  return isOver(since, retryAt) ? { disabled: "No attempt has succeeded for two days." } : { retryAt }
}

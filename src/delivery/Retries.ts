import type { Verdict } from "../storage/Deliveries.ts"

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

/** Pauses differ by a tenth at most, so that what failed together doesn't come back together. */
const jitter = 0.1

export interface Failure {
  readonly status: number | null
  /** For how many seconds the receiver wants to be left alone. */
  readonly retryAfter: number | null
  /** How often it was tried before, and since when. */
  readonly attempts: number
  readonly since: Date | null
}

/** What becomes of an event that was not delivered. `random` is from 0 to 1. */
export const afterFailure = (
  { attempts, retryAfter, since, status }: Failure,
  now: Date,
  random: number
): Exclude<Verdict, "delivered"> => {
  if (status === 410) return { disabled: "The receiver answered 410: it wants no more events." }
  const pause = pauses[Math.min(attempts, pauses.length - 1)]! * (1 + jitter * (2 * random - 1))
  const asked = Math.min((retryAfter ?? 0) * second, longestPause)
  const retryAt = new Date(now.getTime() + Math.max(pause, asked))
  return retryAt.getTime() - (since ?? now).getTime() > givenUpAfterMillis
    ? { disabled: "No attempt has succeeded for two days." }
    : { retryAt }
}

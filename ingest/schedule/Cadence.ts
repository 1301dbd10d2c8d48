import { Cron, Duration } from "effect"
import { createHash } from "node:crypto"
import { clockToleranceMillis } from "../../src/domain/Timestamp.ts"
import { longestInterval } from "../list/Entry.ts"

/*
 * When a source is due. Its slots are computed from its name and the clock alone, so that every process finds the same
 * ones.
 */

/** How often a source is to be read: at an interval, or at the times of a cron expression (UTC). */
export interface Cadence {
  readonly every: Duration.Duration
  readonly cron?: Cron.Cron | undefined
}

/**
 * A number from 0 to `bound` that belongs to the name: the same always and everywhere, and different from the
 * neighbours'.
 */
const share = (name: string, bound: number): number =>
  createHash("sha256").update(name).digest().readUIntBE(0, 6) % Math.max(1, bound)

const second = 1_000
const minute = 60 * second

/** New sources, which are all due at once, begin spread over this time. */
export const firstSlot = (name: string, now: Date, spread: Duration.Duration): Date =>
  wholeSecond(now.getTime() + share(name, Duration.toMillis(spread)))

const wholeSecond = (millis: number): Date => new Date(Math.ceil(millis / second) * second)

/**
 * The interval's slots lie on a grid that begins at the source's own share of the interval: sources of one interval
 * never come all at once, and a slow run does not push the next one. The slot is the first that comes after half an
 * interval, so that one who was late or run by hand is not asked twice in a row.
 */
const gridSlot = (name: string, every: number, now: number, wait: number): number => {
  const phase = share(name, every / second) * second
  return Math.ceil((now + wait - every / 2 - phase) / every) * every + phase
}

/**
 * A cron's times name a minute; within it each source has its own second. `wait` skips the times that come before it.
 */
const cronSlot = (name: string, cron: Cron.Cron, now: number, times: number): number => {
  const jitter = share(name, minute / second) * second
  const first = Cron.next(cron, new Date(now - jitter)).getTime()
  if (times === 1) return first + jitter
  const gap = Cron.next(cron, new Date(first)).getTime() - first
  const wait = Math.min((times - 1) * gap, Duration.toMillis(longestInterval))
  return Cron.next(cron, new Date(first + wait - 1)).getTime() + jitter
}

/** Until when a source is left alone that wishes to be: a day at most. */
export const restEnd = (now: Date, restSeconds: number): Date =>
  wholeSecond(now.getTime() + Math.min(restSeconds * second, Duration.toMillis(longestInterval)))

/**
 * The slot after a run that ended now. After failures in a row the interval is `times` as long (at most a day); the
 * source's own wish to be left alone only ever makes it later.
 */
export const nextSlot = (
  name: string,
  { cron, every }: Cadence,
  now: Date,
  { restSeconds, times }: { readonly times: number; readonly restSeconds: number | null }
): Date => {
  const longest = Duration.toMillis(longestInterval)
  const period = Duration.toMillis(every)
  const slot =
    cron === undefined
      ? gridSlot(name, period, now.getTime(), Math.min(period * times, Math.max(longest, period)))
      : cronSlot(name, cron, now.getTime(), times)
  return new Date(Math.max(wholeSecond(slot).getTime(), restEnd(now, restSeconds ?? 0).getTime()))
}

/** More than any run of failures makes of the interval. */
const mostTimes = 2 ** 20

/**
 * The latest slot that any run until now can have settled. One that lies further away is the mistake of a clock that
 * was wrong, or of a schedule that the operator has changed since.
 */
export const latestSlot = (name: string, cadence: Cadence, now: Date): Date =>
  nextSlot(name, cadence, new Date(now.getTime() + clockToleranceMillis), {
    times: mostTimes,
    restSeconds: Duration.toSeconds(longestInterval)
  })

import { Clock, DateTime, Effect, Schema } from "effect"

/**
 * An instant in UTC as every answer writes it: `YYYY-MM-DDTHH:MM:SS`, without fraction or zone.
 * Strings of this form sort in time order, so they are compared as they are. Storage keeps full precision.
 */
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, {
    expected: "a UTC timestamp, YYYY-MM-DDTHH:MM:SS"
  })
).pipe(Schema.brand("Timestamp"))
export type Timestamp = typeof Timestamp.Type

/** Whether there is such a day, `YYYY-MM-DD`: `Date` takes 30 February for 2 March, and then writes another day. */
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return !text.startsWith("0000") && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A calendar day in UTC, `YYYY-MM-DD` (ISO 8601), that exists: 30 February does not. */
export const CalendarDate = Schema.String.check(
  Schema.makeFilter<string>(
    (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) && isDay(text)) || "must be a date, YYYY-MM-DD",
    { toJsonSchema: () => ({ format: "date" }) }
  )
).pipe(Schema.brand("CalendarDate"))
export type CalendarDate = typeof CalendarDate.Type

/** The wire form of an instant; the fraction is cut, not rounded. */
export const toTimestamp = (instant: Date | DateTime.DateTime): Timestamp =>
  DateTime.formatIso(DateTime.isDateTime(instant) ? instant : DateTime.fromDateUnsafe(instant)).slice(
    0,
    19
  ) as Timestamp

/** The UTC day of an instant. */
export const toCalendarDate = (instant: Date | DateTime.DateTime): CalendarDate =>
  toTimestamp(instant).slice(0, 10) as CalendarDate

/** The instant that a wire timestamp names. */
export const fromTimestamp = (timestamp: Timestamp): Date => new Date(`${timestamp}Z`)

/** A day of UTC, which has no leap second here. */
export const dayMillis = 24 * 3_600_000

/** So many days later, or earlier. */
export const addDays = (instant: Date, days: number): Date => new Date(instant.getTime() + days * dayMillis)

/** The UTC day so many days after that of an instant, or of a day; before it when they are negative. */
export const dayAfter = (from: Date | string, days: number): CalendarDate =>
  toCalendarDate(addDays(new Date(from), days))

/** The instant 24 hours before. */
export const dayBefore = (instant: Date): Date => addDays(instant, -1)

/** The first of so many UTC days that end with that of an instant. */
export const firstOfDays = (days: number, last: Date): CalendarDate => dayAfter(last, 1 - days)

/** Now, by the Effect clock. */
export const now: Effect.Effect<Timestamp> = Effect.map(DateTime.now, toTimestamp)

/** The UTC day that it is, by the Effect clock. */
export const today: Effect.Effect<CalendarDate> = Effect.map(DateTime.now, toCalendarDate)

// A day, then hours to 23, minutes and seconds to 59 (no leap second), and a zone of less than a day.
const expiryForm =
  /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/

/**
 * When something ends: an ISO 8601 instant that exists, or a date, which means its beginning in UTC; to the end of
 * 9999.
 */
export const Expiry = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const day = expiryForm.exec(text)?.[1]
    const exists = day !== undefined && isDay(day) && parseExpiry(text).getUTCFullYear() <= 9999
    return exists || "must be an ISO 8601 date or instant that exists"
  })
).pipe(Schema.brand("Expiry"))
export type Expiry = typeof Expiry.Type

/** The instant that an {@link Expiry} names; without a zone it is UTC. */
export const parseExpiry = (text: string): Date =>
  new Date(/[Zz]$|[+-]\d{2}:\d{2}$/.test(text) || !text.includes("T") ? text : `${text}Z`)

/**
 * Clocks of processes on one database may differ by so much; what lies further in the future was written by one that
 * was wrong.
 */
export const clockToleranceMillis = 300_000

/** Milliseconds of a clock that nobody can set: for measuring time. */
export const elapsedMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

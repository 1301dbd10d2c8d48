import { DateTime, Effect, Schema } from "effect"

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

/** A calendar day in UTC, `YYYY-MM-DD` (ISO 8601), that exists: 30 February does not. */
export const CalendarDate = Schema.String.check(
  Schema.makeFilter<string>(
    (text) => {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith("0000") ? new Date(`${text}T00:00:00Z`) : null
      const exists = day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
      return exists || "must be a date, YYYY-MM-DD"
    },
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

/** The instant 24 hours before. */
export const dayBefore = (instant: Date): Date => new Date(instant.getTime() - 24 * 3_600_000)

/** Now, by the Effect clock. */
export const now: Effect.Effect<Timestamp> = Effect.map(DateTime.now, toTimestamp)

/** When something ends: an ISO 8601 instant, or a date, which means its beginning in UTC. */
export const Expiry = Schema.String.check(
  Schema.makeFilter<string>(
    (text) =>
      (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text) &&
        !Number.isNaN(parseExpiry(text).getTime())) ||
      "must be an ISO 8601 date or instant"
  )
).pipe(Schema.brand("Expiry"))
export type Expiry = typeof Expiry.Type

/** The instant that an {@link Expiry} names; without a zone it is UTC. */
export const parseExpiry = (text: string): Date =>
  new Date(/[Zz]$|[+-]\d{2}:\d{2}$/.test(text) || !text.includes("T") ? text : `${text}Z`)

import { Cron, DateTime, Result, Schema } from "effect"

/*
 * Times of day and time zones as people write them.
 */

/** `HH:MM`, from 00:00 to 23:59. */
export const TimeOfDay = Schema.String.check(
  Schema.isPattern(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { expected: "a time of day, HH:MM" })
).pipe(Schema.brand("TimeOfDay"))
export type TimeOfDay = typeof TimeOfDay.Type

const zones = new Map<string, DateTime.TimeZone | null>()
/** As many as there are time zones: callers cannot fill the memory with made-up ones. */
const mostZones = 2_000

/** The time zone of a name; null where there is none. */
export const zoneOf = (name: string): DateTime.TimeZone | null => {
  let zone = zones.get(name)
  if (zone === undefined) {
    zone = DateTime.zoneMakeNamed(name).pipe((found) => (found._tag === "Some" ? found.value : null))
    if (zones.size < mostZones) zones.set(name, zone)
  }
  return zone
}

/** The name of a time zone in the IANA database, such as `Europe/Vienna` or `UTC`. */
export const TimeZone = Schema.String.check(
  Schema.makeFilter<string>(
    (name) => (name.length <= 64 && zoneOf(name) !== null) || "must be a time zone such as Europe/Vienna or UTC"
  )
).pipe(Schema.brand("TimeZone"))
export type TimeZone = typeof TimeZone.Type

const presets: Readonly<Record<string, string>> = { daily: "0 6 * * *", weekly: "0 6 * * 1" }

/** The schedule as a cron expression. */
export const cronOf = (schedule: string): Cron.Cron | null => {
  const parsed = Cron.parse(presets[schedule] ?? schedule, "UTC")
  return Result.isSuccess(parsed) ? parsed.success : null
}

/** No schedule is due more often than this. */
export const leastMinutes = 60

/** Whether two times of a schedule are never less than {@link leastMinutes} apart, over its next ones. */
const isSeldom = (cron: Cron.Cron): boolean => {
  let last = Cron.next(cron, new Date("2026-01-01T00:00:00Z"))
  for (let n = 0; n < 48; n++) {
    const next = Cron.next(cron, last)
    if (next.getTime() - last.getTime() < leastMinutes * 60_000) return false
    last = next
  }
  return true
}

/** When something is done again: `daily` or `weekly` (at six, on Mondays), or five fields of cron, in UTC. */
export const Schedule = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    if (text.length > 100) return "must be at most 100 characters long"
    if (!(text in presets) && text.trim().split(/\s+/).length !== 5)
      return "must be daily, weekly, or five fields of cron such as 30 7 * * 1-5"
    const cron = cronOf(text)
    if (cron === null) return "must be daily, weekly, or five fields of cron such as 30 7 * * 1-5"
    try {
      return isSeldom(cron) || `must not be due more often than every ${leastMinutes} minutes`
    } catch {
      return "must be due at some time"
    }
  })
).pipe(Schema.brand("Schedule"))
export type Schedule = typeof Schedule.Type

/** Hours in which nothing is sent, each day; events of these hours are sent when they end. */
export const QuietHours = Schema.Struct({
  from: TimeOfDay,
  to: TimeOfDay.annotate({
    description: "the first minute that is not quiet; on the next day if it is before `from`"
  }),
  zone: TimeZone
})
  .check(Schema.makeFilter(({ from, to }) => from !== to || "from and to must differ"))
  .annotate({ identifier: "QuietHours" })
export type QuietHours = typeof QuietHours.Type

const minuteMillis = 60_000
const dayMinutes = 24 * 60

const minutesOf = (time: TimeOfDay): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * When what happens now may be sent: null at once, else the first instant that is not quiet. Clocks that are put
 * forward or back on the way are taken into account.
 */
export const quietUntil = (quiet: QuietHours, now: Date): Date | null => {
  const minute = Math.floor(now.getTime() / minuteMillis)
  const key = `${quiet.from} ${quiet.to} ${quiet.zone} ${minute}`
  let until = known.get(key)
  if (until === undefined) {
    if (known.size >= mostKnown) known.clear()
    until = firstLoud(quiet, now)
    known.set(key, until)
  }
  return until
}

/** Cached: many watches have the same quiet hours, and finding a clock change takes milliseconds. */
const known = new Map<string, Date | null>()
const mostKnown = 1_000

const firstLoud = ({ from, to, zone }: QuietHours, now: Date): Date | null => {
  const named = zoneOf(zone)
  if (named === null) return null
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const localMinute = (at: number): number => {
    const { hour, minute } = DateTime.toParts(DateTime.makeZonedUnsafe(at, { timeZone: named }))
    return hour * 60 + minute
  }
  const isQuiet = (at: number): boolean => {
    const local = localMinute(at)
    return begin < end ? local >= begin && local < end : local >= begin || local < end
  }
  const start = Math.floor(now.getTime() / minuteMillis) * minuteMillis
  if (!isQuiet(start)) return null
  const left = (end - localMinute(start) + dayMinutes) % dayMinutes
  const expected = start + left * minuteMillis
  if (localMinute(expected) === end && sameOffset(named, start, expected)) return new Date(expected)
  // The clock changes in between, and may pass over the only minute that is not quiet: searched minute by minute,
  // for at most two days and the change.
  let at = start
  while (isQuiet(at) && at < start + (2 * dayMinutes + 180) * minuteMillis) at += minuteMillis
  return new Date(at)
}

const sameOffset = (zone: DateTime.TimeZone, one: number, other: number): boolean => {
  const offset = (at: number) => DateTime.zonedOffset(DateTime.makeZonedUnsafe(at, { timeZone: zone }))
  return offset(one) === offset(other)
}

/** Mail that gathers events: daily, or weekly on Mondays, at a time of day where its reader lives. */
export const Digest = Schema.Struct({
  every: Schema.Literals(["daily", "weekly"]).annotate({ description: "`weekly`: on Mondays" }),
  at: TimeOfDay,
  zone: TimeZone
}).annotate({ identifier: "Digest" })
export type Digest = typeof Digest.Type

const monday = 1

/**
 * The next time of a digest after an instant. A time that the clock leaves out when it is put forward comes as much
 * later; of one that comes twice it is the first.
 */
export const nextDigest = ({ at, every, zone }: Digest, after: Date): Date => {
  const timeZone = zoneOf(zone) ?? DateTime.zoneMakeOffset(0)
  const { day, month, year } = DateTime.toParts(DateTime.makeZonedUnsafe(after, { timeZone }))
  const minutes = minutesOf(at)
  for (let days = 0; ; days++) {
    // Overflowing days are those of the next month.
    const date = new Date(Date.UTC(year, month - 1, day + days))
    if (every === "weekly" && date.getUTCDay() !== monday) continue
    const local = new Date(date.getTime() + minutes * minuteMillis)
    const zoned = DateTime.makeZonedUnsafe(local, { timeZone, adjustForTimeZone: true, disambiguation: "compatible" })
    const instant = DateTime.toDateUtc(zoned)
    if (instant > after) return instant
  }
}

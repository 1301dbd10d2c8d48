import { monthOf, plainWord } from "./Months.ts"
import { zoneOf } from "./Zones.ts"

/** Characters of the longest date that anybody writes, twice. */
const MAX_LENGTH = 100

/** The weekdays that nearly all dates begin with: known, so that nobody looks for a month of that name in forty languages. */
const WEEKDAYS = new Set(
  "sun mon tue wed thu fri sat sunday monday tuesday wednesday thursday friday saturday".split(" ")
)

/** Words beside the date that are put up with: a weekday, "at", "o'clock", a zone nobody knows. */
const MAX_UNKNOWN_WORDS = 4

interface Parts {
  year: number | null
  month: number | null
  day: number | null
  clock: readonly [hour: number, minute: number, second: number] | null
  afternoon: boolean | null
  /** Minutes east of UTC; a time without a zone is taken as UTC. */
  offset: number
}

const dateFrom = ({ year, month, day, clock, afternoon, offset }: Parts): Date | null => {
  if (year === null || month === null || day === null || year < 1000) return null
  let [hour, minute, second] = clock ?? [0, 0, 0]
  if (afternoon !== null && hour > 12) afternoon = null
  if (afternoon !== null) hour = (hour % 12) + (afternoon ? 12 : 0)
  const nextDay = hour === 24 && minute === 0 && second === 0
  if (month < 1 || month > 12 || minute > 59 || second > 60 || (hour > 23 && !nextDay)) return null
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (midnight.getUTCDate() !== day) return null
  const date = new Date(midnight.getTime() + ((hour * 60 + minute - offset) * 60 + second) * 1_000)
  return date.getUTCFullYear() > 9_999 ? null : date
}

/** RFC 2822 on years of two and three digits. */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  return digits.length === 2 ? (year < 50 ? 2_000 + year : 1_900 + year) : digits.length === 3 ? 1_900 + year : year
}

const offsetOf = (text: string): number => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(text) ?? []
  const offset = Number(hours) * 60 + Number(minutes)
  // The widest zones in use are 14 hours off; more is a slip, and the time is then UTC.
  return offset > 14 * 60 ? 0 : sign === "-" ? -offset : offset
}

const ISO =
  /^(\d{4})-?(?:(\d{2})-?(\d{2})|(\d{3})|w(\d{2})-?([1-7])?|(\d{2}))?(?:\s?[t ]\s?(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?\s?(z|[+-]\d{2}(?::?\d{2})?)?)?$/i

/** ISO 8601 and its profiles (RFC 3339, W3C): calendar, ordinal and week dates, a year or a month alone. */
const isoDate = (text: string): Date | null => {
  const match = ISO.exec(text)
  if (match === null) return null
  const [, year, month, day, ordinal, week, weekday, monthAlone, hour, minute, second, zone] = match
  const parts: Parts = {
    year: Number(year),
    month: Number(month ?? monthAlone ?? 1),
    day: Number(day ?? 1),
    clock: hour === undefined ? null : [Number(hour), Number(minute ?? 0), Number(second ?? 0)],
    afternoon: null,
    offset: zone === undefined || zone.toLowerCase() === "z" ? 0 : offsetOf(zone)
  }
  const date = dateFrom(parts)
  // Week 1 holds January 4th, and weeks start on Mondays.
  const january4 = (new Date(Date.UTC(parts.year!, 0, 4)).getUTCDay() + 6) % 7
  const days =
    ordinal !== undefined
      ? Number(ordinal) - 1
      : week !== undefined
        ? Number(week) * 7 - 7 + Number(weekday ?? 1) + 2 - january4
        : 0
  return date === null || days > 372 || days < -3 ? null : new Date(date.getTime() + days * 86_400_000)
}

const TOKEN =
  /(?<ymd>\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,2}(?!\d))|(?<dmy>\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?(?:\d{4}|\d{2})(?!\d))|(?<clock>\d{1,2}[:h]\d{2}(?::\d{2}(?:[.,]\d+)?)?)|(?<offset>[+-]\d{1,2}:?(?:\d{2})?(?!\d))|(?<number>\d+)|(?<word>\p{L}[\p{L}\p{M}.'’]*)/gu

/** Numbers that Chinese, Japanese and Korean mark with a word each, and parts of the day that they write out. */
const spellOut = (text: string): string =>
  text
    .replace(/(\d+)\s?[年년]\s?(\d+)\s?[月월]\s?(\d+)\s?[日일]?/, "$1-$2-$3 ")
    .replace(/(\d+)\s?[時时시]\s?(\d+)\s?[分분](?:\s?(\d+)\s?[秒초])?/, (_, hour, minute, second = "00") =>
      [hour, minute, second].map((part) => String(part).padStart(2, "0")).join(":")
    )
    .replace(/午前|上午|오전|π\.?μ\.?/, " am ")
    .replace(/午後|下午|오후|μ\.?μ\.?/, " pm ")

/** Dates in words and numbers in any order: RFC 822 and its relatives, other languages, `31.12.2003`, `2003/12/31 10:14`. */
const wordDate = (text: string, language: string | null): Date | null => {
  const parts: Parts = { year: null, month: null, day: null, clock: null, afternoon: null, offset: 0 }
  let unknown = 0
  for (const { groups = {} } of spellOut(text).matchAll(TOKEN)) {
    const numbers = (groups["ymd"] ?? groups["dmy"] ?? groups["clock"] ?? "").split(/[^\d]+/)
    const [first = "", second = "", third = "0"] = numbers
    if (groups["ymd"] !== undefined) {
      parts.year = Number(first)
      parts.month = Number(second)
      parts.day = Number(third)
    } else if (groups["dmy"] !== undefined) {
      // Slashes are American unless that gives no month; dots and dashes put the day first.
      const monthFirst = groups["dmy"].includes("/") ? Number(first) <= 12 : Number(second) > 12
      parts.month = Number(monthFirst ? first : second)
      parts.day = Number(monthFirst ? second : first)
      parts.year = fullYear(third)
    } else if (groups["clock"] !== undefined) {
      parts.clock = [Number(first), Number(second), Number(third)]
    } else if (groups["offset"] !== undefined && parts.clock !== null) {
      parts.offset = offsetOf(groups["offset"])
    } else if (groups["word"] !== undefined) {
      const word = plainWord(groups["word"])
      if (WEEKDAYS.has(word)) continue
      const zone = parts.clock === null ? null : zoneOf(word)
      const month = zone === null && (parts.month === null || parts.clock === null) ? monthOf(word, language) : null
      if (word === "am" || word === "pm") parts.afternoon = word === "pm"
      else if (zone !== null) parts.offset ||= zone
      else if (month !== null) parts.month = month
      else if (++unknown > MAX_UNKNOWN_WORDS) return null
    } else {
      const digits = (groups["number"] ?? groups["offset"] ?? "").replace(/\D/g, "")
      if (digits.length > 4) return null
      if (digits.length > 2 || parts.day !== null) parts.year ??= fullYear(digits)
      else parts.day = Number(digits)
    }
  }
  return dateFrom(parts)
}

const ENGLISH = "JanFebMarAprMayJunJulAugSepOctNovDec"
const RFC_822 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (?:GMT|UTC|Z|([+-]\d{4}))$/

/** RFC 822 as nearly every feed writes it, without the detours that all other forms need. */
const plainDate = (text: string): Date | null => {
  const match = RFC_822.exec(text)
  if (match === null) return null
  const [, day, month, year, hour, minute, second = "0", offset] = match
  return dateFrom({
    year: Number(year),
    month: 1 + ENGLISH.indexOf(month!) / 3,
    day: Number(day),
    clock: [Number(hour), Number(minute), Number(second)],
    afternoon: null,
    offset: offset === undefined ? 0 : offsetOf(offset)
  })
}

/** Seconds or milliseconds since 1970, as ten or thirteen digits. */
const epochDate = (text: string): Date | null =>
  /^(?:\d{10}|\d{13})$/.test(text) ? new Date(Number(text) * (text.length === 10 ? 1_000 : 1)) : null

/**
 * A feed's date, to the second, or null where it can't be read: never the present. Reads RFC 822 with zone names, ISO 8601,
 * and month names of `language` (a BCP 47 tag or null) and of the common languages. Dates in the future stay as written.
 */
export const parseFeedDate = (written: string, language: string | null = null): Date | null => {
  if (written.length > 4 * MAX_LENGTH) return null
  const usual = plainDate(written) ?? isoDate(written)
  if (usual !== null) return usual
  const text = written
    .normalize("NFKC")
    .replace(/\([^)]*\)/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
  if (text === "" || text.length > MAX_LENGTH) return null
  return isoDate(text) ?? epochDate(text) ?? wordDate(text, language)
}

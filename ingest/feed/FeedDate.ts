import { isMonthFirst, monthOf, plainWord } from "./Months.ts"
import { isTimeZone, offsetIn, zoneOf } from "./Zones.ts"

/** Twice the length of the longest real date. */
const MAX_LENGTH = 100

/** English weekdays, known without a search for months of that name in forty languages. */
const WEEKDAYS = "sun mon tue wed thu fri sat".split(" ")
const WEEKDAY = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?$/

/** Words that may stand beside a date: a weekday, "at", "o'clock", an unknown zone. */
const MAX_UNKNOWN_WORDS = 4

type Clock = readonly [hour: number, minute: number, second: number]

/** A day and a time of day, as they are written; a time without a zone is taken as UTC. */
interface Parts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly clock: Clock | null
  readonly afternoon?: boolean | null
  /** Minutes east of UTC, or the name of a place whose time it is. */
  readonly zone: number | string
}

const dateFrom = ({ afternoon = null, clock, day, month, year, zone }: Parts): Date | null => {
  if (year < 1000) return null
  let [hour, minute, second] = clock ?? [0, 0, 0]
  if (afternoon !== null && hour <= 12) hour = (hour % 12) + (afternoon ? 12 : 0)
  const nextDay = hour === 24 && minute === 0 && second === 0
  if (month < 1 || month > 12 || minute > 59 || second > 60 || (hour > 23 && !nextDay)) return null
  const midnight = new Date(Date.UTC(year, month - 1, day))
  if (midnight.getUTCDate() !== day) return null
  const local = midnight.getTime() + ((hour * 60 + minute) * 60 + second) * 1_000
  const date = new Date(local - (typeof zone === "number" ? zone : offsetIn(zone, local)) * 60_000)
  return date.getUTCFullYear() > 9_999 ? null : date
}

/** RFC 2822 on years of two and three digits. */
const fullYear = (digits: string): number => {
  const year = Number(digits)
  return digits.length === 2 ? (year < 50 ? 2_000 + year : 1_900 + year) : digits.length === 3 ? 1_900 + year : year
}

const offsetOf = (text: string): number => {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d{1,2}?):?(\d{2})?(?::?\d{2})?$/.exec(text) ?? []
  const offset = Number(hours) * 60 + Number(minutes)
  // The widest zones in use are 14 hours off. A larger offset is a typing error, and the time counts as UTC.
  return offset > 14 * 60 ? 0 : sign === "-" ? -offset : offset
}

const ISO =
  /^(\d{4})-?(?:(\d{2})-?(\d{2})|(\d{3})|w(\d{2})-?([1-7])?|(\d{2}))?(?:\s?[t ]\s?(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?)?\s?(z|[+-]\d{2}(?::?\d{2})?)?z?)?$/i

/** ISO 8601 and its profiles (RFC 3339, W3C): calendar, ordinal and week dates, a year or a month alone. */
const isoDate = (text: string): Date | null => {
  const match = ISO.exec(text)
  if (match === null) return null
  const [, year, month, day, ordinal, week, weekday, monthAlone, hour, minute, second, zone] = match
  const date = dateFrom({
    year: Number(year),
    month: Number(month ?? monthAlone ?? 1),
    day: Number(day ?? 1),
    clock: hour === undefined ? null : [Number(hour), Number(minute ?? 0), Number(second ?? 0)],
    zone: zone === undefined ? 0 : offsetOf(zone)
  })
  // Week 1 holds January 4th, and weeks start on Mondays.
  const january4 = (new Date(Date.UTC(Number(year), 0, 4)).getUTCDay() + 6) % 7
  const days =
    ordinal !== undefined
      ? Number(ordinal) - 1
      : week !== undefined
        ? Number(week) * 7 - 7 + Number(weekday ?? 1) + 2 - january4
        : 0
  return date === null || days > 372 || days < -3 ? null : new Date(date.getTime() + days * 86_400_000)
}

const ENGLISH = "JanFebMarAprMayJunJulAugSepOctNovDec"
const RFC_822 =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d)(?::(\d\d))? (?:([A-Z]{1,5})|([+-]\d{4}))$/

/** RFC 822 as nearly all feeds write it: a fast path for the common form. */
const plainDate = (text: string): Date | null => {
  const match = RFC_822.exec(text)
  if (match === null) return null
  const [, day, name, year, hour, minute, second = "0", zoneName, offset] = match
  const month = ENGLISH.indexOf(name!)
  const zone = zoneName === undefined ? offsetOf(offset!) : zoneOf(zoneName.toLowerCase())
  return month === -1 || zone === null
    ? null
    : dateFrom({
        year: Number(year),
        month: 1 + month / 3,
        day: Number(day),
        clock: [Number(hour), Number(minute), Number(second)],
        zone
      })
}

/** Seconds or milliseconds since 1970, as ten or thirteen digits. */
const epochDate = (text: string): Date | null =>
  /^(?:\d{10}|\d{13})$/.test(text) ? new Date(Number(text) * (text.length === 10 ? 1_000 : 1)) : null

/** Digits without a sign between them: `20260303`, `202603030905`, `20260303090507`. */
const packedDate = (text: string): Date | null => {
  const [, day, time] = /^(\d{8})\s?(\d{4}(?:\d{2})?)?$/.exec(text) ?? []
  return day === undefined ? null : isoDate(time === undefined ? day : `${day}T${time}`)
}

const TOKEN = new RegExp(
  [
    "(?<ymd>\\d{4}[-/.]\\s?\\d{1,2}[-/.]\\s?\\d{1,2}(?!\\d))",
    "(?<dmy>\\d{1,2}[-/.]\\s?\\d{1,2}[-/.]\\s?(?:\\d{4}|\\d{2})(?!\\d))",
    "(?<clock>\\d{1,2}(?::\\d{1,2}|\\s?h\\s?\\d{2})(?::\\d{1,2}(?:[.,:]\\d+)?)?)",
    "(?<hour>\\d{1,2}\\s{0,2}(?=(?:am|pm|h|uhr)(?![\\p{L}\\d])))",
    "(?<dotted>\\d{1,2}\\.\\d{2}(?:\\.\\d{2})?(?![\\d.]))",
    "(?<place>[a-z]{2,20}/[a-z]{2,20}(?:[/_+-][a-z\\d]{1,20}){0,4}|[a-z]{3}\\d[a-z]{3})",
    "(?<offset>[+-]\\d{1,2}?:?(?:\\d{2})?(?::?\\d{2})?(?!\\d))",
    "(?<number>\\d+)",
    "(?<word>\\p{L}[\\p{L}\\p{M}.'’]*)"
  ].join("|"),
  "gu"
)

/** Numbers that Chinese, Japanese, Korean and Vietnamese mark with a word each, and parts of the day in any form. */
const spellOut = (text: string): string =>
  text
    .replace(
      /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월](?:\s?(\d{1,2})\s?[日일]?)?/,
      (_, year, month, day = "1") => `${year}-${month}-${day} `
    )
    .replace(/(\d{1,2})\s?[時时시]\s?(\d{1,2})\s?[分분](?:\s?(\d{1,2})\s?[秒초])?/, (_, hour, minute, second = "00") =>
      [hour, minute, second].map((part) => String(part).padStart(2, "0")).join(":")
    )
    .replace(/(\d{1,2}),?\s(?:tháng|thg)\s(\d{1,2})(?:,|\snăm)?\s(\d{4})/, "$3-$2-$1 ")
    .replace(/午前|上午|오전|π\.?μ\.?/, " forenoon ")
    .replace(/午後|下午|오후|μ\.?μ\.?/, " afternoon ")
    .replace(/(?<!\p{L})([ap])\.?\s?m(?:\.|(?!\p{L}))/u, " $1m ")

/** The parts of a date in words and numbers, as they are met. */
class WordDate {
  readonly #language: string | null
  #year: number | null = null
  #month: number | null = null
  #day: number | null = null
  #weekday: number | null = null
  #clock: Clock | null = null
  #afternoon: boolean | null = null
  #zone: number | string | null = null
  /** Numbers of one or two digits that nothing says more about, and whether the year came before them. */
  readonly #numbers: Array<string> = []
  #yearFirst = false
  /** Whether the last token belongs to the time of day, which an offset follows. */
  #timed = false
  #unknown = 0

  constructor(language: string | null) {
    this.#language = language
  }

  read(text: string): Date | null {
    for (const { groups = {} } of spellOut(text).matchAll(TOKEN)) {
      const [kind, value] = Object.entries(groups).find((group) => group[1] !== undefined) ?? []
      if (kind === undefined || value === undefined || !this.#take(kind, value)) return null
    }
    return this.#date()
  }

  /** False where this is no date. */
  #take(kind: string, value: string): boolean {
    const timed = this.#timed
    this.#timed = kind === "clock" || kind === "hour" || kind === "place"
    const [first = "", second = "", third = "0"] = value.split(/\D+/)
    if (kind === "ymd") [this.#year, this.#month, this.#day] = [Number(first), Number(second), Number(third)]
    else if (kind === "dmy") this.#numeric(first, second, fullYear(third), value.includes("/"))
    else if (kind === "clock") this.#clock = [Number(first), Number(second), Number(third)]
    else if (kind === "hour") this.#clock = [Number(first), 0, 0]
    else if (kind === "place") return this.#place(value)
    else if (kind === "offset" && timed) this.#zone = offsetOf(value)
    else if (kind === "word") return this.#word(plainWord(value), timed)
    else if (kind === "dotted" && this.#dated && this.#clock === null) {
      this.#clock = [Number(first), Number(second), Number(third)]
      this.#timed = true
    } else for (const digits of value.match(/\d+/g) ?? []) if (!this.#number(digits)) return false
    return true
  }

  #place(name: string): boolean {
    if (!isTimeZone(name)) return ++this.#unknown <= MAX_UNKNOWN_WORDS
    this.#zone ??= name
    return true
  }

  get #dated(): boolean {
    return this.#year !== null && (this.#month !== null || this.#numbers.length > 1)
  }

  #number(digits: string): boolean {
    if (digits.length === 8 && this.#year === null) {
      this.#year = Number(digits.slice(0, 4))
      this.#month = Number(digits.slice(4, 6))
      this.#day = Number(digits.slice(6))
    } else if (digits.length > 4) return false
    else if (digits.length < 3) this.#numbers.push(digits)
    else if (this.#year === null) {
      this.#year = fullYear(digits)
      this.#yearFirst = this.#numbers.length === 0
    }
    return true
  }

  #word(word: string, timed: boolean): boolean {
    if (WEEKDAY.test(word)) {
      this.#weekday = WEEKDAYS.indexOf(word.slice(0, 3))
      return true
    }
    // Behind a time only: "am 3. März" says nothing of the time, and "at" is no zone.
    const half = timed && (word === "am" || word === "pm")
    const zone = this.#clock === null ? null : zoneOf(word)
    this.#timed = zone !== null || half
    if (half || word === "forenoon" || word === "afternoon") this.#afternoon = word === "pm" || word === "afternoon"
    else if (zone !== null) this.#zone ??= zone
    else {
      const month = this.#month === null || this.#clock === null ? monthOf(word, this.#language) : null
      if (month === null) return ++this.#unknown <= MAX_UNKNOWN_WORDS
      this.#month = month
    }
    return true
  }

  /**
   * Two numbers and a year: the weekday says which of the two is the month, else the language, else the sign between
   * them.
   */
  #numeric(first: string, second: string, year: number, slashes: boolean): void {
    this.#year = year
    const monthFirst = slashes && isMonthFirst(this.#language)
    const orders = [
      { month: Number(first), day: Number(second) },
      { month: Number(second), day: Number(first) }
    ].filter(({ day, month }) => month >= 1 && month <= 12 && day <= 31)
    if (!monthFirst) orders.reverse()
    const { day, month } = orders.find((order) => this.#isOnWeekday(year, order)) ?? orders[0] ?? { day: 0, month: 0 }
    this.#month = month
    this.#day = day
  }

  #isOnWeekday(year: number, { day, month }: { readonly day: number; readonly month: number }): boolean {
    return this.#weekday !== null && new Date(Date.UTC(year, month - 1, day)).getUTCDay() === this.#weekday
  }

  #date(): Date | null {
    const numbers = this.#numbers
    if (this.#month === null) {
      // `11 04 2020`, `11 04 20` or `2020 04 11`: three numbers and no month's name.
      const [first, second] = numbers
      if (first === undefined || second === undefined) return null
      const year = this.#year ?? (numbers[2] === undefined ? null : fullYear(numbers[2]))
      if (year === null) return null
      if (this.#yearFirst) this.#numeric(second, first, year, false)
      else this.#numeric(first, second, year, false)
    } else if (this.#day === null) {
      this.#day = Number(numbers.shift() ?? 1)
      if (this.#year === null && numbers[0] !== undefined) this.#year = fullYear(numbers[0])
    }
    const [year, month, day] = [this.#year, this.#month, this.#day]
    if (year === null || month === null || day === null) return null
    return dateFrom({ year, month, day, clock: this.#clock, afternoon: this.#afternoon, zone: this.#zone ?? 0 })
  }
}

/**
 * A feed's date, to the second, or null where it can't be read: never the present. Reads RFC 822 with zone names, ISO
 * 8601, and dates in words and numbers in any order, with month names of `language` (a BCP 47 tag or null) and of the
 * common languages. Dates in the future stay as written.
 */
export const parseFeedDate = (written: string, language: string | null = null): Date | null => {
  if (written.length > 4 * MAX_LENGTH) return null
  const usual = plainDate(written) ?? isoDate(written)
  if (usual !== null) return usual
  const text = written
    .normalize("NFKC")
    .replace(/\([^)]*\)/g, " ")
    .replace(/\u2212/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
  if (text === "" || text.length > MAX_LENGTH) return null
  return isoDate(text) ?? epochDate(text) ?? packedDate(text) ?? new WordDate(language).read(text)
}

import { noDay, spelled } from "./Numbers.ts"

/*
 * The times that a text names, as days of the calendar: dates, months, quarters, seasons, weekdays, and those that
 * are told from where they lie ("a year earlier", "four years ago", "for 20 years from January 2028"). A time
 * without a year may lie in that of publication, or in the one before or after.
 */

/** How long a time is. */
export type Grain = "day" | "week" | "month" | "quarter" | "half" | "year"

const grains: ReadonlyArray<Grain> = ["day", "week", "month", "quarter", "half", "year"]

/** Days since 1970, both included. */
type Days = readonly [from: number, to: number]

/** A time where it is named in a text. */
export interface Period {
  readonly start: number
  readonly end: number
  readonly grain: Grain
  /** Where it may lie. */
  readonly days: ReadonlyArray<Days>
  /** Whether it is worked out of others and not named itself. */
  readonly isDerived: boolean
  /** False for the day of publication, of which nothing speaks. */
  readonly isNamed?: boolean
  /** Whether nothing says which way it lies from the other. */
  readonly isVague?: boolean
}

/** How long a text is in which times are looked for, and how many of them are. */
const longest = 2_000
const most = 40

const day = 86_400_000
const daysOf = (year: number, month: number, date: number): number => Math.floor(Date.UTC(year, month, date) / day)
const months = (year: number, month: number, many: number): Days => [
  daysOf(year, month, 1),
  daysOf(year, month + many, 1) - 1
]

const monthNames = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
const monthOf = (name: string): number => monthNames.indexOf(name.slice(0, 3).toLowerCase())
// Capitals tell May from may, and what follows tells March from Maréchal.
const month =
  "(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?![\\w\u00C0-\u024F])\\.?"
const year = "((?:19|20)\\d\\d)(?!\\d|[.,]\\d|%|\\s?(?:million|billion|thousand)\\b)"
const date = "(\\d{1,2})(?:st|nd|rd|th)?"
export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
const weekday = `(${weekdays.join("|")})`
const ordinals = ["first", "second", "third", "fourth"]
const seasons: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }
const count = "(\\d{1,3}|an?|one|half an?|[a-z]{3,9}(?:-[a-z]{3,5})?)"
const unit = "(day|week|month|quarter|year|decade)s?(?! of\\b)"

/** What is named, before it is known when it is. */
type Reckoning = (published: Date) => readonly [Grain, ReadonlyArray<Days>]

const around = (published: Date): ReadonlyArray<number> => {
  const own = published.getUTCFullYear()
  return [own, own - 1, own + 1]
}
const yearsOf = (named: string | undefined, published: Date): ReadonlyArray<number> =>
  named === undefined ? around(published) : [Number(named)]

const inMonths =
  (grain: Grain, from: number, many: number, named: string | undefined): Reckoning =>
  (published) => [grain, yearsOf(named, published).map((each) => months(each, from, many))]

/** Three months are a quarter, and six are half a year. */
const grainOfMonths = (many: number): Grain => (many === 3 ? "quarter" : many === 6 ? "half" : "year")

const fromDay =
  (name: string, from: string, to: string, named: string | undefined): Reckoning =>
  (published) => [
    from === to ? "day" : "month",
    yearsOf(named, published).map((each): Days => [
      daysOf(each, monthOf(name), Number(from)),
      daysOf(each, monthOf(name), Number(to))
    ])
  ]

const onDay = (name: string, number: string, named: string | undefined): Reckoning =>
  fromDay(name, number, number, named)

/** The season that a pair of years names, and the year to its middle: 2025/26. */
const season = (first: string): Reckoning => {
  const from = Number(first)
  return () => ["year", [[daysOf(from, 6, 1), daysOf(from + 1, 6, 1) - 1]]]
}

const today = (published: Date): number => Math.floor(published.getTime() / day)

/** A day, as the days of a time. */
export const dayOf = (date: Date): Days => [today(date), today(date)]

const after =
  (many: number): Reckoning =>
  (published) => ["day", [[today(published) + many, today(published) + many]]]

/** This, last or next week, month, quarter or year. */
const beside =
  (which: string, what: string): Reckoning =>
  (published) => {
    const step = /^(?:last|past)/i.test(which) ? -1 : /^(?:next|coming)/i.test(which) ? 1 : 0
    const [own, at] = [published.getUTCFullYear(), published.getUTCMonth()]
    if (what === "week") {
      const monday = today(published) - ((published.getUTCDay() + 6) % 7) + 7 * step
      return ["week", [[monday, monday + 6]]]
    }
    if (what === "month") return ["month", [months(own, at + step, 1)]]
    if (what === "quarter") return ["quarter", [months(own, (Math.floor(at / 3) + step) * 3, 3)]]
    return ["year", [months(own + step, 0, 12)]]
  }

const onWeekday =
  (name: string): Reckoning =>
  (published) => {
    const back = (published.getUTCDay() - weekdays.indexOf(name) + 7) % 7
    return [
      "day",
      [-back, 7 - back, -7 - back, 14 - back].map((many): Days => [today(published) + many, today(published) + many])
    ]
  }

const forms: ReadonlyArray<readonly [RegExp, (match: ReadonlyArray<string | undefined>) => Reckoning]> = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, y, m, d]) => onDay(monthNames[Number(m) - 1] ?? "jan", d!, y)],
  [
    new RegExp(`\\b${date}(?: to |-| and )${date} (?:of )?${month}(?:,? ${year})?`, "g"),
    ([, from, to, m, y]) => fromDay(m!, from!, to!, y)
  ],
  [new RegExp(`\\b${date} (?:of )?${month},? ${year}`, "g"), ([, d, m, y]) => onDay(m!, d!, y)],
  [new RegExp(`\\b${month} ${date},? ${year}`, "g"), ([, m, d, y]) => onDay(m!, d!, y)],
  [
    new RegExp(
      `\\b(three|six|nine|twelve|3|6|9|12) months (?:to|until|through|ended|ending)(?: in)?(?: the end of)?(?: \\d{1,2})? ${month}(?: ${year})?`,
      "g"
    ),
    ([, many, m, y]) => {
      const length = spelled(many!) ?? Number(many)
      return inMonths(grainOfMonths(length), monthOf(m!) - length + 1, length, y)
    }
  ],
  [
    new RegExp(
      `\\bfirst (two|three|four|five|six|seven|eight|nine|ten|eleven|\\d{1,2}) months(?: of)?(?: ${year})?`,
      "gi"
    ),
    ([, many, y]) => {
      const length = spelled(many!) ?? Number(many)
      return inMonths(grainOfMonths(length), 0, length, y)
    }
  ],
  [new RegExp(`\\b${month},? ${year}`, "g"), ([, m, y]) => inMonths("month", monthOf(m!), 1, y)],
  [new RegExp(`\\b${date} (?:of )?${month}`, "g"), ([, d, m]) => onDay(m!, d!, undefined)],
  [
    new RegExp(`(?<!\\bend of )\\b${month} ${date}(?![\\d%]|[.,]\\d)${noDay}`, "gu"),
    ([, m, d]) => onDay(m!, d!, undefined)
  ],
  [new RegExp(`\\b${month}`, "g"), ([, m]) => inMonths("month", monthOf(m!), 1, undefined)],
  [new RegExp(`\\b${year}[ -]Q([1-4])\\b`, "g"), ([, y, digit]) => inMonths("quarter", (Number(digit) - 1) * 3, 3, y)],
  [
    new RegExp(`\\b(?:(first|second|third|fourth)[ -]quarter|Q([1-4]))(?:,?(?: of)?(?: fiscal)? ${year})?`, "gi"),
    ([, word, digit, y]) =>
      inMonths("quarter", (word === undefined ? Number(digit) - 1 : ordinals.indexOf(word.toLowerCase())) * 3, 3, y)
  ],
  [
    new RegExp(`\\b(?:(first|second)[ -]half|H([12]))(?:,?(?: of)? ${year})?`, "gi"),
    ([, word, digit, y]) =>
      inMonths("half", (word === undefined ? Number(digit) - 1 : ordinals.indexOf(word.toLowerCase())) * 6, 6, y)
  ],
  [
    new RegExp(
      `\\b(spring|summer|autumn|(?<=(?:the|this|last|next|early|late|mid) )fall|winter)\\b(?:,?(?: of)? ${year})?`,
      "gi"
    ),
    ([, name, y]) => inMonths("quarter", seasons[name!.toLowerCase()]!, 3, y)
  ],
  [/\bChristmas\b/g, () => inMonths("month", 11, 1, undefined)],
  [new RegExp(`\\b${weekday}\\b`, "g"), ([, name]) => onWeekday(name!)],
  [/\b(?:today|tonight)\b/gi, () => after(0)],
  [/\byesterday\b/gi, () => after(-1)],
  [/\btomorrow\b/gi, () => after(1)],
  [
    /\b(this|last|past|next|coming|current) (week|month|quarter|year)\b/gi,
    ([, which, what]) => beside(which!, what!.toLowerCase())
  ],
  [/\b(?:full|whole|entire) year\b|\byear as a whole\b/gi, () => beside("this", "year")],
  [/\b((?:19|20)\d\d)[-/](?:20)?\d\d\b/g, ([, y]) => season(y!)],
  [new RegExp(`(?<![\\d.,$€£¥/])\\b${year}`, "g"), ([, y]) => inMonths("year", 0, 12, y)]
]

/** A length of time, which says of other times where they lie: two years earlier, after eleven years. */
const spans = new RegExp(`\\b${count}[ -]${unit}\\b`, "gi")

interface Span {
  readonly many: number
  readonly unit: string
  /** Which ways it may lead, where the words beside it say so. */
  readonly to: ReadonlyArray<1 | -1>
}

const backBehind = /^\s(?:ago|earlier|before|previously|prior|back)\b/i
const backBefore = /\b(?:last|past|previous|preceding|prior)\s$/i
const onBehind = /^\s(?:later|after|afterwards|hence|on|from)\b/i
const onBefore =
  /\b(?:in|within|next|coming|another|following|for)\s(?:(?:about|around|the next|just|only|roughly|some)\s)?$/i
/** What happens after nine years ends them or follows them. */
const afterBefore = /\bafter\s(?:(?:about|around|just|only|roughly|some)\s)?$/i
/** What says which way a length of time leads stands no further away. */
const nearby = 24

/** Which ways a length of time may lead between these places. */
const waysOf = (text: string, start: number, end: number): ReadonlyArray<1 | -1> => {
  const [before, behind] = [text.slice(Math.max(0, start - nearby), start), text.slice(end, end + nearby)]
  if (backBehind.test(behind) || backBefore.test(before)) return [-1]
  if (onBehind.test(behind) || onBefore.test(before)) return [1]
  return afterBefore.test(before) ? [1, -1] : []
}

const spansOf = (text: string): ReadonlyArray<Span> =>
  [
    ...Array.from(text.matchAll(spans), ({ 0: all, 1: many, 2: of, index }): Span => ({
      many: /^an?$/i.test(many!) ? 1 : /\d/.test(many!) ? Number(many) : (spelled(many!) ?? 0),
      unit: of!.toLowerCase(),
      to: waysOf(text, index, index + all.length)
    })),
    ...Array.from(
      text.matchAll(/\b(?:following|previous|preceding|prior) (week|month|quarter|year)\b/gi),
      ([all, of]): Span => ({ many: 1, unit: of!.toLowerCase(), to: [/^f/i.test(all) ? 1 : -1] })
    ),
    ...(/\bsame (?:period|quarter|month|week|half|day)\b|\bhalf[ -]year/i.test(text)
      ? [{ many: 1, unit: "year", to: [-1 as const] }]
      : [])
  ].filter(({ many }) => many > 0)

const inDays: Readonly<Record<string, number>> = { day: 1, week: 7 }
const inMonthsOf: Readonly<Record<string, number>> = { month: 1, quarter: 3, year: 12, decade: 120 }

const moved = ([from, to]: Days, { many, unit }: Omit<Span, "to">, by: 1 | -1): Days => {
  const step = inDays[unit]
  if (step !== undefined) return [from + by * many * step, to + by * many * step]
  const end = (each: number): number => {
    const at = new Date(each * day)
    return daysOf(at.getUTCFullYear(), at.getUTCMonth() + by * many * inMonthsOf[unit]!, at.getUTCDate())
  }
  return [end(from), end(to + 1) - 1]
}

const grainOf = (unit: string): Grain => (unit === "decade" ? "year" : (unit as Grain))
const coarser = (one: Grain, other: Grain): Grain => (grains.indexOf(one) > grains.indexOf(other) ? one : other)

const through = /^\s?(?:-|to|until|till|through)\s?(?:(?:the )?(?:end of|early|late|mid)[- ])?$/i
const andThrough = /^\s?(?:-|to|until|till|through|and)\s?$/i

const grainOfLength = (days: number): Grain =>
  days <= 1 ? "day" : days <= 31 ? "month" : days <= 92 ? "quarter" : days <= 184 ? "half" : "year"

/** From January to June 2026 is one time. */
const joined = (found: ReadonlyArray<Period>, text: string): ReadonlyArray<Period> => {
  const made: Array<Period> = []
  for (const period of found) {
    const last = made.at(-1)
    const between = last === undefined ? "" : text.slice(last.end, period.start)
    const isRange =
      last !== undefined &&
      (through.test(between) ||
        (andThrough.test(between) &&
          /\bbetween (?:the )?$/i.test(text.slice(Math.max(0, last.start - 12), last.start))))
    if (!isRange) {
      made.push(period)
      continue
    }
    const days = period.days.flatMap(([, to]) => {
      const from = Math.max(...last.days.map(([each]) => each).filter((each) => each <= to))
      return Number.isFinite(from) ? [[from, to] as const] : []
    })
    if (days.length === 0) made.push(period)
    else
      made[made.length - 1] = {
        ...last,
        end: period.end,
        days,
        grain: grainOfLength(days[0]![1] - days[0]![0] + 1)
      }
  }
  return made
}

/** The times that a sentence names, in order. Dashes are hyphens, and figures and dates are in English. */
export const periodsIn = (sentence: string, published: Date): ReadonlyArray<Period> => {
  const found: Array<Period> = []
  let rest = sentence.slice(0, longest)
  for (const [form, meaning] of forms)
    rest = rest.replace(form, (...match: Array<string>) => {
      const start = match.findLast((part) => typeof part === "number") as unknown as number
      const [grain, days] = meaning(match)(published)
      found.push({ start, end: start + match[0]!.length, grain, days, isDerived: false })
      return ";".repeat(match[0]!.length)
    })
  return joined(found.toSorted((one, other) => one.start - other.start).slice(0, most), sentence)
}

/** "From January 2028, twenty years" leads on. */
const begins = /\b(?:from|starting|beginning|as of)\b/i

/** The times that follow from those of a sentence and from the lengths of time that it names. */
export const derivedIn = (sentence: string, named: ReadonlyArray<Period>, published: Date): ReadonlyArray<Period> => {
  const anchors = [
    ...named.slice(0, most / 4).map((period) => ({ ...period, isNamed: true })),
    { grain: "day" as const, days: [dayOf(published)] as ReadonlyArray<Days>, isNamed: false }
  ]
  // "The six months to June" are no length of time by which others are told.
  let rest = sentence.slice(0, longest)
  for (const { end, start } of named) rest = rest.slice(0, start) + ";".repeat(end - start) + rest.slice(end)
  return spansOf(rest)
    .slice(0, most / 4)
    .flatMap((span) =>
      anchors.flatMap(({ days, grain, isNamed }) =>
        ([1, -1] as const).map((by) => ({
          start: 0,
          end: 0,
          // "Four years ago" is not said of a day.
          grain: isNamed ? grain : coarser(grain, grainOf(span.unit)),
          // Twenty years from January end with December.
          days: days.map((each): Days => {
            const [from, to] = moved(each, span, by)
            return [by === 1 ? from - 1 : from, to]
          }),
          isDerived: true,
          isVague: !span.to.includes(by) && !(isNamed && by === 1 && span.to.length === 0 && begins.test(sentence))
        }))
      )
    )
}

/** By how many years a sentence says that a time lies from another that it names: -2 for "two years earlier". */
export const yearsBetween = (sentence: string): ReadonlyArray<number> =>
  spansOf(sentence.slice(0, longest))
    .slice(0, most / 4)
    .flatMap(({ many, to, unit }) =>
      unit === "year" || unit === "decade" ? to.map((by) => by * many * (unit === "decade" ? 10 : 1)) : []
    )

/** Whether two times can be the same, or one a part of the other. */
export const meet = (one: Pick<Period, "days">, other: Pick<Period, "days">): boolean =>
  one.days.some(([from, to]) => other.days.some(([start, end]) => from <= end && start <= to))

/** Whether two times can be the same and are as long as each other. */
export const isSame = (one: Period, other: Period): boolean => one.grain === other.grain && meet(one, other)

/** Whether a time is at most as long as another. */
export const isWithin = (one: Grain, other: Grain): boolean => grains.indexOf(one) <= grains.indexOf(other)

/** Whether so much time lies between two times, to half of its unit. */
export const isBetween = (many: number, unit: string, all: ReadonlyArray<Period>): boolean => {
  const length = many * (inDays[unit] ?? 30.44 * (inMonthsOf[unit] ?? 0))
  const far = (inDays[unit] ?? 30.44 * (inMonthsOf[unit] ?? 0)) / (many < 1 ? 8 : 2)
  if (length === 0) return false
  return all.some((one, index) =>
    all
      .slice(index + 1)
      .some((other) =>
        one.days.some(([from, to]) =>
          other.days.some(([start, end]) =>
            [start - from, end - to, start - to, end - from].some((days) => Math.abs(Math.abs(days) - length) <= far)
          )
        )
      )
  )
}

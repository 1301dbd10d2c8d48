import type { ReportSource } from "../../domain/Report.ts"
import { inEnglish } from "./InEnglish.ts"
import { kindOf, meanings, plainText, quantities, valueOf, withoutNumbers } from "./Numbers.ts"
import { weekdays as weekdayNames } from "./Periods.ts"
import { split } from "./Sentences.ts"
import { isCurrency } from "./Units.ts"
import { perSource } from "./PerSource.ts"

/*
 * Numbers that a source says without writing them: the year of a day, which its publication gives; the day of "on
 * Tuesday"; the currency of an amount where it uses only one; and figures of other languages.
 */

interface Day {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly date: Date
}

const dayOf = ({ published_at, published_at_estimated }: ReportSource): Day | null => {
  // The day of first sight dates nothing.
  if (published_at === null || published_at_estimated === true) return null
  const date = new Date(`${published_at.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? null : { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date }
}

const months = "January|February|March|April|May|June|July|August|September|October|November|December"
// Capitals tell March from a march.
const monthName = new RegExp(
  `\\b(${months.replace(/[a-z]+/g, (rest) => `${rest.slice(0, 2)}(?:${rest.slice(2)})?`)})\\b`,
  "g"
)
const endOf = new RegExp(`\\bend of ${monthName.source.slice(2)}`, "g")
const weekdays = weekdayNames.map((name) => name.toLowerCase())
const weekday = new RegExp(`\\b(${weekdays.join("|")})\\b`, "gi")
const ahead =
  /\b(?:next|coming|will|expects?|expected|plans?|planned|due|until|starts|begins|opens|reopens|ends|closes|launches|should|is to|are to|scheduled)\b/i
const back = /\b(?:last|previous|earlier|ago|before)\b/i
const past = /ed\b|\b(?:was|were|had|fell|rose|grew|sold|lost|made|won)\b/i

const two = (number: number): string => String(number).padStart(2, "0")

const dateAfter = ({ date }: Day, days: number): string =>
  `date:${new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)}`

/** The days that a sentence names by where they lie from the day of publication. */
const daysOf = (text: string, published: Day): ReadonlyArray<string> => {
  const named = Array.from(text.matchAll(weekday), ([name]) => {
    const since = (published.date.getUTCDay() - weekdays.indexOf(name.toLowerCase()) + 7) % 7
    return [dateAfter(published, -since), ...(ahead.test(text) ? [dateAfter(published, 7 - since)] : [])]
  })
  return [
    ...named.flat(),
    ...(/\byesterday\b/i.test(text) ? [dateAfter(published, -1)] : []),
    ...(/\b(?:today|tonight)\b/i.test(text) ? [dateAfter(published, 0)] : []),
    ...(/\btomorrow\b/i.test(text) ? [dateAfter(published, 1)] : [])
  ]
}

/** The month so many months from that of publication. */
const monthAfter = ({ month, year }: Day, many: number): string => {
  const all = year * 12 + month - 1 + many
  return `month:${Math.floor(all / 12)}-${two((all % 12) + 1)}`
}

/** The months and years that a sentence names by where they lie from those of publication. */
const spansOf = (text: string, published: Day): ReadonlyArray<string> => {
  const { year } = published
  const ago = [...text.matchAll(/\b(\d{1,2}) years ago\b/g)].map(([, many]) => `number:${year - Number(many)}`)
  return [
    ...ago,
    ...(/\b(?:last|previous) year\b|\ba year (?:ago|earlier|before)\b/i.test(text) ? [`number:${year - 1}`] : []),
    ...(/\b(?:year|annual)/i.test(text) ? ["months:12", "year:1"] : []),
    ...(/\bnext year\b/i.test(text) ? [`number:${year + 1}`] : []),
    ...(/\blast month\b/i.test(text) ? [monthAfter(published, -1)] : []),
    ...(/\bthis month\b/i.test(text) ? [monthAfter(published, 0)] : []),
    ...(/\bnext month\b/i.test(text) ? [monthAfter(published, 1)] : [])
  ]
}

/** The last day of a month, of which a source says only that it ends: `08-31`. */
const lastDay = (year: number, month: number): string =>
  `${two(month)}-${new Date(Date.UTC(year, month, 0)).getUTCDate()}`

const monthNumber = (name: string): number =>
  months.split("|").findIndex((other) => other.startsWith(name.slice(0, 3))) + 1

/** The quarters and halves that "the six months to June" is, of each of these years. */
const periodsOf = (text: string, years: ReadonlyArray<number>): ReadonlyArray<string> =>
  Array.from(
    text.matchAll(/\b(three|3|six|6) months to (?:the end of )?(March|June|September|December)\b/g),
    ([, length, name]) => {
      const last = monthNumber(name!)
      if (/three|3/.test(length!)) return years.map((year) => `quarter:${year}-${last / 3}`)
      return last % 6 === 0 ? years.map((year) => `half:${year}-${last / 6}`) : []
    }
  ).flat()

/** The years that a sentence names. */
const namedYears = (text: string): ReadonlyArray<number> =>
  Array.from(text.matchAll(/\b(?:19|20)\d{2}\b/g), ([year]) => Number(year))

/**
 * The years in which a day, a month or a quarter without a year can lie: that of publication; and the next or the last
 * if the sentence says so, or speaks of what will be or has been, while that of this year is on the other side.
 */
const yearsOf = (text: string, published: Day, from: number): ReadonlyArray<number> => {
  const { month, year } = published
  const isNext = ahead.test(text) && (from < month || /\b(?:next|coming)\b/i.test(text))
  const isLast = from > month && (back.test(text) || (past.test(text) && !ahead.test(text)))
  return [year, ...(isNext ? [year + 1] : []), ...(isLast ? [year - 1] : [])]
}

type Undated = readonly [kind: string, value: string, month: number]

/** The days, months, quarters and halves of a sentence that it gives without the year. */
const undated = (text: string): ReadonlyArray<Undated> => [
  ...quantities(text).flatMap(({ readings: [reading] }): ReadonlyArray<Undated> => {
    const [kind, value] = [kindOf(reading!), valueOf(reading!)]
    if (kind === "day") return [["date", value, Number(value.slice(0, 2))]]
    if (kind === "quarter" && value.length === 1) return [[kind, value, Number(value) * 3 - 2]]
    return kind === "half" && value.length === 1 ? [[kind, value, Number(value) * 6 - 5]] : []
  }),
  ...Array.from(withoutNumbers(text).matchAll(monthName), ([name]): Undated => {
    const month = monthNumber(name)
    return ["month", two(month), month]
  })
]

const datesOf = (text: string, published: Day): ReadonlyArray<string> => [
  ...daysOf(text, published),
  ...spansOf(text, published),
  ...periodsOf(text, [published.year, ...namedYears(text)]),
  ...Array.from(withoutNumbers(text).matchAll(endOf), ([, name]) => monthNumber(name!)).flatMap((month) =>
    yearsOf(text, published, month).map((year) => `date:${year}-${lastDay(year, month)}`)
  ),
  ...undated(text).flatMap(([kind, value, month]) =>
    yearsOf(text, published, month).map((year) => `${kind}:${year}-${value}`)
  )
]

// What follows an amount that counts nothing else: the next part of the sentence, and no noun.
const ends =
  /^(?:[.,;:)]|\s\d|\s(?:in|from|to|on|for|by|against|and|or|a|as|at|of them|once|last|this|compared|below|above|von|nach|gegenüber|im|auf|und|bei|contre|après|en|dans|sur|et|desde|frente|tras|y|em|após|da|dai|dal|nel|e|contro)\b|\s?$)/i

/** Millions without a currency, in the one that the source uses for all others. */
const amountsOf = (text: string, currency: string): ReadonlyArray<string> =>
  quantities(text).flatMap(({ end, readings: [reading] }) =>
    kindOf(reading!) === "number" && /illion$/i.test(text.slice(0, end)) && ends.test(text.slice(end, end + 20))
      ? [`${currency}:${valueOf(reading!)}`]
      : []
  )

/** What tells of a second one, in whatever words. */
const isSecond =
  /\bsecond(?!s)|\b2nd\b|\brunner[- ]up\b|\bfollowed by\b|\b(?:behind|trail(?:s|ed|ing)?)\b|\bzweit|第[二2]/i

const read = (source: ReportSource): ReadonlySet<string> => {
  const text = plainText(`${source.title}\n${source.quote}`)
  const translated = inEnglish(text)
  const sentences = (translated ?? text).split("\n").flatMap(split)
  const figures = translated === null ? [] : sentences.flatMap((sentence) => [...meanings(sentence)])
  const published = dayOf(source)
  const dates = published === null ? [] : sentences.flatMap((sentence) => datesOf(sentence, published))
  const written = sentences.flatMap(quantities).map(({ readings }) => kindOf(readings[0]!))
  const [currency, ...others] = new Set(written.filter(isCurrency))
  const amounts =
    currency === undefined || others.length > 0 ? [] : sentences.flatMap((sentence) => amountsOf(sentence, currency))
  return new Set([...figures, ...dates, ...amounts, ...(isSecond.test(translated ?? text) ? ["ordinal:2"] : [])])
}

/** The numbers that a source says without writing them, as {@link meanings} gives those that it writes. */
export const impliedBy = perSource(read)

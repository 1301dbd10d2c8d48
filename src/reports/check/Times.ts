import type { ReportSource } from "../../domain/Report.ts"
import { firstSentencesOf } from "./FirstSentences.ts"
import { readable } from "./InEnglish.ts"
import { impliedBy } from "./ImpliedNumbers.ts"
import { isCount, isYear, kindOf, quantities, type Quantity, valueOf } from "./Numbers.ts"
import { dayOf, derivedIn, isBetween, isSame, isWithin, meet, type Period, periodsIn, yearsBetween } from "./Periods.ts"
import { isSpan } from "./Units.ts"
import { perSource } from "./PerSource.ts"

/*
 * Whether evidence speaks of the times that a claim names. A time of the evidence may be told from another one: "a year
 * earlier", "after eleven years".
 */

const undated = new Date(0)

/** The day from which the times of a source are told; times of a source without a date have no year. */
export const publishedOn = ({ published_at, published_at_estimated }: ReportSource): Date => {
  // The day of first sight dates nothing.
  if (published_at_estimated === true) return undated
  const date = new Date(`${published_at?.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(date.getTime()) ? undated : date
}

/** A sentence of a source, the times that it names, and those that follow from them. */
interface Dated {
  readonly line: string
  readonly named: ReadonlyArray<Period>
  readonly derived: ReadonlyArray<Period>
}

/** The first sentences of a source with their times. */
export const datedIn = perSource((source): ReadonlyArray<Dated> => {
  const published = publishedOn(source)
  return firstSentencesOf(source).map((line) => {
    const named = periodsIn(line, published)
    return { line, named, derived: derivedIn(line, named, published) }
  })
})

/** All times of a source, that of its publication among them. */
const timesOf = perSource((source): ReadonlyArray<Period> => {
  const published = publishedOn(source)
  const made = datedIn(source).flatMap(({ derived, named }) => [...named, ...derived])
  return [...made, { start: 0, end: 0, grain: "day", days: [dayOf(published)], isDerived: false, isNamed: false }]
})

/** The years and the counts of a source that look alike: the year 2040, and 2,040 jobs. */
interface Years {
  readonly years: ReadonlySet<number>
  readonly counts: ReadonlySet<number>
}

/** The years of a source, and what looks like one and counts something. */
const dated = /^(?:date|month|quarter|half):(\d{4})-|^number:((?:19|20)\d\d)$/

const yearOf = (reading: string): ReadonlyArray<number> => {
  const [, year, alone] = dated.exec(reading) ?? []
  return year === undefined && alone === undefined ? [] : [Number(year ?? alone)]
}

const yearAt = (days: number): number => new Date(days * 86_400_000).getUTCFullYear()

/** The years in which a time lies that can lie in one place only. */
const yearsIn = ({ days: [first, ...others], grain, isDerived }: Period): ReadonlyArray<number> => {
  if (first === undefined || others.length > 0) return []
  // A year after 2026 begins on the last day of it.
  const from = yearAt(first[0] + (isDerived && grain === "year" && first[1] > first[0] ? 1 : 0))
  return Array.from({ length: Math.min(100, yearAt(first[1]) - from + 1) }, (_, at) => from + at)
}

export const yearsOf = perSource((source): Years => {
  const text = readable(`${source.title}\n${source.quote}`)
  const found = text
    .split("\n")
    .flatMap((line) => quantities(line).map((quantity) => ({ quantity, isCount: isCount(line, quantity) })))
  const counts = found.flatMap(({ isCount, quantity: { readings } }) =>
    isCount && isYear(readings[0]!) ? yearOf(readings[0]!) : []
  )
  const named = found.flatMap(({ isCount, quantity: { readings } }) =>
    isCount && isYear(readings[0]!) ? [] : readings.flatMap(yearOf)
  )
  const implied = [...impliedBy(source)].flatMap(yearOf).filter((year) => !counts.includes(year))
  // Without a day from which it is told, a time follows from nothing.
  const told =
    publishedOn(source) === undated
      ? []
      : timesOf(source).flatMap((time) => (time.isVague === true ? [] : yearsIn(time)))
  // "31 December, two years earlier": of which year that day is the publication tells.
  const from = datedIn(source)
    .filter(({ named }) => named.some(({ days }) => days.length > 1))
    .flatMap(({ line }) => yearsBetween(line).flatMap((by) => implied.map((year) => year + by)))
  return { years: new Set([...named, ...implied, ...told, ...from]), counts: new Set(counts) }
})

/** Whether a source has a year of a claim among its times, or a count that looks like one among its counts. */
export const hasYear = (text: string, quantity: Quantity, source: ReportSource): boolean => {
  const { counts, years } = yearsOf(source)
  const [year] = yearOf(quantity.readings[0]!)
  return (isCount(text, quantity) ? counts : years).has(year!)
}

/** What asks for the time between two others, beside a length of time. */
const between =
  /^\s(?:before|after|earlier|later|ago|longer|shorter|long|late|early|behind|ahead|between|apart|from)\b/i
const within =
  /\b(?:within|after|before|lasts?|lasted|took|takes)\s(?:(?:about|around|roughly|nearly|almost|some|over|just|under)\s)?$/i
const near = 40

/** The units of the lengths of time that a source names. */
const spansIn = (source: ReportSource): ReadonlySet<string> =>
  new Set(
    quantities(readable(`${source.title}\n${source.quote}`)).flatMap(({ readings: [reading] }) =>
      isSpan(kindOf(reading!)) ? [kindOf(reading!).replace("months", "month")] : []
    )
  )

/** Whether a source has this many of another unit of time: three months, and not three weeks. */
const isInOtherUnit = (span: string, source: ReportSource): boolean => {
  const [own] = quantities(span)
  return (
    own !== undefined &&
    Number(valueOf(own.readings[0]!)) > 1 &&
    quantities(readable(`${source.title}\n${source.quote}`)).some(
      ({ readings: [reading] }) =>
        isSpan(kindOf(reading!)) &&
        kindOf(reading!) !== kindOf(own.readings[0]!) &&
        valueOf(reading!) === valueOf(own.readings[0]!)
    )
  )
}

/** Whether a quantity of a claim is part of a time that its sources name otherwise, or that follows from theirs. */
const isNamedTime = (text: string, { end, start }: Quantity, sources: ReadonlyArray<ReportSource>): boolean =>
  sources.some(
    (source) =>
      // Without a day from which it is told, a time follows from nothing.
      publishedOn(source) !== undated &&
      periodsIn(text, publishedOn(source)).some(
        (period) =>
          period.start < end &&
          start < period.end &&
          timesOf(source).some((other) =>
            other.isDerived
              ? isWithin(other.grain, period.grain) && meet(period, other)
              : // From July to September is the third quarter; what one time names is compared as it stands.
                period.end - period.start > end - start && isSame(period, other)
          )
      )
  )

/** Whether a quantity of a claim is a time, or a length of time, that follows from those of its sources. */
export const isTold = (text: string, quantity: Quantity, sources: ReadonlyArray<ReportSource>): boolean => {
  const { end, readings, start } = quantity
  const [kind, value] = [kindOf(readings[0]!), Number(valueOf(readings[0]!))]
  if (isSpan(kind)) {
    const unit = kind.replace("months", "month")
    const isAsked =
      between.test(text.slice(end, end + near)) || within.test(text.slice(Math.max(0, start - near), start))
    // The three months to September are the third quarter.
    if (isNamedTime(text, quantity, sources)) return true
    return sources.some(
      (source) =>
        (isAsked || !spansIn(source).has(unit)) &&
        !isInOtherUnit(text.slice(start, end), source) &&
        isBetween(value, unit, timesOf(source))
    )
  }
  return isNamedTime(text, quantity, sources)
}

/** Months and days of the week, named alone. */
const alone = /^(?:[A-Z][a-z]+day|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*)\.?$/

const named = /quarter|half|^Q|^H\d/i

/** A period of which the day of publication tells which it is: sales in the quarter. */
const unnumbered = {
  quarter: /\b(?:(?:the|this|last|past|per|each) quarter|quarterly|three months|13 weeks)\b/i,
  half: /\b(?:(?:the|this|last|past|per|each) half|half[- ]year(?:ly)?|six months|26 weeks|interim)\b/i
}

/** Whether a source names such a time, or one within it; that it was published then says nothing of when it was. */
const isNamed = (period: Period, source: ReportSource): boolean =>
  unnumbered[period.grain as "quarter" | "half"].test(readable(`${source.title}\n${source.quote}`)) ||
  timesOf(source).some((other) => other.isNamed !== false && isWithin(other.grain, period.grain) && meet(period, other))

/** Whether a claim names a month, quarter, half-year or day of the week of which none of its sources speaks. */
export const isMistimed = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const plain = readable(text)
  const all = sources.map((source) => ({ source, named: periodsIn(plain, publishedOn(source)) }))
  const [first] = all
  return (
    first !== undefined &&
    first.named.some(
      ({ end, grain, start }, index) =>
        (alone.test(plain.slice(start, end)) &&
          !all.some(({ named, source }) =>
            timesOf(source).some((other) => isWithin(other.grain, "quarter") && meet(named[index]!, other))
          )) ||
        ((grain === "quarter" || grain === "half") &&
          named.test(plain.slice(start, end)) &&
          !all.some(({ named, source }) => isNamed(named[index]!, source)))
    )
  )
}

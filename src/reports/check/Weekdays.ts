import type { ReportSource } from "../../domain/Report.ts"
import { readable } from "./InEnglish.ts"
import { numbers, withoutNumbers } from "./Numbers.ts"
import { type Period, weekdays } from "./Periods.ts"
import { datedIn, publishedOn } from "./Times.ts"
import { contentStems } from "../../text/Words.ts"
import { perSource } from "./PerSource.ts"

/*
 * Whether a claim puts something on another day of the week than the evidence. What has no day of its own in the
 * evidence happened on the day of publication.
 */

const weekday = new RegExp(`\\b(?:${weekdays.join("|")})\\b`, "g")

/** A sentence of the evidence: its words, its figures, and the days of the week that it names; null for no day. */
interface Line {
  readonly stems: ReadonlySet<string>
  readonly figures: ReadonlySet<string>
  readonly weekdays: ReadonlySet<number> | null
}

/** The day of the week of a number of days since 1970, which began on a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** The days of the week of a time. If its year is open, it is the one nearest to the day of publication. */
const weekdaysNear =
  (published: number) =>
  ({ days }: Period): ReadonlyArray<number> => {
    const [from, to] = days.reduce((one, other) =>
      Math.abs(other[0] - published) < Math.abs(one[0] - published) ? other : one
    )
    return Array.from({ length: Math.min(7, to - from + 1) }, (_, at) => weekdayOf(from + at))
  }

const linesOf = perSource((source): ReadonlyArray<Line> => {
  const weekdaysOf = weekdaysNear(Math.floor(publishedOn(source).getTime() / 86_400_000))
  const isDay = ({ grain }: Period) => grain === "day"
  return datedIn(source).map(({ derived, line, named }) => ({
    stems: new Set(contentStems(withoutNumbers(line.replace(weekday, " ")))),
    figures: new Set(numbers(line)),
    weekdays: named.some(isDay) ? new Set([...named, ...derived].filter(isDay).flatMap(weekdaysOf)) : null
  }))
})

/** How much of a claim's words a sentence of the evidence must have before their days are compared. */
const enough = 0.5

/** Whether the evidence puts what a claim says on other days of the week. */
export const isOnOtherDay = (text: string, sources: ReadonlyArray<ReportSource>): boolean => {
  const plain = readable(text)
  const claimed = (plain.match(weekday) ?? []).map((name) => weekdays.indexOf(name))
  if (claimed.length === 0) return false
  const stems = contentStems(withoutNumbers(plain.replace(weekday, " ")))
  // If the claim names the publisher, its day may be the day of publication.
  if (sources.some(({ publisher }) => contentStems(publisher ?? "").some((word) => stems.includes(word)))) return false
  const figures = numbers(plain).filter((reading) => !reading.startsWith("date:") && !reading.startsWith("day:"))
  const lines = sources.flatMap(linesOf)
  const shared = (line: Line) => stems.filter((word) => line.stems.has(word)).length
  const withFigures = lines.filter((line) => figures.length > 0 && figures.every((each) => line.figures.has(each)))
  const alike = (withFigures.length > 0 ? withFigures : lines).filter(
    (line) => shared(line) > 0 && shared(line) >= enough * stems.length
  )
  const most = Math.max(0, ...alike.map(shared))
  // The days may be named in two sentences.
  const best =
    claimed.length > 1 ? lines.filter((line) => shared(line) > 0) : alike.filter((line) => shared(line) === most)
  return (
    best.length > 0 &&
    best.every(({ weekdays }) => weekdays !== null || claimed.length > 1) &&
    claimed.some((each) => !best.some(({ weekdays }) => weekdays?.has(each)))
  )
}

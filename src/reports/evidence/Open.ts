import type { ReportSource } from "../../domain/Report.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { readable } from "../check/InEnglish.ts"
import { periodsIn } from "../check/Periods.ts"
import { type Facet, facetsOf } from "./Facets.ts"
import { perPiece } from "./PerPiece.ts"
import type { Candidate } from "./Piece.ts"
import { paused } from "./Steps.ts"

/*
 * Whether a plan or forecast may still be open. "Plans a plant this year", published in 2017, is not an outlook.
 */

const millisPerDay = 86_400_000

/** How long a plan without a time counts as open. */
const openDays = 180

type Dated = Pick<ReportSource, "published_at" | "published_at_estimated">

/** Whether a sentence names a time that certainly ends after a day. */
const namesLater = (sentence: string, published: string, asOf: string): boolean => {
  const last = Date.parse(asOf) / millisPerDay
  return periodsIn(readable(sentence), new Date(published)).some(
    ({ days }) => days.length > 0 && days.every(([, to]) => to > last)
  )
}

/** What stands before a year that is a time, and not part of a name ("the 2027 model"). */
const beforeYear = /\b(?:in|by|from|until|till|before|after|through|of|to|for|and|or|late|early|mid|end|during)[ -]$/i
/** What stands before a time that lies after the publication, also without a year ("by April"). */
const beforeNext = /\b(?:by|until|till|from|before|by (?:the end of|early|mid|late)) $/i

const isoDay = (day: number): string => new Date(day * millisPerDay).toISOString().slice(0, 10)

/** The first and the last day of a time; null where it is open ("by April", "from 2028"). */
export interface TimeAhead {
  readonly from: string | null
  readonly to: string | null
}

const untilTime = /\b(?:by|until|till|by (?:the end of|early|mid|late)) $/i
const beforeTime = /\bbefore $/i
const fromTime = /\bfrom $/i

/** The days of a time, by what stands before it. */
const timeOf = (before: string, [from, to]: readonly [from: number, to: number]): TimeAhead => {
  if (beforeTime.test(before)) return { from: null, to: isoDay(from - 1) }
  if (untilTime.test(before)) return { from: null, to: isoDay(to) }
  return { from: isoDay(from), to: fromTime.test(before) ? null : isoDay(to) }
}

/** The times that a sentence names and that begin after its publication. */
const laterTimes = (sentence: string, published: string): ReadonlyArray<TimeAhead> => {
  const text = readable(sentence)
  const isPlan = facetsOf(sentence).has("outlook")
  return periodsIn(text, new Date(published)).flatMap(({ days, grain, isDerived, start }) => {
    const before = text.slice(0, start)
    if (isDerived || (grain === "year" && !beforeYear.test(before))) return []
    const isSure = days.length === 1 || (isPlan && beforeNext.test(before))
    const later = isSure ? days.filter(([from]) => isoDay(from) > published) : []
    return later
      .toSorted(([one], [other]) => one - other)
      .slice(0, 1)
      .map((time) => timeOf(before, time))
  })
}

/** The sentences of a piece of news that name times after its publication, word for word, with these times. */
export const sentencesAhead = perPiece(
  (piece: Candidate): ReadonlyArray<{ readonly text: string; readonly times: ReadonlyArray<TimeAhead> }> => {
    const published = dayOf(piece)
    if (published === null) return []
    return piece.sentences.flatMap(({ text, verbatim }) => {
      const times = verbatim ? laterTimes(text, published) : []
      return times.length === 0 ? [] : [{ text, times }]
    })
  }
)

/** Reads the times of pieces of news in steps. */
export function* readingTimes(pieces: ReadonlyArray<Candidate>): Generator<void, void> {
  yield* paused(
    pieces.filter(({ kind }) => kind === "signal"),
    (piece) => void sentencesAhead(piece)
  )
}

/** Whether what a sentence of a source expects may still be open. Without a date of the source it does not count. */
const isOpen = (sentence: string, source: Dated, asOf: string): boolean => {
  const published = dayOf(source)
  return published !== null && (daysBetween(published, asOf) <= openDays || namesLater(sentence, published, asOf))
}

/** The facets of a sentence of a source on a day: it is an outlook only if that is still open. */
export const standingFacetsOf = (sentence: string, source: Dated, asOf: string | undefined): ReadonlySet<Facet> => {
  const facets = facetsOf(sentence)
  return asOf === undefined || !facets.has("outlook") || isOpen(sentence, source, asOf)
    ? facets
    : new Set([...facets].filter((facet) => facet !== "outlook"))
}

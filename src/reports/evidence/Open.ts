import type { ReportSource } from "../../domain/Report.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { readable } from "../check/InEnglish.ts"
import { periodsIn } from "../check/Periods.ts"
import { type Facet, facetsOf } from "./Facets.ts"

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

/** The first and the last day of a time. */
export interface TimeAhead {
  readonly from: string
  readonly to: string
}

/** The times that a sentence of a source names and that begin after a day. */
export const timesAhead = (sentence: string, published: string, asOf: string): ReadonlyArray<TimeAhead> => {
  const text = readable(sentence)
  const isPlan = facetsOf(sentence).has("outlook")
  return periodsIn(text, new Date(published)).flatMap(({ days, grain, isDerived, start }) => {
    const before = text.slice(0, start)
    if (isDerived || (grain === "year" && !beforeYear.test(before))) return []
    const ahead = days
      .map(([from, to]) => ({ from: isoDay(from), to: isoDay(to) }))
      .filter(({ from }) => from > published)
    const next = days.length === 1 || (isPlan && beforeNext.test(before)) ? ahead : []
    return next
      .toSorted((one, other) => one.from.localeCompare(other.from))
      .slice(0, 1)
      .filter(({ from }) => from > asOf)
  })
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

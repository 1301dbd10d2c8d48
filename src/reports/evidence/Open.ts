import type { ReportSource } from "../../domain/Report.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { readable } from "../check/InEnglish.ts"
import { periodsIn } from "../check/Periods.ts"
import { type Facet, facetsOf } from "./Facets.ts"

/*
 * Whether a plan or forecast may still be open. "Plans a plant this year", published in 2017, is not an outlook.
 */

/** How long a plan without a time counts as open. */
const openDays = 180

type Dated = Pick<ReportSource, "published_at" | "published_at_estimated">

/** Whether a sentence names a time that certainly ends after a day. */
const namesLater = (sentence: string, published: string, asOf: string): boolean => {
  const last = Date.parse(asOf) / 86_400_000
  return periodsIn(readable(sentence), new Date(published)).some(
    ({ days }) => days.length > 0 && days.every(([, to]) => to > last)
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

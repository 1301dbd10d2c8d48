import type { ReportSource } from "../../domain/Report.ts"
import { dayOf, daysBetween } from "../check/Age.ts"
import { readable } from "../check/InEnglish.ts"
import { periodsIn } from "../check/Periods.ts"
import { type Facet, facetsOf } from "./Facets.ts"

/*
 * Whether what was planned or forecast may still be open. "Plans a plant this year" of 2017 is no outlook any more.
 */

/** For so long a plan counts as open that says nothing of when. */
const openDays = 180

type Dated = Pick<ReportSource, "published_at" | "published_at_estimated">

/** Whether a sentence names a time that ends after a day, wherever it may lie. */
const namesLater = (sentence: string, published: string, asOf: string): boolean => {
  const last = Date.parse(asOf) / 86_400_000
  return periodsIn(readable(sentence), new Date(published)).some(
    ({ days }) => days.length > 0 && days.every(([, to]) => to > last)
  )
}

/** Whether what a sentence of that source expects may still be open; of a source without a date nobody knows. */
const isOpen = (sentence: string, source: Dated, asOf: string): boolean => {
  const published = dayOf(source)
  return published !== null && (daysBetween(published, asOf) <= openDays || namesLater(sentence, published, asOf))
}

/** What one sentence of a source is about on that day: an outlook only if that is still open. */
export const standingFacetsOf = (sentence: string, source: Dated, asOf: string | undefined): ReadonlySet<Facet> => {
  const facets = facetsOf(sentence)
  return asOf === undefined || !facets.has("outlook") || isOpen(sentence, source, asOf)
    ? facets
    : new Set([...facets].filter((facet) => facet !== "outlook"))
}

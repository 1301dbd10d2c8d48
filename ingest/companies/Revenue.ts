import { Order } from "effect"
import { CalendarDate } from "../../src/domain/Timestamp.ts"

/*
 * Which number of all that a company has filed is its revenue: companies use several tags for it, some two at once, and
 * change them over the years.
 */

/** The tags of us-gaap that name revenue; of two that end on one day the first counts. */
export const revenueTags = [
  "Revenues",
  "RevenueFromContractWithCustomerExcludingAssessedTax",
  "RevenueFromContractWithCustomerIncludingAssessedTax",
  "SalesRevenueNet"
] as const

export type RevenueTag = (typeof revenueTags)[number]

/** A number over a time, as it was filed. */
export interface RevenueFact {
  readonly tag: RevenueTag
  readonly start: string
  readonly end: string
  readonly val: number
  /** When it was filed, where that is known: a later filing corrects an earlier one. */
  readonly filed: string
}

export interface Revenue {
  readonly revenue: number
  readonly revenue_period_end: CalendarDate
}

const day = 86_400_000

/**
 * Fiscal years that end on a weekday have 52 or 53 weeks. Shorter and longer periods are quarters and sums of years.
 */
const isYear = ({ end, start }: RevenueFact): boolean => {
  const days = (Date.parse(end) - Date.parse(start)) / day
  return days >= 350 && days <= 380
}

/** Positive when the one is to be preferred: the later year, then the better tag, then the later filing. */
const preference = (one: RevenueFact, other: RevenueFact): number =>
  Order.String(one.end, other.end) ||
  revenueTags.indexOf(other.tag) - revenueTags.indexOf(one.tag) ||
  Order.String(one.filed, other.filed)

/** The revenue of the latest year; null when there is none among the facts. */
export const latestRevenue = (facts: Iterable<RevenueFact>): Revenue | null => {
  let best: RevenueFact | null = null
  for (const fact of facts) if (isYear(fact) && (best === null || preference(fact, best) > 0)) best = fact
  return best === null ? null : { revenue: Math.round(best.val), revenue_period_end: CalendarDate.make(best.end) }
}

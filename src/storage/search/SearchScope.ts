import { filterTags, monthTags } from "./Tags.ts"
import type { SearchFilters } from "./SearchIndex.ts"

/** What narrows a list, and the times that it goes by. */
export interface SearchScope {
  readonly filters: SearchFilters
  /** Signals that came in later are passed over. */
  readonly newest: number
  readonly asOf: number
  /** Nothing is newer, in milliseconds: where nothing has come in for long, what is recent is what was so then. */
  readonly upTo: number
}

/** The tags of the last months that a list looks at; null for all of them. */
export const recentMonths = (
  { filters, upTo }: Pick<SearchScope, "filters" | "upTo">,
  months: number | undefined
): ReadonlyArray<string> | null => {
  const last = new Date(Math.min(upTo, filters.before?.getTime() ?? Infinity, filters.until?.getTime() ?? Infinity))
  const first = new Date(last)
  if (months !== undefined) first.setUTCMonth(first.getUTCMonth() - months + 1, 1)
  const since = filters.since
  if (months === undefined) return since === undefined ? null : monthTags(since, last, 24)
  return monthTags(since !== undefined && since > first ? since : first, last, 25)
}

/** The tags of the filters, those of dates where they are not too many. */
export const tagsOfFilters = (
  narrowed: Pick<SearchScope, "filters" | "upTo">
): ReadonlyArray<ReadonlyArray<string>> => {
  const months = narrowed.filters.since === undefined ? null : recentMonths(narrowed, undefined)
  return [...filterTags(narrowed.filters), ...(months === null ? [] : [months])]
}

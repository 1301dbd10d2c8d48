import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { FacetCount, SearchFacets } from "./SearchIndex.ts"

/** What is counted of a document. */
interface Counted {
  readonly source: string
  readonly language: string
  readonly published_at: Date
}

/** How often each value is there. */
const counts = (values: ReadonlyArray<string>): ReadonlyArray<FacetCount> => {
  const each = new Map<string, number>()
  for (const value of values) each.set(value, (each.get(value) ?? 0) + 1)
  return Array.from(each, ([value, count]) => ({ value, count }))
}

const most = (one: FacetCount, other: FacetCount): number =>
  other.count - one.count || (one.value < other.value ? -1 : 1)

const latest = (one: FacetCount, other: FacetCount): number => (one.value < other.value ? 1 : -1)

/** The facets of so many matches, of which these documents are left. */
export const facetsOf = (matches: number, documents: ReadonlyArray<Counted>): SearchFacets => ({
  counted: matches,
  source: counts(documents.map(({ source }) => source)).toSorted(most),
  language: counts(documents.map(({ language }) => language)).toSorted(most),
  day: counts(documents.map((document) => document.published_at.toISOString().slice(0, 10))).toSorted(latest)
})

/** They are few enough to be counted here, which costs less than to have the database do it. */
export const makeFacets = (sql: SqlClient.SqlClient) => (ids: ReadonlyArray<number>) =>
  Effect.map(
    sql<Counted>`select source, language, published_at from search_documents where signal_id = any(${ids.map(BigInt)}::bigint[])`,
    (documents) => facetsOf(ids.length, documents)
  )

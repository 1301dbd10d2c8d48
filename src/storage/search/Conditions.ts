import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { SearchFilters } from "./SearchIndex.ts"
import { bringerTag } from "./Tags.ts"

/**
 * The columns of `search_documents` that make a `Candidate`, with its terms or what stands for them. Microseconds are
 * a whole number, which takes a third of the time that the same milliseconds take as a decimal.
 */
export const candidateColumns = (sql: SqlClient.SqlClient, terms: Fragment = sql`terms`): Fragment =>
  sql`signal_id::float8 as id, (extract(epoch from listed_at) * 1000000)::int8 / 1000::float8 as at, language, ${terms} as terms`

/** What narrows a list, as conditions on the rows of `search_documents`. */
export const conditionsOf = (
  sql: SqlClient.SqlClient,
  { filters, newest }: { readonly filters: SearchFilters; readonly newest: number }
): Fragment => sql.and([sql`signal_id <= ${newest}::bigint`, ...filterConditions(sql, filters)])

/** The same of the filters alone. */
export const filterConditions = (sql: SqlClient.SqlClient, filters: SearchFilters): ReadonlyArray<Fragment> => {
  const { before, broughtBy, except, language, since, sources, until } = filters
  return [
    ...(since === undefined ? [] : [sql`published_at >= ${since}`]),
    ...(before === undefined ? [] : [sql`published_at < ${before}`]),
    ...(until === undefined ? [] : [sql`published_at <= ${until} and first_seen_at <= ${until}`]),
    ...(sources === undefined ? [] : [sql`source = any(${[...sources]}::text[])`]),
    ...(language === undefined ? [] : [sql`language = ${language}`]),
    ...(broughtBy === undefined
      ? []
      : [
          sql`exists (
            select from unnest(string_to_array(split_part(terms, ' | ', 1), ' ')) own(tag)
            where own.tag = any(${broughtBy.map(bringerTag)}::text[])
          )`
        ]),
    ...(except === undefined ? [] : [sql`signal_id <> ${except}::bigint`])
  ]
}

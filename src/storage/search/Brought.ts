import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import type { SearchFilters } from "./SearchIndex.ts"

/*
 * Documents by the sources that bring them, from the newest on, by the order in which `search_sources` is indexed: a
 * source that has brought little, or nothing for years, costs no more than another one.
 */

/** What is asked of them. */
interface Given {
  /** The names of the sources. */
  readonly sources: ReadonlyArray<string>
  readonly filters: Pick<SearchFilters, "before" | "since" | "until">
  /** Conditions on the columns of `search_documents`. */
  readonly conditions: ReadonlyArray<Fragment>
  /** Signals that came in later are passed over. */
  readonly newest?: number
}

/** What filters say of dates, of those by which documents are listed: an estimated one stands just before its day. */
export const listedConditions = (
  sql: SqlClient.SqlClient,
  { before, since, until }: Given["filters"]
): ReadonlyArray<Fragment> => [
  ...(since === undefined ? [] : [sql`listed_at >= ${since}::timestamptz - interval '25 hours'`]),
  ...(before === undefined ? [] : [sql`listed_at < ${before}`]),
  ...(until === undefined ? [] : [sql`listed_at <= ${until}`])
]

/** Those that stand behind a position. */
export const behind = (sql: SqlClient.SqlClient, last: DatePosition | undefined): ReadonlyArray<Fragment> =>
  last === undefined
    ? []
    : [sql`(listed_at, signal_id) < (to_timestamp(${last.at / 1_000}::float8), ${last.id}::bigint)`]

const meeting = (sql: SqlClient.SqlClient, { conditions, filters, newest }: Given): ReadonlyArray<Fragment> => [
  ...(newest === undefined ? [] : [sql`signal_id <= ${newest}::bigint`]),
  ...listedConditions(sql, filters),
  ...(conditions.length === 0
    ? []
    : [
        sql`exists (
          select from search_documents where search_documents.signal_id = search_sources.signal_id and ${sql.and(conditions)}
        )`
      ])
]

/** Of each source so many, the newest, each signal once. */
const ofEach = (
  sql: SqlClient.SqlClient,
  sources: ReadonlyArray<string>,
  conditions: ReadonlyArray<Fragment>,
  each: number
): Fragment => sql`
  select distinct newest.signal_id, newest.listed_at
  from unnest(${[...sources]}::text[]) bringer(name) cross join lateral (
    select signal_id, listed_at from search_sources
    where ${sql.and([sql`source_name = bringer.name`, ...conditions])}
    order by listed_at desc, signal_id desc limit ${each}
  ) newest
  order by newest.listed_at desc, newest.signal_id desc`

/**
 * `signal_id` and `listed_at` of the newest behind a position, each once, in their order. A few of each source tell how
 * far back all of them are at most, so that not each source is read as far as if it were the only one.
 */
export const newestBrought = (
  sql: SqlClient.SqlClient,
  given: Given,
  last: DatePosition | undefined,
  limit: number
): Fragment => {
  const { sources } = given
  const conditions = [...meeting(sql, given), ...behind(sql, last)]
  const few = ofEach(sql, sources, conditions, Math.ceil((2 * limit) / Math.max(1, sources.length)) + 1)
  const farthest = sql`listed_at >= coalesce((
    select min(listed_at) from (${few} limit ${limit}) few having count(*) = ${limit}
  ), '-infinity')`
  return sql`${ofEach(sql, sources, sources.length > 1 ? [...conditions, farthest] : conditions, limit)} limit ${limit}`
}

/** `signal_id` of at most so many of them, of each source that brings it once. */
export const someBrought = (sql: SqlClient.SqlClient, given: Given, limit: number): Fragment => sql`
  select signal_id from search_sources
  where ${sql.and([sql`source_name = any(${[...given.sources]}::text[])`, ...meeting(sql, given)])} limit ${limit}`

import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { SearchFacets } from "./SearchIndex.ts"

export const makeFacets = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
    const rows = yield* sql<{ kind: "source" | "language" | "day"; value: string; count: number }>`
      with counted as (select * from search_documents where signal_id = any(${[...ids]}::int[]))
      select 'source' as kind, source as value, count(*)::int as count from counted group by source
      union all select 'language', language, count(*)::int from counted group by language
      union all select 'day', to_char(published_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int from counted group by day`
    const of = (kind: "source" | "language" | "day") =>
      rows.filter((row) => row.kind === kind).map(({ count, value }) => ({ value, count }))
    const most = (one: { count: number; value: string }, other: { count: number; value: string }) =>
      other.count - one.count || (one.value < other.value ? -1 : 1)
    return {
      counted: ids.length,
      source: of("source").toSorted(most),
      language: of("language").toSorted(most),
      day: of("day").toSorted((one, other) => (one.value < other.value ? 1 : -1))
    } satisfies SearchFacets
  })

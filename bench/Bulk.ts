import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"

/**
 * Fills a table without its service. Indexes that are no constraints are built after the rows, which is much faster,
 * and the planner's statistics are brought up to date.
 */
export const bulk = Effect.fnUntraced(function* <E>(
  table: string,
  rows: Effect.Effect<unknown, E, SqlClient.SqlClient>
): Effect.fn.Return<void, E | SqlError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const indexes = yield* sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = indexrelid)`
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = 0`
      yield* sql`set local maintenance_work_mem = '512MB'`
      for (const { name } of indexes) yield* sql.unsafe(`drop index ${name}`)
      yield* rows
      for (const { definition } of indexes) yield* sql.unsafe(definition)
    })
  )
  yield* sql`set statement_timeout = 0`
  yield* sql.unsafe(`vacuum analyze ${table}`)
})

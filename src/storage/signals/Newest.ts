import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"

/**
 * Newest first; what is dated by its first sight stands behind what is dated on that day. The index `signals_newest`
 * has this order.
 */
export const newestFirst = (sql: SqlClient.SqlClient, id = sql`id`): Fragment =>
  sql`listed_at(published_at, published_at_estimated) desc, published_at_estimated, ${id} desc`

/** The same order from its end: what a publisher dated stands before what was first seen on that day. */
export const oldestFirst = (sql: SqlClient.SqlClient): Fragment =>
  sql`date_trunc('day', published_at, 'utc'), published_at_estimated, published_at, id`

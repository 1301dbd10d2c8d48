import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment, Statement } from "effect/sql/Statement"
import { rowsAs } from "./Rows.ts"

/*
 * Reads that an answer passes on as they are: Postgres writes the JSON, and nothing in between takes it apart.
 */

declare const value: unique symbol

/** A value as JSON in the form of the wire. */
export type Json<A> = string & { readonly [value]: A }

export const toJson = <A>(of: A): Json<A> => JSON.stringify(of) as Json<A>

const Row = Schema.Struct({ json: Schema.String })

type Rows = Effect.Effect<ReadonlyArray<object>, SqlError>

/**
 * A statement of one column `json`. Both ways to read it have one SQL: as it is, and as the value that it stands for.
 */
export const jsonOf = <A, I>(schema: Schema.Codec<A, I>) => {
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(schema))
  const json = (rows: Rows) => Effect.map(rowsAs(Row).one(rows), (row) => row.json as Json<A>)
  return { json, value: (rows: Rows) => Effect.flatMap(json(rows), decode) }
}

/** The rows of a query as one JSON array, in their order. */
export const arrayOf = (sql: SqlClient.SqlClient, rows: Fragment): Statement<object> =>
  sql`select coalesce(json_agg(r), '[]')::text as json from (${rows}) r`

/** Each row of a query as a JSON object. */
export const objectOf = (sql: SqlClient.SqlClient, rows: Fragment): Statement<object> =>
  sql`select row_to_json(r)::text as json from (${rows}) r`

import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment, Statement } from "effect/sql/Statement"

/*
 * Reads that an answer passes on as they are: Postgres writes the JSON, and nothing in between takes it apart.
 */

declare const value: unique symbol

/** A value as JSON in the form of the wire. */
export type Json<A> = string & { readonly [value]: A }

export const toJson = <A>(of: A): Json<A> => JSON.stringify(of) as Json<A>

/** A query of one column `json`. Both ways to read it have one SQL: as it is, and as the value that it stands for. */
export const readJson = <Request extends Schema.Codec<any, any>, A, I>(options: {
  readonly Request: Request
  readonly Value: Schema.Codec<A, I>
  readonly execute: (request: Request["Encoded"]) => Effect.Effect<ReadonlyArray<unknown>, SqlError>
}) => {
  const row = SqlSchema.findOne({
    Request: options.Request,
    Result: Schema.Struct({ json: Schema.String }),
    execute: options.execute
  })
  const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(options.Value))
  const json = (request: Request["Type"]) => Effect.map(row(request), (found) => found.json as Json<A>)
  return { json, value: (request: Request["Type"]) => Effect.flatMap(json(request), decode) }
}

/** The rows of a query as one JSON array, in their order. */
export const arrayOf = (sql: SqlClient.SqlClient, rows: Fragment): Statement<object> =>
  sql`select coalesce(json_agg(r), '[]')::text as json from (${rows}) r`

/** Each row of a query as a JSON object. */
export const objectOf = (sql: SqlClient.SqlClient, rows: Fragment): Statement<object> =>
  sql`select row_to_json(r)::text as json from (${rows}) r`

import { Cause, Effect, Schema } from "effect"
import { memoize } from "effect/Function"
import type { SqlError } from "effect/sql"

type Statement = Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

interface Decoders<A> {
  readonly all: (rows: unknown) => Effect.Effect<Array<A>, Schema.SchemaError>
  readonly one: (row: unknown) => Effect.Effect<A, Schema.SchemaError>
}

/** Made once for each schema, since that takes longer than most statements. */
const decoders = memoize((row: Schema.Codec<unknown, unknown>): Decoders<unknown> => ({
  all: Schema.decodeUnknownEffect(Schema.mutable(Schema.Array(row))),
  one: Schema.decodeUnknownEffect(row)
}))

/** A statement's rows as a schema reads them: all of them, the first or null, or one that must be there. */
export const rowsAs = <A, I>(row: Schema.Codec<A, I>) => {
  const { all, one } = decoders(row) as Decoders<A>
  const first = (statement: Statement) =>
    Effect.flatMap(statement, ([found]) => (found === undefined ? Effect.succeed(null) : one(found)))
  return {
    all: (statement: Statement) => Effect.flatMap(statement, all),
    first,
    one: (statement: Statement) =>
      Effect.filterOrFail(
        first(statement),
        (found) => found !== null,
        () => new Cause.NoSuchElementError()
      )
  }
}

import { type Cause, Effect, type Schema } from "effect"
import type { SqlError } from "effect/sql"

type StorageFailure = SqlError.SqlError | Schema.SchemaError | Cause.NoSuchElementError

/**
 * Turns what storage can fail with into a defect, since no caller can act on it, and leaves the domain's own errors as
 * they are: a statement that the database refuses, a row that its schema doesn't decode, a row that must be there and
 * isn't.
 */
export const orDefect = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, Exclude<E, StorageFailure>, R> =>
  Effect.catchTags(effect as Effect.Effect<A, StorageFailure, R>, {
    SqlError: Effect.die,
    SchemaError: Effect.die,
    NoSuchElementError: Effect.die
  }) as Effect.Effect<A, Exclude<E, StorageFailure>, R>

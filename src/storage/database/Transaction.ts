import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/** For a caller that writes through several services at once: all of it is stored, or nothing. */
export class Transaction extends Context.Service<
  Transaction,
  {
    /**
     * Runs the effect in one transaction. It is rolled back when the effect fails, dies or is interrupted; run inside
     * another one, only what this one did is undone.
     */
    readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("sonde/storage/Transaction") {
  static readonly layer = Layer.effect(
    Transaction,
    Effect.map(SqlClient.SqlClient, (sql) => ({ run: inTransaction(sql) }))
  )

  /** Nothing to undo with: the effect runs as it is. */
  static readonly layerMemory = Layer.succeed(Transaction, { run: (effect) => effect })
}

/** The same for a service of this room, which has the client at hand. */
export const inTransaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.catchIf(
      sql.withTransaction(effect),
      (error): error is SqlError.SqlError => error instanceof SqlError.SqlError,
      Effect.die
    ) as Effect.Effect<A, E, R>

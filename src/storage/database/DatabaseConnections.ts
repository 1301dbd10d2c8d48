import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { rowsAs } from "./Rows.ts"

/** Connections to the database, by what they are doing: `active`, `idle`, `idle in transaction`. */
export class DatabaseConnections extends Context.Service<
  DatabaseConnections,
  { readonly byState: Effect.Effect<ReadonlyArray<{ readonly state: string; readonly count: number }>> }
>()("sonde/storage/DatabaseConnections") {
  /** As the server counts them, for all processes of the service together. The embedded database has no connections. */
  static readonly layer = Layer.effect(
    DatabaseConnections,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const StateCount = Schema.Struct({ state: Schema.String, count: Schema.Int })
      const byState = () =>
        rowsAs(StateCount).all(sql`
          select coalesce(state, 'unknown') as state, count(*)::int as count from pg_stat_activity
          where datname = current_database() and application_name = 'sonde' group by 1 order by 1`)
      return { byState: Effect.orDie(Effect.suspend(byState)) }
    })
  )

  static readonly layerMemory = Layer.succeed(DatabaseConnections, { byState: Effect.succeed([]) })
}

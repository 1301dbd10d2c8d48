import { Context, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { ping } from "./Database.ts"

/** Whether the database can be reached; a service whose layers are built has migrated it. */
export class Readiness extends Context.Service<Readiness, { readonly check: Effect.Effect<boolean> }>()(
  "sonde/storage/Readiness"
) {
  static readonly layer = Layer.effect(
    Readiness,
    Effect.map(Effect.context<SqlClient.SqlClient>(), (context) => ({ check: Effect.provideContext(ping, context) }))
  )

  static readonly layerMemory = Layer.succeed(Readiness, { check: Effect.succeed(true) })
}

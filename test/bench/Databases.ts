import { Effect, Redacted } from "effect"
import { inject } from "vitest"
import { directory, NewDatabases } from "../../bench/Postgres.ts"
import * as Embedded from "../../src/storage/embedded/Embedded.ts"
import { newMigratedPostgres, placeDatabase } from "../support/Databases.ts"

/** Has a bench put its rows in copies of the run's own databases: it takes seconds to make each of them. */
export const onCopies = <A, E, R>(bench: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() =>
    Effect.provideService(bench, NewDatabases, {
      postgres: Effect.map(newMigratedPostgres, Redacted.value),
      dataDirectory: Effect.map(directory, placeDatabase),
      memory: { dataDir: Embedded.memory, dump: inject("embedded").migrated }
    })
  )

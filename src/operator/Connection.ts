import { Console, Effect, Layer, Option, Schedule } from "effect"
import { existsSync } from "node:fs"
import { Settings } from "../config/Settings.ts"
import { databaseIn, type DataDirectoryInUse } from "../storage/embedded/DataDirectory.ts"
import type { Operator } from "./Operator.ts"
import * as RemoteOperator from "./RemoteOperator.ts"

/** A starting service holds the data directory for some seconds before it listens; other commands are faster. */
const retrySchedule = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))

const isInUse = (error: unknown): error is DataDirectoryInUse =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "DataDirectoryInUse"

/**
 * How a command reaches the data: through the service that runs on the embedded database, since only one process can
 * have that open; in this process when no service runs, or when the database is a real Postgres, which serves many.
 */
export const layer = <E>(local: Layer.Layer<Operator, E, Settings>): Layer.Layer<Operator, E, Settings> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const settings = yield* Settings
      if (Option.isSome(settings.DATABASE_URL)) return yield* Layer.build(local)
      const service = yield* RemoteOperator.dial(settings.DATA_DIR)
      if (Option.isSome(service)) return yield* Layer.build(RemoteOperator.layer(service.value))
      const database = databaseIn(settings.DATA_DIR)
      const isNew = !existsSync(database)
      const operator = yield* Layer.build(Layer.fresh(local))
      // A mistyped DATA_DIR would otherwise look like lost data.
      if (isNew) yield* Console.error(`There was no database in ${database} yet: a new one was made.`)
      return operator
    }).pipe(Effect.retry({ while: isInUse, schedule: retrySchedule }))
  )

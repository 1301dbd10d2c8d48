import { Console, Context, Effect, Layer, Option, Schedule } from "effect"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { Settings, settings as known } from "../config/Settings.ts"
import { databaseIn, type DataDirectoryInUse } from "../storage/embedded/DataDirectory.ts"
import { OtherList } from "./ListInUse.ts"
import { Operator } from "./Operator.ts"
import * as RemoteOperator from "./RemoteOperator.ts"

/** A starting service holds the data directory for some seconds before it listens; other commands are faster. */
const retrySchedule = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))

const isInUse = (error: unknown): error is DataDirectoryInUse =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "DataDirectoryInUse"

/** A running service has read its list at its start, and does not know the settings of its callers. */
const otherList = (operator: Operator["Service"], own: string): Effect.Effect<string | null> =>
  operator.listInUse().pipe(
    Effect.map((used) =>
      used === null || used === resolve(own)
        ? null
        : `The running service has read its sources from ${used}; this command's SOURCES_FILE, ${resolve(own)}, is not looked at.`
    ),
    Effect.orElseSucceed(() => null)
  )

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
      if (Option.isSome(service)) {
        const remote = yield* Layer.build(RemoteOperator.layer(service.value))
        // Without a list in the caller's settings, the service's list is meant.
        if (settings.SOURCES_FILE === known.SOURCES_FILE.default) return remote
        return Context.add(remote, OtherList, otherList(Context.get(remote, Operator), settings.SOURCES_FILE))
      }
      const database = databaseIn(settings.DATA_DIR)
      const isNew = !existsSync(database)
      const operator = yield* Layer.build(Layer.fresh(local))
      // A mistyped DATA_DIR would otherwise look like lost data.
      if (isNew) yield* Console.error(`There was no database in ${database} yet: a new one was made.`)
      return operator
    }).pipe(Effect.retry({ while: isInUse, schedule: retrySchedule }))
  )

import { Context, Effect, Layer, Option, Schedule, Schema } from "effect"
import { Settings } from "../config/Settings.ts"
import { databaseIn, type DataDirectoryInUse, isInUse } from "../storage/embedded/DataDirectory.ts"
import type { Operator } from "./Operator.ts"
import * as RemoteOperator from "./RemoteOperator.ts"

/** A starting service holds the data directory for some seconds before it listens; other commands are faster. */
const retrySchedule = Schedule.spaced("200 millis").pipe(Schedule.upTo({ duration: "30 seconds" }))

const isHeld = (error: unknown): error is DataDirectoryInUse =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "DataDirectoryInUse"

/** Whether a command makes the embedded database where there is none. */
export const MakesDatabase = Context.Reference<boolean>("sonde/operator/MakesDatabase", { defaultValue: () => false })

/** A mistyped DATA_DIR, which would otherwise look like lost data. */
export class NoDatabase extends Schema.TaggedError<NoDatabase>()("NoDatabase", { directory: Schema.String }) {
  override get message(): string {
    return `There is no database in ${this.directory}: is DATA_DIR right? \`sonde start\` makes one, and \`sonde restore\` makes one from a backup`
  }
}

/**
 * How a command reaches the data: through the service that runs on the embedded database, since only one process can
 * have that open; in this process when no service runs, or when the database is a real Postgres, which serves many.
 */
export const layer = <E>(local: Layer.Layer<Operator, E, Settings>): Layer.Layer<Operator, E | NoDatabase, Settings> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const settings = yield* Settings
      if (Option.isSome(settings.DATABASE_URL)) return yield* Layer.build(local)
      const service = yield* RemoteOperator.dial(settings.DATA_DIR)
      if (Option.isSome(service)) return yield* Layer.build(RemoteOperator.layer(service.value))
      if (!isInUse(settings.DATA_DIR) && !(yield* MakesDatabase))
        return yield* new NoDatabase({ directory: databaseIn(settings.DATA_DIR) })
      return yield* Layer.build(Layer.fresh(local))
    }).pipe(Effect.retry({ while: isHeld, schedule: retrySchedule }))
  )

import { Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../config/Settings.ts"
import { checkDatabase } from "./checks/database.ts"
import { checkDisk } from "./checks/disk.ts"
import { checkSearch } from "./checks/search.ts"
import { checkSettings } from "./checks/settings.ts"
import { checkSources } from "./checks/sources.ts"
import { checkStandbys } from "./checks/standbys.ts"
import { checkTelemetry } from "./checks/telemetry.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import type { WideIds } from "../storage/WideIds.ts"
import type { Standbys } from "../storage/database/Standbys.ts"
import { IngestControl } from "../ports/IngestControl.ts"
import type { CheckEvent, Finding } from "./Protocol.ts"

type Needed = Settings | SqlClient.SqlClient | SearchIndex | Standbys | WideIds

const checks: ReadonlyArray<Effect.Effect<ReadonlyArray<Finding>, never, Needed>> = [
  checkSettings,
  checkDatabase,
  checkStandbys,
  checkDisk,
  checkSearch,
  checkTelemetry
]

/** Says what is wrong with this installation, and what to do about it. */
export class Doctor extends Context.Service<
  Doctor,
  {
    /**
     * Settings, database, standbys, disk, search index and collector first, then each source, then the clock, which the
     * sources' servers help to judge.
     */
    readonly examine: Stream.Stream<CheckEvent>
  }
>()("sonde/operator/Doctor") {
  static readonly layer = Layer.effect(
    Doctor,
    Effect.gen(function* () {
      const context = yield* Effect.context<Needed | IngestControl>()
      const examine = Stream.fromIterable(checks).pipe(
        Stream.flatMap((check) => Stream.unwrap(Effect.map(check, Stream.fromIterable))),
        Stream.map((finding): CheckEvent => ({ event: "found", finding })),
        Stream.concat(checkSources),
        Stream.provideContext(context)
      )
      return { examine }
    })
  )
}

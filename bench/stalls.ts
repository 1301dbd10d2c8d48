import { Effect } from "effect"
import * as FileSystem from "node:fs"
import { join } from "node:path"
import { embedded } from "./load/Databases.ts"
import { directory } from "./Postgres.ts"
import { runExaminations } from "./load/Promises.ts"
import { fullDisk, mountSmallDisk, searches, smallDisk } from "./load/Stalls.ts"

/*
 * npm run stalls -- [--write] [searches] [disk]: what must not stop the process that runs on the embedded database:
 * expensive searches over SIGNALS (200,000), and a disk that gets full. The disk is a small one in memory, which only
 * root may mount.
 */

const signals = Number(process.env["SIGNALS"] ?? 200_000)

runExaminations("stalls", `PGlite; ${signals} signals, and a disk of ${smallDisk / 1_024 / 1_024} MB`, {
  searches: Effect.gen(function* () {
    const served = yield* embedded(yield* directory, signals)
    return yield* Effect.promise(() => searches(served, { seconds: 30, count: 120 }))
  }),
  disk: Effect.gen(function* () {
    const disk = yield* directory
    yield* Effect.acquireRelease(
      Effect.sync(() => mountSmallDisk(disk)),
      (unmount) => Effect.sync(unmount)
    )
    const DATA_DIR = join(disk, "data")
    FileSystem.mkdirSync(DATA_DIR)
    const served = yield* embedded(DATA_DIR, 1_000)
    return yield* Effect.promise(() => fullDisk({ ...served, disk, output: served.service.output }))
  })
})

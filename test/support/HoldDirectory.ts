import { Effect } from "effect"
import * as DataDirectory from "../../src/storage/embedded/DataDirectory.ts"

/** A child process that holds the data directory given as its argument until it is killed. */
const [directory = ""] = process.argv.slice(2)

// A process that only waits would end by itself.
setInterval(() => {}, 60_000)

await Effect.runPromise(
  DataDirectory.hold(directory).pipe(
    Effect.tap(() => Effect.sync(() => process.stdout.write("held\n"))),
    Effect.andThen(Effect.never),
    Effect.scoped,
    Effect.catchTag("DataDirectoryInUse", (error) => Effect.sync(() => process.stdout.write(`${error.message}\n`)))
  )
)

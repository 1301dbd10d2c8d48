import { Effect } from "effect"
import { overload, times } from "./load/Overload.ts"
import { runPromises } from "./load/Promises.ts"

/*
 * npm run overload -- [--write] [Postgres] [PGlite]: offers ten times what the service can do, and slow clients beside
 * it. SECONDS is how long (60).
 */

const seconds = Number(process.env["SECONDS"] ?? 60)

runPromises("overload", `${seconds} s of ${times} times what it can do, on searches, own lists and reports`, (served) =>
  Effect.promise(() => overload(served, { seconds }))
)

import { Effect } from "effect"
import { digits } from "./Figures.ts"
import { runPromises } from "./load/Promises.ts"
import { soak, warmUpOf } from "./load/Soak.ts"

/*
 * npm run soak -- [--write] [Postgres] [PGlite]: an ordinary day's mix at half of what the service can do, for MINUTES
 * (60) on each database, while slow readers come and go.
 */

const minutes = Number(process.env["MINUTES"] ?? 60)
const seconds = Math.round(minutes * 60)

runPromises(
  "soak",
  `${minutes} minutes on each database, of these ${digits(warmUpOf(seconds) / 60)} to warm up`,
  (served) => Effect.promise(() => soak(served, { seconds }))
)

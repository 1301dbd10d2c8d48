import { Clock, Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../../config/Settings.ts"
import { WideIds } from "../../storage/WideIds.ts"
import type { Finding } from "../Protocol.ts"

/** The oldest Postgres that the project is tested on, in `server_version_num`'s form. */
const oldest = 150_000

/** A query that asks nothing takes a millisecond in one machine and some in one network. */
const slowMillis = 200

/** Clocks of replicas and their database decide together when a source is due. */
const clockMillis = 30_000

/** Ids of 32 bits end at 2.1 · 10^9: from half of that on there is time to make them wider, near the end hardly any. */
const scarce = { warned: 1_000_000_000, failed: 2_000_000_000 }

/** Whether the database answers, is one that we know, and agrees about the time. */
export const checkDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const settings = yield* Settings
  const kind = Option.isNone(settings.DATABASE_URL) ? "embedded" : "Postgres"
  yield* sql`select 1`
  const before = yield* Clock.currentTimeMillis
  const [row] = yield* sql<{ version: number; label: string; now: Date; size: string }>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as label,
           clock_timestamp() as now, pg_size_pretty(pg_database_size(current_database())) as size`
  const after = yield* Clock.currentTimeMillis
  const ids = yield* (yield* WideIds).state
  const { label, now, size, version } = row!
  const took = after - before
  const finding = (state: Finding["state"], message: string, advice: string | null): Finding => ({
    area: "database",
    name: kind,
    state,
    message,
    advice
  })
  const apart = Math.round((now.getTime() - (before + after) / 2) / 1000)
  return [
    version < oldest
      ? finding("failed", `Postgres ${label} is too old`, "Move to Postgres 15 or later")
      : took > slowMillis
        ? finding(
            "warning",
            `Postgres ${label} took ${took} ms for an answer`,
            "Bring it nearer, or give it less else to do"
          )
        : finding("ok", `Postgres ${label}, ${size}, answered in ${took} ms`, null),
    ...(Math.abs(apart) * 1000 > clockMillis
      ? [
          {
            ...finding(
              "failed",
              `the database's clock is ${Math.abs(apart)} seconds ${apart > 0 ? "ahead of" : "behind"} this machine's`,
              "Keep both clocks right, with NTP for example"
            ),
            area: "clock" as const
          }
        ]
      : []),
    ...(ids.narrow.length > 0 && ids.used >= scarce.warned
      ? [
          finding(
            ids.used >= scarce.failed ? "failed" : "warning",
            `${ids.used.toLocaleString("en")} of ${ids.limit.toLocaleString("en")} ids of signals are used`,
            "Run `sonde ids widen` while the service works: docs/operating.md, Ids of signals"
          )
        ]
      : [])
  ]
}).pipe(
  Effect.catchCause(() =>
    Effect.succeed<ReadonlyArray<Finding>>([
      {
        area: "database",
        name: "database",
        state: "failed",
        message: "does not answer",
        advice: "Look whether it runs and whether DATABASE_URL leads to it"
      }
    ])
  )
)

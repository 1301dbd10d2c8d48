import { PgClient, PgConnection } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { reasonOf, stateOf } from "./Unavailable.ts"

/*
 * What stands between the service and its Postgres. Changes are heard by LISTEN, statements are prepared, and sessions
 * have settings: none of this survives a pooler that gives a session any connection for each transaction.
 */

const direct = "Lead DATABASE_URL to Postgres itself: each process keeps a pool of its own, of DATABASE_MAX_CONNECTIONS"

/** Whether a pooler has refused settings of a session (a protocol violation, SQLSTATE 08P01). */
export const isPooler = (error: SqlError): boolean =>
  stateOf(error) === "08P01" && reasonOf(error).includes("startup parameter")

/** Why the database cannot be used, and what to do where a pooler is the reason. */
export const wordsFor = (error: SqlError): string =>
  isPooler(error)
    ? `a pooler in front of it refuses settings of a session (${reasonOf(error)}). ${direct}`
    : reasonOf(error)

const settingsOf = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `alter role … set ${name} = '${value}'`)
    .join("; ")

/** Why sessions with the server cannot be used as such; null when they can. */
export const sessionFault = Effect.gen(function* () {
  const { config } = yield* PgClient.PgClient
  const parameters = config.startupParameters ?? {}
  const one = yield* PgConnection.make(config)
  const look = (session: PgConnection.PgConnection) =>
    Effect.map(
      session.query(
        "select pg_backend_pid() as pid, current_setting('default_text_search_config') as config",
        [],
        false
      ),
      ({ rows }) => rows[0] as { readonly pid: number; readonly config: string }
    )
  const first = yield* look(one)
  // Nobody is between them when Postgres itself has said which process serves the session.
  if (first.pid === one.processId) return null
  // A transaction of another session takes the connection that the first one had, if it is free for that.
  const other = yield* PgConnection.make(config)
  const second = yield* look(one)
  yield* other.query("begin", [], false)
  const taken = yield* look(other)
  const third = yield* look(one)
  yield* other.query("rollback", [], false)
  if (second.pid !== first.pid || third.pid !== first.pid || taken.pid === first.pid)
    return `a pooler in front of it shares connections between sessions (PgBouncer's pool_mode = transaction or statement). ${direct}, or set pool_mode = session`
  return first.config === parameters["default_text_search_config"]
    ? null
    : `a pooler in front of it drops settings of a session (PgBouncer's ignore_startup_parameters). ${direct}, or give the role these settings: ${settingsOf(parameters)}`
}).pipe(Effect.scoped)

import type { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { isPooler, sessionFault, wordsFor } from "./Pooler.ts"
import { isUnavailable } from "./Unavailable.ts"

/**
 * The Postgres of DATABASE_URL cannot be used. `server` is its host and port: the rest of the URL is nobody's business.
 */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  server: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `The database of DATABASE_URL (${this.server}) cannot be used: ${this.reason}`
  }
}

/** Host and port of a Postgres URL, whose parameters come before what stands in its authority. */
export const serverOf = (url: Redacted.Redacted): string => {
  const { hostname, port, searchParams } = new URL(Redacted.value(url))
  const host = (searchParams.get("host") ?? hostname) || "localhost"
  return `${host}:${(searchParams.get("port") ?? port) || "5432"}`
}

const ask = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)

/** Fails when the server of that URL cannot be used. */
const usable = (url: Redacted.Redacted) =>
  Effect.flatMap(sessionFault, (reason) =>
    reason === null ? Effect.void : Effect.fail(new DatabaseUnusable({ server: serverOf(url), reason }))
  )

/** Fails when the server of that URL does not answer now, or does not keep sessions. */
export const answers = (
  url: Redacted.Redacted
): Effect.Effect<void, DatabaseUnusable, PgClient.PgClient | SqlClient.SqlClient> =>
  Effect.andThen(ask, usable(url)).pipe(
    Effect.catchTag("SqlError", (error) => new DatabaseUnusable({ server: serverOf(url), reason: wordsFor(error) }))
  )

/** A database that starts together with the service, and recovers from a crash maybe, is up within this. */
const longestWait = Duration.seconds(30)

/** Who waits longer than this wants to know what for. */
const silence = Duration.seconds(2)

/**
 * Waits until the server of that URL answers, and says so when it takes a while. What waiting does not mend, a wrong
 * password for one, is told at once.
 */
export const awaited = (
  url: Redacted.Redacted
): Effect.Effect<void, DatabaseUnusable, PgClient.PgClient | SqlClient.SqlClient> =>
  Effect.suspend(() => {
    const server = serverOf(url)
    let reason = "it does not answer"
    const unusable = () => new DatabaseUnusable({ server, reason })
    const answer = ask.pipe(
      Effect.tapError((error) => Effect.sync(() => (reason = wordsFor(error)))),
      Effect.retry({
        while: (error) => isUnavailable(error) && !isPooler(error),
        schedule: Schedule.spaced("1 second")
      }),
      Effect.andThen(usable(url)),
      Effect.catchTag("SqlError", unusable)
    )
    const notice = Effect.suspend(() =>
      Effect.logWarning(
        `The database of DATABASE_URL (${server}) cannot be reached yet: ${reason}. Waiting for it, ${Duration.format(longestWait)} at most`
      )
    ).pipe(Effect.delay(silence), Effect.andThen(Effect.never))
    return Effect.raceFirst(answer, notice).pipe(
      Effect.timeoutOrElse({ duration: longestWait, orElse: () => Effect.fail(unusable()) }),
      Effect.asVoid
    )
  })

import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { DataDirectoryFailure } from "../embedded/DataDirectory.ts"
import * as Embedded from "../embedded/Embedded.ts"
import { connectWatched } from "./WatchedSocket.ts"

interface Options {
  /** A `postgres://` URL; without one the database is embedded. */
  readonly databaseUrl: Option.Option<Redacted.Redacted>
  /** Where the embedded database lives (`<dataDir>/pg`), or `memory://`. Unused with a URL. */
  readonly dataDir: string
  /**
   * Connections of the pool. Each statement, open transaction and LISTEN has one for itself while it lasts: on a
   * connection that statements share, a slow one would hold up all behind it, and could not be cancelled when nobody
   * waits for it any more.
   */
  readonly maxConnections: number
  /**
   * How long the server may be silent about a statement before its connection counts as lost; 35 seconds unless told.
   */
  readonly answerTimeout?: Duration.Duration
  /** Whether an embedded database is to be able to store vectors; a server has the extensions that it has. */
  readonly vectors?: boolean
}

/** A transaction that asks nothing for this long is ended by the server: it would hold its locks forever. */
const idleInTransaction = Duration.seconds(60)

/** A connection that has nothing to say is asked this often whether it is still there. */
const keepAlive = Duration.seconds(30)

/** No request waits longer than this for an answer, so no statement may run longer. */
const statementTimeout = Duration.seconds(30)

/** The bounds of a session, which the embedded database keeps as a server does. */
const startupParameters = {
  TimeZone: "UTC",
  default_text_search_config: "pg_catalog.simple",
  statement_timeout: String(Duration.toMillis(statementTimeout)),
  idle_in_transaction_session_timeout: String(Duration.toMillis(idleInTransaction))
}

/** By then the server has answered every statement, or ended it by its timeout. */
const defaultAnswerTimeout = Duration.sum(statementTimeout, Duration.seconds(5))

/** Indexes of large tables take minutes, and the server says nothing meanwhile. */
const longestStatement = Duration.days(1)

/**
 * Runs statements about which the server may be silent for as long as they take, on a connection of their own. The
 * embedded database has no connection that could be lost, so there they run as all others do.
 */
export const Unhurried = Context.Reference<
  (
    statements: (sql: SqlClient.SqlClient) => Effect.Effect<void, SqlError>
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
>("sonde/storage/Unhurried", {
  defaultValue: () => (statements) => Effect.flatMap(SqlClient.SqlClient, statements)
})

/** The address of a URL that names a host; a Unix socket has none, and needs no watching. */
const addressOf = (url: URL): { readonly host: string; readonly port: number } | null =>
  url.hostname === "" || url.searchParams.has("host")
    ? null
    : { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 5432) }

/** How a connection is made: watched, when it goes over a network. */
const streamTo = (databaseUrl: Redacted.Redacted, answerTimeout: Duration.Duration) => {
  const url = URL.parse(Redacted.value(databaseUrl))
  const address = url === null ? null : addressOf(url)
  return address === null
    ? {}
    : {
        stream: () =>
          connectWatched(
            { ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: Duration.toMillis(keepAlive) },
            answerTimeout
          )
      }
}

/**
 * The SQL client: a pool on a real Postgres when there is a URL, and else Postgres in this process. One dialect, one
 * client: `int8` arrives as bigint, `timestamptz` as Date, and every session thinks in UTC.
 *
 * Nothing is connected until the first query, and lost connections are replaced by the next one, so a Postgres that
 * restarts is a failure of the queries it interrupts and of no others.
 */
export const layer = (
  options: Options
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DataDirectoryFailure | SqlError> =>
  Option.match(options.databaseUrl, {
    onNone: () => layerEmbedded(options),
    onSome: (url) => {
      const server = (maxConnections: number, answerTimeout: Duration.Duration) =>
        layerOf(
          PgClient.make({
            url,
            applicationName: "sonde",
            maxConnections,
            connectTimeout: "5 seconds",
            ...streamTo(url, answerTimeout),
            startupParameters
          })
        )
      return Layer.merge(
        server(options.maxConnections, options.answerTimeout ?? defaultAnswerTimeout),
        Layer.succeed(Unhurried, (statements) =>
          Effect.provide(Effect.flatMap(SqlClient.SqlClient, statements), Layer.fresh(server(1, longestStatement)))
        )
      )
    }
  })

/** The embedded database alone; `dump` is what one in memory begins as. */
export const layerEmbedded = (
  options: Omit<Embedded.Options, "startupParameters">
): Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, DataDirectoryFailure | SqlError> =>
  Layer.unwrap(
    onMachineTime(Embedded.make({ ...options, startupParameters })).pipe(
      Effect.map(({ isAtWork, sql }) => Layer.merge(layerOf(Effect.succeed(sql)), Layer.succeed(IsAtWork, isAtWork)))
    )
  ).pipe(Layer.provide(Reactivity.layer))

/**
 * The pool's housekeeping keeps the machine's time, whatever clock the program runs on: a test that sets its clock
 * years ahead would else wait for every minute of them to be swept.
 */
const onMachineTime = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

const layerOf = <E>(client: Effect.Effect<PgClient.PgClient, E, Scope.Scope | Reactivity.Reactivity>) =>
  PgClient.layerFrom(Effect.map(onMachineTime(client), notifyInTransaction))

/**
 * The client's own `notify` takes another connection than the transaction it is called in: it would be heard although
 * the transaction rolls back, and on the embedded database it would wait for the very transaction that waits for it.
 */
const notifyInTransaction = (sql: PgClient.PgClient): PgClient.PgClient =>
  Object.assign(sql, {
    notify: (channel: string, payload: string) => Effect.asVoid(sql`SELECT pg_notify(${channel}, ${payload})`)
  })

/** Whether the embedded database is silent only because it is busy with what others have asked, and not for long. */
class IsAtWork extends Context.Reference<() => boolean>("sonde/storage/IsAtWork", {
  defaultValue: () => () => false
}) {}

/** Whether the database answers within two seconds, or is at work; never fails. */
export const ping: Effect.Effect<boolean, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`SELECT 1`
  return true
}).pipe(
  Effect.timeoutOrElse({ duration: "2 seconds", orElse: () => Effect.map(IsAtWork, (isAtWork) => isAtWork()) }),
  Effect.catch(() => Effect.succeed(false))
)

/** What the server, or the network on the way to it, said. */
export const reasonOf = ({ reason }: SqlError): string =>
  reason.cause instanceof Error && reason.cause.message !== "" ? reason.cause.message : reason._tag

/**
 * Server states that pass by themselves: shutting down (57P01), restarted after a crash (57P02), starting (57P03); out
 * of disk, memory or connections (53100, 53200, 53300); a statement that took too long or waited too long for a lock
 * (57014, 55P03), lost against another (40001, 40P01), or met a server that is a standby, as in a failover (25006); and
 * 25P03, a session ended for being idle in a transaction.
 */
const passingStates = new Set("57P01 57P02 57P03 53100 53200 53300 57014 55P03 40001 40P01 25006 25P03".split(" "))

/**
 * True when the database could not be reached, broke off, or has no room at the moment: trying again later makes sense.
 */
export const isUnavailable = (error: unknown): boolean => {
  if (!isSqlError(error)) return false
  const { reason } = error
  if (reason._tag === "ConnectionError") return true
  const { cause } = reason
  return cause instanceof Error && "code" in cause && passingStates.has(String(cause.code))
}

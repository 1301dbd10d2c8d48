import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Duration, Effect, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient } from "effect/sql"
import type { SqlError } from "effect/sql/SqlError"
import type { Socket } from "node:net"
import type { DataDirectoryFailure } from "../embedded/DataDirectory.ts"
import * as Embedded from "../embedded/Embedded.ts"
import { LogPositions } from "./LogPositions.ts"
import { serverOf } from "./PostgresServer.ts"
import { routed } from "./ReadPath.ts"
import { sharing, ShortReads } from "./ShortReads.ts"
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
  /** Standbys of the server, which reads go to; each gets as many connections, and one more to be watched by. */
  readonly standbys?: {
    readonly urls: ReadonlyArray<string>
    /** None is read that may not show what was committed so long ago. */
    readonly maxLag: Duration.Duration
  }
}

/** A server that follows the primary. */
export interface StandbyServer {
  /** Its host and port. */
  readonly name: string
  readonly reads: PgClient.PgClient
  /** A connection that breaks off after two seconds of silence. */
  readonly watch: PgClient.PgClient
  /** Breaks off what it is asked now: then the next server is. */
  readonly drop: () => void
}

/** The standbys of the database, and what is known of the log that they follow; null without any. */
export const StandbyServers = Context.Reference<{
  readonly servers: ReadonlyArray<StandbyServer>
  readonly log: LogPositions
  readonly maxLag: Duration.Duration
} | null>("sonde/storage/StandbyServers", { defaultValue: () => null })

/** A transaction that asks nothing for this long is ended by the server: it would hold its locks forever. */
const idleInTransaction = Duration.seconds(60)

/** Connections that short reads share, in addition to those of the pool. */
export const sharedConnections = 2

/** Short reads that may run on one connection at a time; the others wait. */
const statementsSharing = 32

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
  <E>(
    statements: (sql: SqlClient.SqlClient) => Effect.Effect<void, E>
  ) => Effect.Effect<void, E | SqlError, SqlClient.SqlClient>
>("sonde/storage/Unhurried", {
  defaultValue: () => (statements) => Effect.flatMap(SqlClient.SqlClient, statements)
})

/** The address of a URL that names a host; a Unix socket has none, and needs no watching. */
const addressOf = (url: URL): { readonly host: string; readonly port: number } | null =>
  url.hostname === "" || url.searchParams.has("host")
    ? null
    : { host: url.hostname.replace(/^\[|\]$/g, ""), port: Number(url.port || 5432) }

/** How long a standby may be silent before it counts as away. */
const watchTimeout = Duration.seconds(2)

/** How a connection is made: watched, when it goes over a network. */
const streamTo = (
  databaseUrl: Redacted.Redacted,
  answerTimeout: Duration.Duration,
  made: (socket: Socket) => Socket
) => {
  const url = URL.parse(Redacted.value(databaseUrl))
  const address = url === null ? null : addressOf(url)
  return address === null
    ? {}
    : {
        stream: () =>
          made(
            connectWatched(
              { ...address, noDelay: true, keepAlive: true, keepAliveInitialDelay: Duration.toMillis(keepAlive) },
              answerTimeout
            )
          )
      }
}

const clientOf = (options: {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly answerTimeout: Duration.Duration
  readonly connectTimeout?: Duration.Duration
  readonly made?: (socket: Socket) => Socket
  /** Whether statements share its connections. */
  readonly multiplex?: boolean
}) =>
  PgClient.make({
    url: options.url,
    applicationName: "sonde",
    maxConnections: options.maxConnections,
    ...(options.multiplex === true && { multiplex: true, multiplexConcurrency: statementsSharing }),
    connectTimeout: options.connectTimeout ?? "5 seconds",
    ...streamTo(options.url, options.answerTimeout, options.made ?? ((socket) => socket)),
    startupParameters
  })

const standbyOf = Effect.fnUntraced(function* (
  text: string,
  options: { readonly maxConnections: number; readonly answerTimeout: Duration.Duration }
) {
  const url = Redacted.make(text)
  const sockets = new Set<Socket>()
  const made = (socket: Socket) => {
    sockets.add(socket)
    return socket.once("close", () => sockets.delete(socket))
  }
  const server: StandbyServer = {
    name: serverOf(url),
    reads: yield* clientOf({ ...options, url, connectTimeout: watchTimeout, made }),
    watch: yield* clientOf({ url, maxConnections: 1, answerTimeout: watchTimeout, connectTimeout: watchTimeout }),
    drop: () => sockets.forEach((socket) => socket.destroy(new Error("the standby is away")))
  }
  return server
})

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
      const answerTimeout = options.answerTimeout ?? defaultAnswerTimeout
      const { maxConnections, standbys } = options
      const primary = clientOf({ url, maxConnections, answerTimeout })
      const unhurried = layerOf(clientOf({ url, maxConnections: 1, answerTimeout: longestStatement }))
      const shared = clientOf({ url, maxConnections: sharedConnections, answerTimeout, multiplex: true })
      const shortReads = Layer.effect(
        ShortReads,
        Effect.flatMap(Effect.all([SqlClient.SqlClient, onMachineTime(shared)]), ([sql, shared]) =>
          sharing(sql, shared)
        )
      ).pipe(Layer.provide(Reactivity.layer))
      return Layer.mergeAll(
        Layer.provideMerge(shortReads, layerOf(standbys === undefined ? primary : Effect.map(primary, routed))),
        Layer.succeed(Unhurried, (statements) =>
          Effect.provide(Effect.flatMap(SqlClient.SqlClient, statements), Layer.fresh(unhurried))
        ),
        standbys === undefined
          ? Layer.empty
          : Layer.effect(
              StandbyServers,
              Effect.map(
                onMachineTime(
                  Effect.forEach(standbys.urls, (url) => standbyOf(url, { maxConnections, answerTimeout }))
                ),
                (servers) => ({
                  servers,
                  log: new LogPositions(2 * Duration.toMillis(standbys.maxLag)),
                  maxLag: standbys.maxLag
                })
              )
            ).pipe(Layer.provide(Reactivity.layer))
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

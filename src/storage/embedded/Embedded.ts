import { PgClient, PgConnection } from "@effect/sql-pg"
import { type Duration, Effect, Exit, Schedule, Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { fork } from "node:child_process"
import * as FileSystem from "node:fs"
import { DatabaseLost } from "./DatabaseLost.ts"
import * as DataDirectory from "./DataDirectory.ts"
import { EmbeddedBackend } from "./EmbeddedBackend.ts"
import { EmbeddedEngine } from "./EmbeddedEngine.ts"
import { enough, megabytes, type DiskSpace, diskSpaceIn } from "./DiskSpace.ts"
import type { DatabaseLocation } from "./Thread.ts"

/** The data directory of a database that lives in memory and ends with its scope. */
export const memory = "memory://"

export interface Options {
  /** The database lies in `<dataDir>/pg`, or in {@link memory}. */
  readonly dataDir: string
  /** What a database in memory begins as: a tar file of a database's directory. Else it is empty. */
  readonly dump?: string
  readonly maxConnections: number
  /** Whether vectors may be stored: what that takes is loaded only then. */
  readonly vectors?: boolean
  /** Of these a session obeys `statement_timeout` and `idle_in_transaction_session_timeout`, in milliseconds. */
  readonly startupParameters: Readonly<Record<string, string>>
}

/**
 * Postgres compiled to WebAssembly (PGlite), in a thread of this process, until the scope closes.
 *
 * What it has answered survives kill -9 and power loss: every commit is on the disk before its answer. So the thread
 * may be ended whatever it does, and is when a statement doesn't end; then the database is opened anew.
 */
export const make = Effect.fnUntraced(function* (
  options: Options
): Effect.fn.Return<
  { readonly sql: PgClient.PgClient; readonly isAtWork: () => boolean },
  DataDirectory.DataDirectoryFailure | SqlError,
  Scope.Scope | Reactivity.Reactivity
> {
  const backend = new EmbeddedBackend()
  const { isScarce } = yield* keep(backend, yield* prepare(options), options)
  const sql = yield* PgClient.make({
    stream: backend.connect,
    username: "postgres",
    maxConnections: options.maxConnections,
    startupParameters: options.startupParameters
  })
  yield* Effect.forkScoped(maintain(backend, isScarce))
  return { sql, isAtWork: backend.isAtWork }
})

/** Holds the directory for this process and makes a database in it where there is none. */
const prepare = Effect.fnUntraced(function* ({
  dataDir,
  dump
}: Options): Effect.fn.Return<DatabaseLocation, DataDirectory.DataDirectoryFailure, Scope.Scope> {
  if (dataDir === memory) return { dump: dump ?? null }
  yield* DataDirectory.hold(dataDir)
  const directory = DataDirectory.databaseIn(dataDir)
  if (!FileSystem.existsSync(directory)) {
    yield* Effect.logInfo(`Making a database in ${directory}, which takes some seconds`)
    yield* initialise(directory)
  }
  return { directory }
})

/**
 * Makes the database in a process of its own: making one takes 3 s and 600 MB, of which a process that goes on to run
 * it would keep a part. It ends too soon to gain from V8's optimizing compiler, which would take a quarter of its
 * processor time.
 */
const initialise = (directory: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const maker = fork(new URL("./EmbeddedMaker.ts", import.meta.url), [directory], {
      execArgv: [...process.execArgv, "--liftoff-only"],
      stdio: ["ignore", "inherit", "inherit", "ipc"]
    })
    maker.once("error", (error) => resume(Effect.die(error)))
    maker.once("exit", (code, signal) =>
      resume(
        code === 0
          ? Effect.void
          : Effect.die(new Error(`The database could not be made: ${signal ?? `exit code ${code}`}`))
      )
    )
    return Effect.sync(() => maker.kill("SIGKILL"))
  })

/**
 * The disk is looked at this often while the database waits for room, and the database left alone for so long between
 * attempts.
 */
const pause = "1 second"

/** When it cannot be opened so often although there is room, it is lost for good. */
const mostAttempts = 5

/** Opens the database again, as soon as there is room on its disk; one in memory has lost all it had. */
const reopen = Effect.fnUntraced(function* <R>(
  open: Effect.Effect<EmbeddedEngine, Error, R>,
  location: DatabaseLocation,
  onFailure: (error: Error) => void
): Effect.fn.Return<EmbeddedEngine, Error, R> {
  if (!("directory" in location)) return yield* Effect.fail(new Error("it was in memory"))
  const isScarce = Effect.sync(() => diskSpaceIn(location.directory, true).isScarce)
  let attempts = 0
  // The first time without a look at the disk: where the files of the log are there already it may do without room.
  return yield* open.pipe(
    Effect.tapError((error) =>
      Effect.gen(function* () {
        onFailure(error)
        if (attempts === 0) yield* Effect.logError(`The database cannot be opened: ${error.message}`)
        if (!(yield* isScarce)) attempts++
        yield* Effect.sleep(pause)
        yield* Effect.repeat(isScarce, { while: Boolean, schedule: Schedule.spaced(pause) })
      })
    ),
    Effect.retry({ while: () => attempts < mostAttempts })
  )
})

/** Gives the backend an engine, and another one whenever that has ended. */
const keep = Effect.fnUntraced(function* (
  backend: EmbeddedBackend,
  location: DatabaseLocation,
  { dataDir, vectors }: Options
) {
  const log = Effect.runForkWith(yield* Effect.context<never>())
  const lost = yield* DatabaseLost
  const around = yield* Effect.scope
  let isScarce = false
  const tell = (room: DiskSpace): void => {
    if (room.isScarce !== isScarce) log(tellDiskSpace(room, dataDir))
    isScarce = room.isScarce
  }
  const open = EmbeddedEngine.open(location, tell, vectors)

  let scope = yield* Scope.fork(around)
  let engine = yield* Scope.provide(open, scope).pipe(
    Effect.mapError(({ message }) => DataDirectory.unusable(dataDir, `its database cannot be opened: ${message}`))
  )
  backend.use(engine)

  const next = Effect.gen(function* () {
    const { message } = yield* Effect.promise(() => engine.ended)
    backend.lose(new Error(`The database stopped: ${message}`))
    yield* Effect.logError(`The database stopped and is opened again: ${message}`)
    // The old engine must be gone completely before the new one opens the same files.
    yield* Scope.close(scope, Exit.void)
    scope = yield* Scope.fork(around)
    engine = yield* Scope.provide(reopen(open, location, backend.refuse), scope)
    backend.use(engine)
    yield* Effect.logInfo("The database is open again")
  })
  yield* Effect.forkScoped(
    Effect.catch(Effect.forever(next), ({ message }) => {
      const error = new Error(`The database cannot be opened again: ${message}`)
      backend.refuse(error)
      return lost(error)
    })
  )
  return { isScarce: () => isScarce }
})

const tellDiskSpace = ({ freeBytes, isScarce }: DiskSpace, dataDir: string): Effect.Effect<void> =>
  isScarce
    ? Effect.logError(
        `The disk of ${dataDir} is nearly full: ${megabytes(freeBytes)} are free. The database is read-only until it is ` +
          `${megabytes(enough)}: what writes is answered 503.`
      )
    : Effect.logInfo(`The disk of ${dataDir} has room again (${megabytes(freeBytes)}): the database takes writes`)

/**
 * A single-user Postgres has no background processes, so we do what they would: a checkpoint every five minutes (the
 * default of `checkpoint_timeout`) keeps the WAL and the recovery after a crash short, and an hourly vacuum gives room
 * back and keeps the planner's statistics true. Both write, and so wait while there is no room. They may take their
 * time.
 */
const maintain = (backend: EmbeddedBackend, isScarce: () => boolean): Effect.Effect<unknown> => {
  const session = PgConnection.make({ stream: backend.connect, username: "postgres" })
  const every = (interval: Duration.Input, statement: string) =>
    Effect.flatMap(session, (connection) => connection.query(statement, [], false)).pipe(
      Effect.scoped,
      Effect.when(Effect.sync(() => !isScarce())),
      Effect.catchCause((cause) => Effect.logWarning(`${statement} of the embedded database failed`, cause)),
      Effect.delay(interval),
      Effect.repeat(Schedule.forever)
    )
  return Effect.all([every("5 minutes", "CHECKPOINT"), every("1 hour", "VACUUM (ANALYZE)")], {
    concurrency: "unbounded"
  })
}

import { PGlite } from "@electric-sql/pglite"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { Buffer } from "node:buffer"
import { fork } from "node:child_process"
import * as FileSystem from "node:fs"
import * as DataDirectory from "./DataDirectory.ts"
import { EmbeddedBackend, type Engine } from "./EmbeddedBackend.ts"
import { DurableFileSystem, memoryStartParams, startParams } from "./EmbeddedFiles.ts"
import { extensions } from "./Extensions.ts"

/** The data directory of a database that lives in memory and ends with its scope. */
export const memory = "memory://"

/**
 * Opens Postgres compiled to WebAssembly (PGlite) over `<dataDir>/pg`, or in memory, until the scope closes.
 *
 * What it has answered survives kill -9 and power loss: every commit is on the disk before its answer.
 */
export const open = Effect.fnUntraced(function* (
  dataDir: string
): Effect.fn.Return<PGlite, DataDirectory.DataDirectoryFailure, Scope.Scope> {
  if (dataDir === memory) return yield* acquire(() => PGlite.create({ extensions, startParams: memoryStartParams }))
  yield* DataDirectory.hold(dataDir)
  const directory = DataDirectory.databaseIn(dataDir)
  if (!FileSystem.existsSync(directory)) {
    yield* Effect.logInfo(`Making a database in ${directory}, which takes some seconds`)
    yield* initialise(directory)
  }
  return yield* acquire(() => PGlite.create({ fs: new DurableFileSystem(directory), startParams, extensions }))
})

const acquire = (create: () => Promise<PGlite>): Effect.Effect<PGlite, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.promise(create), (pglite) => Effect.promise(() => pglite.close()))

/**
 * Makes the database in a process of its own: making one takes 3 s and 600 MB, of which a process that goes on to run it
 * would keep a part.
 */
const initialise = (directory: string): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const maker = fork(new URL("./EmbeddedMaker.ts", import.meta.url), [directory], {
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
 * The one way to run a batch that neither parses the answer a second time nor keeps it: with the others PGlite grows
 * by every answer it has given.
 */
const engineOf =
  (pglite: PGlite): Engine =>
  async (batch) => {
    const answer: Array<Buffer> = []
    await pglite.execProtocolRawStream(batch, {
      syncToFs: false,
      // A copy: the bytes lie in memory that the next batch overwrites.
      onRawData: (bytes) => answer.push(Buffer.from(bytes))
    })
    return Buffer.concat(answer)
  }

/** The SQL client over a PGlite that `open` gives. */
export const make = Effect.fnUntraced(function* <E>(
  open: Effect.Effect<PGlite, E, Scope.Scope>,
  options: { readonly maxConnections: number; readonly idleInTransaction: Duration.Duration }
): Effect.fn.Return<PgClient.PgClient, E | SqlError, Scope.Scope | Reactivity.Reactivity> {
  const engine = engineOf(yield* open)
  const backend = new EmbeddedBackend(engine, Duration.toMillis(options.idleInTransaction))
  const sql = yield* PgClient.make({
    stream: backend.connect,
    username: "postgres",
    maxConnections: options.maxConnections
  })
  yield* Effect.forkScoped(maintain(sql))
  return sql
})

/**
 * A single-user Postgres has no background processes, so we do what they would: a checkpoint every five minutes (the
 * default of `checkpoint_timeout`) keeps the WAL and the recovery after a crash short, and an hourly vacuum gives room
 * back and keeps the planner's statistics true.
 */
const maintain = (sql: PgClient.PgClient): Effect.Effect<unknown> => {
  const every = (interval: Duration.Input, statement: string) =>
    sql.unsafe(statement).unprepared.pipe(
      Effect.catchCause((cause) => Effect.logWarning(`${statement} of the embedded database failed`, cause)),
      Effect.delay(interval),
      Effect.repeat(Schedule.forever)
    )
  return Effect.all([every("5 minutes", "CHECKPOINT"), every("1 hour", "VACUUM (ANALYZE)")], {
    concurrency: "unbounded"
  })
}

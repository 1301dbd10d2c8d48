import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Schedule } from "effect"
import type { Scope } from "effect"
import type { Reactivity } from "effect/reactivity"
import type { SqlError } from "effect/sql/SqlError"
import { Buffer } from "node:buffer"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import * as DataDirectory from "./DataDirectory.ts"
import { EmbeddedBackend, type Engine } from "./EmbeddedBackend.ts"

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
  if (dataDir === memory) return yield* acquire(() => PGlite.create())
  yield* DataDirectory.hold(dataDir)
  const directory = Path.resolve(dataDir, "pg")
  if (!FileSystem.existsSync(directory)) yield* Effect.promise(() => initialise(directory))
  return yield* acquire(() => PGlite.create({ fs: new DurableFileSystem(directory), startParams }))
})

const acquire = (create: () => Promise<PGlite>): Effect.Effect<PGlite, never, Scope.Scope> =>
  Effect.acquireRelease(Effect.promise(create), (pglite) => Effect.promise(() => pglite.close()))

/** Makes a new database under another name and renames it, so that a start that dies half-way leaves no half database. */
const initialise = async (directory: string): Promise<void> => {
  const unfinished = `${directory}.new`
  FileSystem.rmSync(unfinished, { recursive: true, force: true })
  const pglite = await PGlite.create({ fs: new DurableFileSystem(unfinished), startParams })
  await pglite.close()
  for (const entry of FileSystem.readdirSync(unfinished, { recursive: true, encoding: "utf8" })) {
    flush(Path.join(unfinished, entry))
  }
  FileSystem.renameSync(unfinished, directory)
  flush(Path.dirname(directory))
}

/**
 * PGlite's own settings but for `-F`, which turns fsync off. The method is `fsync` because `fdatasync` does nothing in
 * its C library. Its shared buffers lie in WebAssembly memory on top of the system's page cache: 64 MB of them instead
 * of 128 save as much of the process. WAL is recycled up to 64 MB rather than 1 GB.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "shared_buffers=64MB", "max_wal_size=64MB"].flatMap((setting) => ["-c", setting])
]

/** PGlite on host files answers fsync without doing it; this one does it. */
class DurableFileSystem extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options)
    emscriptenOpts.preRun?.push((module) => {
      const files = module.NODEFS as unknown as HostFiles
      files.stream_ops.fsync = (stream) => {
        try {
          if (stream.nfd === undefined) flush(files.realPath(stream.node))
          else FileSystem.fsyncSync(stream.nfd)
          return 0
        } catch {
          return inputOutputError
        }
      }
    })
    return { emscriptenOpts }
  }
}

/** The part of Emscripten's NODEFS that we touch. A directory's stream has no file descriptor (`nfd`). */
interface HostFiles {
  readonly realPath: (node: unknown) => string
  readonly stream_ops: { fsync?: (stream: { readonly nfd?: number; readonly node: unknown }) => number }
}

/** WASI's EIO: Postgres then stops rather than go on with a file that may not be on the disk. */
const inputOutputError = 29

const flush = (path: string): void => {
  // Windows neither opens nor flushes a directory; NTFS journals it.
  if (process.platform === "win32") return
  const descriptor = FileSystem.openSync(path, "r")
  FileSystem.fsyncSync(descriptor)
  FileSystem.closeSync(descriptor)
}

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

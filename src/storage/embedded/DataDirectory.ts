import { Effect, Result, Schema } from "effect"
import type { Scope } from "effect"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { megabytes, reserve, diskSpaceIn } from "./DiskSpace.ts"

/** Another process holds the data directory; `pid` is the holder's process id, null when it could not be read. */
export class DataDirectoryInUse extends Schema.TaggedError<DataDirectoryInUse>()("DataDirectoryInUse", {
  directory: Schema.String,
  pid: Schema.NullOr(Schema.Int)
}) {
  override get message(): string {
    const holder = this.pid === null ? "another process" : `process ${this.pid}`
    return `The data directory ${this.directory} is in use by ${holder}. Stop it first, or set another DATA_DIR.`
  }
}

/** There can be no database in that directory. */
class DataDirectoryUnusable extends Schema.TaggedError<DataDirectoryUnusable>()("DataDirectoryUnusable", {
  directory: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `DATA_DIR ${this.directory} cannot be used: ${this.reason}`
  }
}

/** Why a data directory cannot be had. */
export type DataDirectoryFailure = DataDirectoryInUse | DataDirectoryUnusable

export const unusable = (directory: string, cause: unknown): DataDirectoryUnusable =>
  new DataDirectoryUnusable({ directory, reason: messageOf(cause) })

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Windows has no such modes; there a directory inherits who may do what. */
const hasModes = process.platform !== "win32"

/** Where the embedded database of a data directory lies. */
export const databaseIn = (directory: string): string => Path.resolve(directory, "pg")

/** Who holds a data directory. */
const holderIn = (directory: string): string => Path.join(directory, "pid")

/** Whether a data directory has a database, or a process that holds it and may be making one. */
export const isInUse = (directory: string): boolean =>
  FileSystem.existsSync(databaseIn(directory)) || FileSystem.existsSync(holderIn(directory))

const isOpen = ({ mode }: FileSystem.Stats): boolean => (mode & 0o077) !== 0

/** Gives a file or directory to its owner alone. */
const close = (path: string, stats: FileSystem.Stats): void => {
  FileSystem.chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  if (isOpen(FileSystem.statSync(path))) throw new Error("the file system keeps no permissions")
}

/**
 * Closes the directory to all but its owner, if it is there for the database alone: to close `/srv` or `/tmp` would
 * hurt others.
 */
const closeDirectory = (directory: string): void => {
  const stats = FileSystem.statSync(directory)
  if (!stats.isDirectory()) throw new Error("it is no directory")
  if (!hasModes || !isOpen(stats)) return
  const refuse = (reason: string): never => {
    const mode = (stats.mode & 0o7777).toString(8).padStart(4, "0")
    const advice = `Give it mode 0700 and to the user of the service, or take a directory in it, such as ${Path.join(directory, "sonde")}`
    throw new Error(`other users may look into it (mode ${mode}) and ${reason}. ${advice}`)
  }
  const entries = FileSystem.readdirSync(directory)
  if (entries.length > 0 && !entries.some((name) => name === "lock" || name === "pg")) refuse("other things lie in it")
  try {
    close(directory, stats)
  } catch (cause) {
    refuse(`that cannot be changed: ${messageOf(cause)}`)
  }
}

/**
 * Closes what is ours in the directory, and counts what others could have read. The rest is guarded by the directory.
 */
const closeOwn = (directory: string): number => {
  let closed = 0
  const visit = (path: string): void => {
    const stats = FileSystem.lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined || stats.isSymbolicLink()) return
    if (isOpen(stats)) {
      close(path, stats)
      closed++
    }
    if (stats.isDirectory()) for (const name of FileSystem.readdirSync(path)) visit(Path.join(path, name))
  }
  const database = databaseIn(directory)
  for (const path of [Path.join(directory, "lock"), Path.join(directory, "pid")]) visit(path)
  // It may be a link to another disk.
  if (FileSystem.existsSync(database)) visit(FileSystem.realpathSync(database))
  return closed
}

/**
 * Makes the directory and those above it, each for its owner alone (mode 0700), and closes one that is there already.
 * One by one: Node's own `recursive` never comes back where a parent is there and takes no entries, as in /proc. Its
 * disk must have some room.
 */
export const make = (directory: string): Result.Result<void, DataDirectoryUnusable> => {
  const ensure = (path: string): void => {
    if (FileSystem.existsSync(path)) return
    ensure(Path.dirname(path))
    try {
      FileSystem.mkdirSync(path, { mode: 0o700 })
    } catch (cause) {
      // Another process may have been faster.
      if (!FileSystem.existsSync(path)) throw cause
    }
  }
  return Result.try({
    try: () => {
      ensure(Path.resolve(directory))
      closeDirectory(directory)
      FileSystem.accessSync(
        directory,
        FileSystem.constants.R_OK | FileSystem.constants.W_OK | FileSystem.constants.X_OK
      )
      const { freeBytes, isScarce } = diskSpaceIn(directory)
      if (isScarce)
        throw new Error(`only ${megabytes(freeBytes)} of its disk are free, and a start needs ${megabytes(reserve)}`)
    },
    catch: (cause) => unusable(directory, cause)
  })
}

/**
 * Creates the data directory (mode 0700) and holds it for this process until the scope closes.
 *
 * Two processes on one embedded database silently lose rows, so the hold has to be one that the operating system
 * gives and takes back: Node has no flock, but SQLite, which is part of Node and Deno, takes a real file lock. It is
 * atomic between starters, seen across containers that share the volume, and gone with its process, kill -9 included:
 * there is no stale lock to clean up. The `pid` file beside it only makes the refusal readable.
 */
export const hold = Effect.fnUntraced(function* (
  directory: string
): Effect.fn.Return<void, DataDirectoryFailure, Scope.Scope> {
  yield* Effect.fromResult(make(directory))
  const pidFile = holderIn(directory)
  yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        const lock = lockOf(directory)
        FileSystem.writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
        return lock
      },
      catch: (cause) =>
        isLocked(cause) ? new DataDirectoryInUse({ directory, pid: readPid(pidFile) }) : unusable(directory, cause)
    }),
    (lock) =>
      Effect.sync(() => {
        FileSystem.rmSync(pidFile, { force: true })
        lock.close()
      })
  )
  const closed = yield* Effect.try({
    try: () => (hasModes ? closeOwn(directory) : 0),
    catch: (cause) =>
      unusable(directory, `other users may read files in it, and that cannot be changed: ${messageOf(cause)}`)
  })
  if (closed > 0)
    yield* Effect.logWarning(
      `Other users could read ${closed} files and directories in ${directory}: they are closed now`
    )
})

const lockOf = (directory: string): DatabaseSync => {
  const path = Path.join(directory, "lock")
  const lock = new DatabaseSync(path)
  try {
    // SQLite makes it as any file is made.
    if (hasModes) FileSystem.chmodSync(path, 0o600)
    lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE")
    return lock
  } catch (cause) {
    lock.close()
    throw cause
  }
}

/** SQLITE_BUSY is 5; Deno reports it in the message only. */
const isLocked = (cause: unknown): boolean =>
  cause instanceof Error &&
  (("errcode" in cause && cause.errcode === 5) || cause.message.includes("database is locked"))

const readPid = (file: string): number | null => {
  try {
    const pid = Number(FileSystem.readFileSync(file, "utf8").trim())
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

import { Effect, Result, Schema } from "effect"
import type { Scope } from "effect"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"

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

const unusable = (directory: string, cause: unknown): DataDirectoryUnusable =>
  new DataDirectoryUnusable({ directory, reason: cause instanceof Error ? cause.message : String(cause) })

/** Where the embedded database of a data directory lies. */
export const databaseIn = (directory: string): string => Path.resolve(directory, "pg")

/**
 * Makes the directory and those above it, each for its owner alone (mode 0700). One by one: Node's own `recursive` never
 * comes back where a parent is there and takes no entries, as in /proc.
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
      if (!FileSystem.statSync(directory).isDirectory()) throw new Error("it is no directory")
      FileSystem.accessSync(
        directory,
        FileSystem.constants.R_OK | FileSystem.constants.W_OK | FileSystem.constants.X_OK
      )
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
export const hold = (directory: string): Effect.Effect<void, DataDirectoryFailure, Scope.Scope> => {
  const pidFile = Path.join(directory, "pid")
  return Effect.acquireRelease(
    Effect.fromResult(make(directory)).pipe(
      Effect.andThen(
        Effect.try({
          try: () => {
            const lock = lockOf(directory)
            FileSystem.writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
            return lock
          },
          catch: (cause) =>
            isLocked(cause) ? new DataDirectoryInUse({ directory, pid: readPid(pidFile) }) : unusable(directory, cause)
        })
      )
    ),
    (lock) =>
      Effect.sync(() => {
        FileSystem.rmSync(pidFile, { force: true })
        lock.close()
      })
  ).pipe(Effect.asVoid)
}

const lockOf = (directory: string): DatabaseSync => {
  const lock = new DatabaseSync(Path.join(directory, "lock"))
  try {
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

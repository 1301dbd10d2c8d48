import { Effect, Schema } from "effect"
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
    return `The data directory ${this.directory} is in use by ${holder}. Stop it first, or set another directory.`
  }
}

/**
 * Creates the data directory (mode 0700) and holds it for this process until the scope closes.
 *
 * Two processes on one embedded database silently lose rows, so the hold has to be one that the operating system
 * gives and takes back: Node has no flock, but SQLite, which is part of Node and Deno, takes a real file lock. It is
 * atomic between starters, seen across containers that share the volume, and gone with its process, kill -9 included:
 * there is no stale lock to clean up. The `pid` file beside it only makes the refusal readable.
 */
export const hold = (directory: string): Effect.Effect<void, DataDirectoryInUse, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.suspend(() => {
      FileSystem.mkdirSync(directory, { recursive: true, mode: 0o700 })
      const pidFile = Path.join(directory, "pid")
      const lock = new DatabaseSync(Path.join(directory, "lock"))
      try {
        lock.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE")
      } catch (cause) {
        lock.close()
        if (!isLocked(cause)) throw cause
        return Effect.fail(new DataDirectoryInUse({ directory, pid: readPid(pidFile) }))
      }
      FileSystem.writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 })
      return Effect.succeed({ lock, pidFile })
    }),
    ({ lock, pidFile }) =>
      Effect.sync(() => {
        FileSystem.rmSync(pidFile, { force: true })
        lock.close()
      })
  ).pipe(Effect.asVoid)

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

import { Effect, type Scope } from "effect"
import { Buffer } from "node:buffer"
import { createHash } from "node:crypto"
import * as FileSystem from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"

/** Where the service of a data directory listens for its operator. */
export const socketPath = (dataDir: string): string => Path.resolve(dataDir, "control.sock")

/** What `sun_path` holds: 104 bytes on macOS, 108 on Linux, and one of them ends the string. */
const longestAddress = 103

/**
 * A name of that socket that can be bound and connected to. The path of a deep data directory is too long for an
 * address; then the directory gets a short second name, a link in a private temporary directory, for as long as the
 * scope is open. Each side makes its own, so they need not agree on a place for it.
 */
export const socketAddress = (dataDir: string): Effect.Effect<string, never, Scope.Scope> => {
  const path = socketPath(dataDir)
  if (process.platform === "win32") {
    return Effect.succeed(`\\\\.\\pipe\\sonde-${createHash("sha256").update(path).digest("hex")}`)
  }
  if (Buffer.byteLength(path) <= longestAddress) return Effect.succeed(path)
  return Effect.acquireRelease(
    Effect.sync(() => FileSystem.mkdtempSync(Path.join(Os.tmpdir(), "sonde-socket-"))),
    (directory) => Effect.sync(() => FileSystem.rmSync(directory, { recursive: true, force: true }))
  ).pipe(
    Effect.map((directory) => {
      const link = Path.join(directory, "data")
      FileSystem.symlinkSync(Path.dirname(path), link)
      return Path.join(link, Path.basename(path))
    })
  )
}

import { Effect, Option } from "effect"
import * as FileSystem from "node:fs"
import { Settings } from "../../config/Settings.ts"
import type { Finding } from "../Protocol.ts"

const gigabyte = 1_000_000_000

/**
 * Where little is left the database becomes read-only (storage/embedded/DiskSpace.ts); a year of the default sources
 * takes about a gigabyte.
 */
const little = 2 * gigabyte
const tooLittle = gigabyte / 4

/** Room for the embedded database. That of a real Postgres cannot be seen from here. */
export const checkDisk = Effect.map(Settings, (settings): ReadonlyArray<Finding> => {
  if (Option.isSome(settings.DATABASE_URL)) return []
  const finding = (state: Finding["state"], message: string, advice: string | null): Finding => ({
    area: "disk",
    name: settings.DATA_DIR,
    state,
    message,
    advice
  })
  try {
    const { bavail, bsize } = FileSystem.statfsSync(settings.DATA_DIR)
    const free = bavail * bsize
    const message = `${(free / gigabyte).toFixed(1)} GB are free`
    if (free < tooLittle)
      return [finding("failed", message, "Make room now: the database is read-only when the disk is nearly full")]
    return [free < little ? finding("warning", message, "Make room before it is needed") : finding("ok", message, null)]
  } catch {
    return [finding("failed", "cannot be read", "Look whether DATA_DIR is the right directory and may be read")]
  }
})

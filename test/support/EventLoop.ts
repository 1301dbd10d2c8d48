import { existsSync, writeFileSync } from "node:fs"
import { isMainThread } from "node:worker_threads"

/*
 * Loaded into a service with `--import`: writes the longest turn of the main thread's event loop to the file
 * STALL_FILE, four times a second, and counts anew when somebody takes the file away.
 */

/**
 * In milliseconds: the thread's own processor time says what it did, the clock includes what else the machine was busy
 * with.
 */
export interface Stall {
  readonly cpu: number
  readonly wall: number
}

const file = process.env["STALL_FILE"]

if (isMainThread && file !== undefined) {
  let longest: Stall = { cpu: 0, wall: 0 }
  let at = performance.now()
  let { system, user } = process.threadCpuUsage()
  let written = at
  setInterval(() => {
    const now = performance.now()
    const used = process.threadCpuUsage()
    const cpu = (used.system - system + used.user - user) / 1_000
    longest = { cpu: Math.max(longest.cpu, cpu), wall: Math.max(longest.wall, now - at) }
    if (now - written > 250) {
      if (!existsSync(file)) longest = { cpu: 0, wall: 0 }
      writeFileSync(file, JSON.stringify(longest))
      written = now
    }
    at = performance.now()
    const after = process.threadCpuUsage()
    system = after.system
    user = after.user
  }, 5).unref()
}

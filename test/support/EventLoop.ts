import { existsSync, renameSync, writeFileSync } from "node:fs"
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

/** Measures each turn of this thread's event loop; ends nothing when the process does. */
const watch = (onTurn: (turn: Stall, now: number) => void) => {
  let at = performance.now()
  let { system, user } = process.threadCpuUsage()
  const look = () => {
    const now = performance.now()
    const used = process.threadCpuUsage()
    onTurn({ cpu: (used.system - system + used.user - user) / 1_000, wall: now - at }, now)
    at = performance.now()
    const after = process.threadCpuUsage()
    system = after.system
    user = after.user
  }
  return { look, timer: setInterval(look, 5).unref() }
}

const longer = (one: Stall, other: Stall): Stall => ({
  cpu: Math.max(one.cpu, other.cpu),
  wall: Math.max(one.wall, other.wall)
})

const none: Stall = { cpu: 0, wall: 0 }

/** Watches this thread until it is told to stop, and then says what its longest turn was. */
export const watchEventLoop = (): { readonly stop: () => Stall } => {
  let longest = none
  const { look, timer } = watch((turn) => (longest = longer(longest, turn)))
  return {
    stop: () => {
      clearInterval(timer)
      // The turn that goes on counts as well: it may have been the only one.
      look()
      return longest
    }
  }
}

const file = process.env["STALL_FILE"]

if (isMainThread && file !== undefined) {
  let longest = none
  let written = performance.now()
  watch((turn, now) => {
    longest = longer(longest, turn)
    if (now - written <= 250) return
    if (!existsSync(file)) longest = none
    // Whoever reads the file meanwhile gets all of it.
    writeFileSync(`${file}.new`, JSON.stringify(longest))
    renameSync(`${file}.new`, file)
    written = now
  })
}

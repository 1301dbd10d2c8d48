import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { availableParallelism } from "node:os"

/*
 * One core for the measured server, the others for Postgres and the clients, if Linux's taskset is there.
 */

const total = availableParallelism()

/** Postgres and the clients need two cores of their own; with fewer, they would be the limit and not the server. */
export const mostCores = Math.max(1, Math.min(3, total - 2))

const taskset = ((): boolean => {
  try {
    execFileSync("taskset", ["--version"], { stdio: "ignore" })
    return process.platform === "linux" && total >= 3
  } catch {
    return false
  }
})()

/** How the cores were shared, for the record. */
export const division = (cores: number): string =>
  taskset
    ? `servers on ${cores} of ${total} cores, Postgres and load on the others`
    : "cores not divided: there is no taskset, or there are too few"

/** The command that runs another on so many cores of its own. */
export const onCores = (cores: number, command: ReadonlyArray<string>): ReadonlyArray<string> =>
  taskset ? ["taskset", "-c", `${total - cores}-${total - 1}`, ...command] : command

/** Keeps this process, and what it starts from now on, off the last cores. */
export const stayOff = (cores: number): void => {
  if (taskset) {
    execFileSync("taskset", ["-a", "-p", "-c", `0-${total - 1 - cores}`, String(process.pid)], { stdio: "ignore" })
  }
}

/** A process and those that it has started. */
export const family = (pid: number): ReadonlyArray<number> => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim()
    return [pid, ...(children === "" ? [] : children.split(" ").map(Number))]
  } catch {
    return [pid]
  }
}

/** Linux counts in hundredths of a second (USER_HZ). */
const tick = 10_000

/** Microseconds of processor time that the processes have used; NaN where there is no /proc. */
export const cpuMicros = (pids: ReadonlyArray<number>): number => {
  try {
    let ticks = 0
    for (const pid of pids) {
      // The name in parentheses may have spaces; what follows it is user and system time in fields 14 and 15.
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ")
      ticks += Number(fields[11]) + Number(fields[12])
    }
    return ticks * tick
  } catch {
    return Number.NaN
  }
}

import { readdirSync, readFileSync } from "node:fs"

const token = "token-of-the-load-scripts"

/** Lets {@link vitals} ask. */
export const metricsToken = { METRICS_TOKEN: token }

/** How a service is: as it says itself, and as Linux does. */
export interface Vitals {
  readonly residentMiB: number
  readonly heapMiB: number
  /** Of the last while, in milliseconds. */
  readonly lagP99: number
  /** Since the last look, in milliseconds. */
  readonly lagMost: number
  readonly descriptors: number
}

/** The most that a process has held at a time (VmHWM of proc(5)), in MiB; NaN where there is no /proc. */
export const peakMiB = (pid: number): number => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1_024
  } catch {
    return Number.NaN
  }
}

/**
 * How long the process's main thread has waited for a core so far (schedstat of proc(5)), in milliseconds; 0 where
 * there is no /proc.
 */
export const waitedMillis = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[1]) / 1e6
  } catch {
    return 0
  }
}

const openDescriptors = (pid: number): number => {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

export const vitals = async (url: string, pid: number): Promise<Vitals> => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await response.text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1] ?? Number.NaN)
  return {
    residentMiB: read("process_resident_memory_bytes") / 2 ** 20,
    heapMiB: read("nodejs_heap_size_used_bytes") / 2 ** 20,
    lagP99: read("nodejs_eventloop_lag_p99_seconds") * 1_000,
    lagMost: read("nodejs_eventloop_lag_max_seconds") * 1_000,
    descriptors: openDescriptors(pid)
  }
}

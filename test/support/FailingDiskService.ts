import { syncBuiltinESMExports } from "node:module"
import WorkerThreads, { type WorkerOptions } from "node:worker_threads"

/* The service, whose threads have a disk as the file in DISK says. */

const disk = `${new URL("./FailingDisk.ts", import.meta.url)}?disk=${process.env["DISK"]}`
const { Worker } = WorkerThreads

Object.assign(WorkerThreads, {
  Worker: class extends Worker {
    constructor(module: URL, options: WorkerOptions) {
      super(module, { ...options, execArgv: [`--import=${disk}`] })
    }
  }
})
syncBuiltinESMExports()

await import(disk)
const { launch } = await import("../../src/app/Service.ts")
launch()

import FileSystem from "node:fs"
import { syncBuiltinESMExports } from "node:module"

/*
 * Makes the disk of the thread that loads it as full as a file says, whose path follows in the address (`?disk=`), and
 * which the test writes. A file keeps the room that it has; nothing becomes larger, and nothing more comes to the disk.
 */

/** How the disk is. */
export interface Disk {
  /** What is told to be free, in bytes. */
  readonly free: number
  /** Whether nothing can be written any more. */
  readonly isFull: boolean
}

export const roomy: Disk = { free: 10_000_000_000, isFull: false }

const path = new URL(import.meta.url).searchParams.get("disk")

if (path !== null) {
  const { fstatSync, fsyncSync, readFileSync, statfsSync, writeSync } = FileSystem
  const disk = (): Disk => JSON.parse(readFileSync(path, "utf8"))
  const full = () => Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" })
  Object.assign(FileSystem, {
    statfsSync: (directory: string) => ({ ...statfsSync(directory), bsize: 1, bavail: disk().free }),
    fsyncSync: (descriptor: number) => {
      if (disk().isFull) throw full()
      fsyncSync(descriptor)
    },
    writeSync: (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
      if (position + length > fstatSync(descriptor).size && disk().isFull) throw full()
      return writeSync(descriptor, bytes, offset, length, position)
    }
  })
  syncBuiltinESMExports()
}

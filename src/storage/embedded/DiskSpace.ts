import * as FileSystem from "node:fs"

/** How much is free on the disk of the database, and whether that is too little to write. */
export interface DiskSpace {
  readonly isScarce: boolean
  readonly freeBytes: number
}

/**
 * So much is left alone for what reading and recovering have to write: four files of WAL. Before the disk is full the
 * database becomes read-only, for a Postgres that cannot write its log stops altogether.
 */
export const reserve = 64 * 1024 * 1024

/** It takes writes again when this much more is free, so that it doesn't change its mind with every row. */
const margin = 16 * 1024 * 1024

/** Looks at the disk of a directory; there is room where the system cannot tell. */
export const diskSpaceIn = (directory: string, wasScarce = false): DiskSpace => {
  try {
    const { bavail, bsize } = FileSystem.statfsSync(directory)
    const freeBytes = bavail * bsize
    return { isScarce: freeBytes < (wasScarce ? reserve + margin : reserve), freeBytes }
  } catch {
    return { isScarce: false, freeBytes: Infinity }
  }
}

/** Bytes in words. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`

/** What is free when the database takes writes again. */
export const enough = reserve + margin

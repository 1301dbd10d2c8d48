import type { DiskSpace } from "./DiskSpace.ts"

/*
 * What the engine and its thread tell each other. Apart from both, so that the thread loads nothing that it has no use
 * for.
 */

/** Where the database lies: in a directory, or in memory, where it begins empty or as a tar file has it. */
export type DatabaseLocation = { readonly directory: string } | { readonly dump: string | null }

/** What the thread is given to begin with. */
export interface Beginning {
  readonly location: DatabaseLocation
  /** Whether vectors may be stored. */
  readonly vectors: boolean
  /** The number of the batch that is asked to end, or {@link none}. */
  readonly interrupted: Int32Array<SharedArrayBuffer>
  /** Postgres as another thread has compiled it. */
  readonly compiled: WebAssembly.Module | undefined
}

/** No batch has this number. */
export const none = -1

/** What the thread tells. The answer to a batch is its bytes alone. */
export type Told =
  | Uint8Array<ArrayBuffer>
  | { readonly opened: WebAssembly.Module }
  /** The engine could not be opened, or has come to an end: nothing more is heard of it. */
  | { readonly stopped: string }
  /** As it was asked to. */
  | "closed"
  /** As the database begins, and when it becomes read-only for want of room on its disk or ceases to be. */
  | DiskSpace

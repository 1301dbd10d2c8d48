import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import * as FileSystem from "node:fs"

/** Search makes its own terms: they are words as they stand. PGlite's own time zone is GMT, which is the same under another name. */
const session = ["-c", "default_text_search_config=pg_catalog.simple", "-c", "TimeZone=UTC"]

/** Of a database in memory. */
export const memoryStartParams = [...PGlite.defaultStartParams, ...session]

/**
 * PGlite's own settings but for `-F`, which turns fsync off. The method is `fsync` because `fdatasync` does nothing in
 * its C library. Its shared buffers lie in WebAssembly memory on top of the system's page cache: 64 MB of them instead
 * of 128 save as much of the process. WAL is recycled up to 64 MB rather than 1 GB.
 */
export const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "shared_buffers=64MB", "max_wal_size=64MB"].flatMap((setting) => ["-c", setting]),
  ...session
]

/**
 * The files of the host as Postgres needs them. PGlite answers fsync without doing it: this does it. New files and directories are
 * their owner's alone.
 */
export class DurableFileSystem extends NodeFS {
  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options)
    emscriptenOpts.preRun?.push((module) => {
      const { node_ops: nodes, realPath, stream_ops: streams } = module.NODEFS as unknown as HostFiles
      const { mknod } = nodes
      nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~others, device)
      for (const operations of [nodes, streams]) {
        const { setattr } = operations
        operations.setattr = (of, attributes) =>
          setattr(of, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~others })
      }
      streams.fsync = (stream) => {
        try {
          if (stream.nfd === undefined) flush(realPath(stream.node))
          else FileSystem.fsyncSync(stream.nfd)
          return 0
        } catch {
          return inputOutputError
        }
      }
    })
    return { emscriptenOpts }
  }
}

/** What a mode allows to others than the owner. */
const others = 0o077

type SetAttributes = (of: unknown, attributes: { readonly mode?: number }) => void

/** The part of Emscripten's NODEFS that we touch. A directory's stream has no file descriptor (`nfd`). */
interface HostFiles {
  readonly realPath: (node: unknown) => string
  readonly node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown
    setattr: SetAttributes
  }
  readonly stream_ops: {
    setattr: SetAttributes
    fsync?: (stream: { readonly nfd?: number; readonly node: unknown }) => number
  }
}

/** WASI's EIO: Postgres then stops rather than go on with a file that may not be on the disk. */
const inputOutputError = 29

const flush = (path: string): void => {
  // Windows neither opens nor flushes a directory; NTFS journals it.
  if (process.platform === "win32") return
  const descriptor = FileSystem.openSync(path, "r")
  FileSystem.fsyncSync(descriptor)
  FileSystem.closeSync(descriptor)
}

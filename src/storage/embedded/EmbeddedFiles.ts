import { PGlite } from "@electric-sql/pglite"
import { NodeFS } from "@electric-sql/pglite/nodefs"
import * as FileSystem from "node:fs"
import * as Path from "node:path"

/**
 * Search makes its own terms: they are words as they stand. PGlite's own time zone is GMT, which is the same under
 * another name.
 */
const session = ["-c", "default_text_search_config=pg_catalog.simple", "-c", "TimeZone=UTC"]

/** Zeroed at the start, and held from then on: 128 MB by default. */
const buffers = ["-c", "shared_buffers=32MB"]

/** Of a database in memory. */
export const memoryStartParams = [...PGlite.defaultStartParams, ...buffers, ...session]

/**
 * PGlite's own settings but for `-F`, which turns fsync off. The method is `fsync` because `fdatasync` does nothing in
 * its C library. Its shared buffers lie in WebAssembly memory on top of the system's page cache, and the process holds
 * all of them from the start: 32 MB instead of 128. A page that is not among them costs 7 µs. WAL is recycled up to
 * 64 MB rather than 1 GB. Of its log we want last words alone.
 */
export const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
  ...["wal_sync_method=fsync", "max_wal_size=64MB", "log_min_messages=fatal", "log_line_prefix="].flatMap((setting) => [
    "-c",
    setting
  ]),
  ...buffers,
  ...session
]

export interface HostOptions {
  /** All that lies there is on the disk already: a file has to be flushed only when this engine has changed it. */
  readonly isFlushed: boolean
  /** Called before each piece that is read or written. */
  readonly onTransfer: (module: PGlite["Module"]) => void
}

/**
 * The files of the host as Postgres needs them. PGlite answers fsync without doing it: this does it. New files and
 * directories are their owner's alone.
 */
export class DurableFileSystem extends NodeFS {
  readonly #options: HostOptions

  constructor(directory: string, options: HostOptions) {
    super(directory)
    this.#options = options
  }

  override async init(...[pglite, options]: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const { emscriptenOpts } = await super.init(pglite, options)
    emscriptenOpts.preRun?.push((module) => this.#attend(module))
    return { emscriptenOpts }
  }

  #attend(module: PGlite["Module"]): void {
    const { isFlushed, onTransfer } = this.#options
    const { node_ops: nodes, realPath, stream_ops: streams } = module.NODEFS as unknown as HostFiles
    const own = { nodes: { ...nodes }, streams: { ...streams } }
    const changed = new WeakSet<object>()

    nodes.mknod = (parent, name, mode, device) => {
      const node = own.nodes.mknod(parent, name, mode & ~others, device)
      changed.add(node)
      return node
    }
    nodes.setattr = (node, attributes) => {
      changed.add(node)
      own.nodes.setattr(node, ofOwner(attributes))
    }
    streams.setattr = (stream, attributes) => {
      changed.add(stream.node)
      own.streams.setattr(stream, ofOwner(attributes))
    }
    streams.read = (stream, ...parameters) => {
      onTransfer(module)
      return own.streams.read(stream, ...parameters)
    }
    streams.write = (stream, ...parameters) => {
      changed.add(stream.node)
      onTransfer(module)
      return own.streams.write(stream, ...parameters)
    }
    streams.fsync = (stream) => {
      try {
        if (stream.nfd === undefined) flush(realPath(stream.node))
        else if (!isFlushed || changed.has(stream.node)) FileSystem.fsyncSync(stream.nfd)
        return 0
      } catch (cause) {
        return isFull(cause) ? noSpace : inputOutputError
      }
    }
  }
}

/** What a mode allows to others than the owner. */
const others = 0o077

interface Attributes {
  readonly mode?: number
}

const ofOwner = (attributes: Attributes): Attributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~others }

/** A directory's stream has no file descriptor (`nfd`). */
interface Stream {
  readonly nfd?: number
  readonly node: object
}

type Transfer = (stream: Stream, ...parameters: ReadonlyArray<unknown>) => number

/** The part of Emscripten's NODEFS that we touch. */
interface HostFiles {
  readonly realPath: (node: object) => string
  readonly node_ops: {
    mknod: (parent: object, name: string, mode: number, device: unknown) => object
    setattr: (node: object, attributes: Attributes) => void
  }
  readonly stream_ops: {
    fsync?: (stream: Stream) => number
    read: Transfer
    setattr: (stream: Stream, attributes: Attributes) => void
    write: Transfer
  }
}

/** WASI's EIO and ENOSPC: Postgres then stops rather than go on with a file that may not be on the disk. */
const inputOutputError = 29
const noSpace = 51

const isFull = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "ENOSPC"

/** Windows neither opens nor flushes a directory; NTFS journals it. */
const flushesDirectories = process.platform !== "win32"

/** Brings a file's content or a directory's entries to the disk. */
export const flush = (path: string): void => {
  if (!flushesDirectories) return
  const descriptor = FileSystem.openSync(path, "r")
  FileSystem.fsyncSync(descriptor)
  FileSystem.closeSync(descriptor)
}

/**
 * Brings a directory and all in it to the disk. Many at a time: a journal brings to the disk together what is asked for
 * together, a thousand files in a tenth of the time.
 */
export const flushAll = async (directory: string): Promise<void> => {
  if (!flushesDirectories) return
  const entries = FileSystem.readdirSync(directory, { recursive: true, encoding: "utf8" })
  const left = [directory, ...entries.map((entry) => Path.join(directory, entry))]
  const work = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const file = await FileSystem.promises.open(path, "r")
      await file.sync()
      await file.close()
    }
  }
  await Promise.all(Array.from({ length: 16 }, work))
}

import { type Extension, PGlite } from "@electric-sql/pglite"
import { Buffer } from "node:buffer"
import * as FileSystem from "node:fs"
import * as Path from "node:path"
import { parentPort, workerData } from "node:worker_threads"
import { DurableFileSystem, flushAll, memoryStartParams, startParams } from "./EmbeddedFiles.ts"
import { extensions, withVectors } from "./Extensions.ts"
import { diskSpaceIn } from "./DiskSpace.ts"
import { type Beginning, none, type Told } from "./Thread.ts"
import * as Wire from "./Wire.ts"

/*
 * The thread that Postgres runs in: opens the database, runs the batches that it is given one after the other, and
 * closes. What it tells is described in Thread.ts.
 */

const { compiled, interrupted, location, vectors } = workerData as Beginning
const port = parentPort!
const tell = (told: Told) => port.postMessage(told)

let lastWords = ""
let isOpen = false

/** Postgres writes the reason of its end to this stream; after a PANIC it answers nothing more and may never return. */
const hear = (line: string): false => {
  const words = /^(?:FATAL|PANIC): {2}(.*)/.exec(line)?.[1]
  if (words !== undefined) {
    lastWords = words
    if (isOpen) tell({ stopped: words })
  }
  return false
}

/** The number of the batch that runs. */
let batches = 0

/** The addresses of Postgres' flags that its handler of a CancelRequest sets. No signal reaches it in WebAssembly. */
interface CancelFlags {
  readonly _InterruptPending: number
  readonly _QueryCancelPending: number
}

/** Where Postgres reads and writes we can tell it that its batch is asked to end, once. */
const passOnInterruption = (module: PGlite["Module"]): void => {
  if (Atomics.compareExchange(interrupted, 0, batches, none) !== batches) return
  const { _InterruptPending, _QueryCancelPending } = module as unknown as CancelFlags
  module.HEAPU8[_QueryCancelPending] = 1
  module.HEAPU8[_InterruptPending] = 1
}

/** The batch may have ended before it noticed; the next one must not be cancelled. */
const forgetInterruption = (module: PGlite["Module"]): void => {
  module.HEAPU8[(module as unknown as CancelFlags)._QueryCancelPending] = 0
}

const compile = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(
    await FileSystem.promises.readFile(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite")))
  )

const openWith = async (
  pgliteWasmModule: WebAssembly.Module,
  extensions: Record<string, Extension>
): Promise<PGlite> => {
  if ("directory" in location) {
    // After a crash Postgres flushes every file, one after the other, which takes seconds: this way they are flushed
    // already.
    const isFlushed = FileSystem.existsSync(Path.join(location.directory, "postmaster.pid"))
    if (isFlushed) await flushAll(location.directory)
    const fs = new DurableFileSystem(location.directory, { isFlushed, onTransfer: passOnInterruption })
    return PGlite.create({ pgliteWasmModule, fs, startParams, extensions, onStderr: hear })
  }
  const begun = location.dump === null ? {} : { loadDataDir: await FileSystem.openAsBlob(location.dump) }
  return PGlite.create({ pgliteWasmModule, ...begun, startParams: memoryStartParams, extensions })
}

/** Whether it has vectors of a time when a model for them was configured. */
const hasVectors = async (pglite: PGlite): Promise<boolean> =>
  (await pglite.query("select from pg_extension where extname = 'vector'")).rows.length > 0

/** Opens it with pgvector where that may be used, or was: what deletes rows or vacuums tables with vectors needs it. */
const open = async (code: WebAssembly.Module): Promise<PGlite> => {
  if (vectors) return openWith(code, await withVectors())
  const pglite = await openWith(code, extensions)
  if (!(await hasVectors(pglite))) return pglite
  await pglite.close()
  return openWith(code, await withVectors())
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The one way to run a batch that neither parses the answer a second time nor keeps it: with the others PGlite grows
 * by every answer it has given.
 */
const ask = async (pglite: PGlite, batch: Uint8Array): Promise<Uint8Array<ArrayBuffer>> => {
  const answer: Array<Uint8Array> = []
  await pglite.execProtocolRawStream(batch, {
    syncToFs: false,
    // A copy: the bytes lie in memory that the next batch overwrites.
    onRawData: (bytes) => answer.push(bytes.slice())
  })
  const all = Wire.whole(answer)
  // At once: V8 lets tens of megabytes of them gather.
  for (const { buffer } of [...answer, batch]) if (buffer instanceof ArrayBuffer) buffer.transfer(0)
  return all
}

/** The disk is looked at this often at most. */
const lookMillis = 100

/** Makes the database read-only while there is little room on its disk. */
const makeRoomKeeper = (pglite: PGlite, directory: string) => {
  let known: boolean | undefined
  let next = 0
  return async (): Promise<void> => {
    const now = performance.now()
    if (now < next) return
    next = now + lookMillis
    const room = diskSpaceIn(directory, known)
    if (room.isScarce === known) return
    known = room.isScarce
    await ask(pglite, Wire.query(`SET default_transaction_read_only = ${known ? "on" : "off"}`))
    tell(room)
  }
}

const serve = async (pglite: PGlite): Promise<void> => {
  const keepRoom = "directory" in location ? makeRoomKeeper(pglite, location.directory) : async () => {}
  await keepRoom()
  let inTransaction = false
  const run = async (batch: Uint8Array): Promise<void> => {
    batches++
    if (!inTransaction) await keepRoom()
    const answer = await ask(pglite, batch)
    forgetInterruption(pglite.Module)
    const status = Wire.transactionStatus(Buffer.from(answer.buffer))
    if (status === undefined) throw new Error(lastWords || "The answer did not end in ReadyForQuery")
    inTransaction = status !== "I"
    port.postMessage(answer, [answer.buffer])
  }
  const close = async (): Promise<void> => {
    isOpen = false
    await pglite.close()
    tell("closed")
  }
  port.on("message", (message: Uint8Array | "close") => {
    if (message === "close") void close()
    else run(message).catch((error: unknown) => tell({ stopped: lastWords || messageOf(error) }))
  })
}

try {
  const code = compiled ?? (await compile())
  const pglite = await open(code)
  isOpen = true
  await serve(pglite)
  tell({ opened: code })
} catch (error) {
  tell({ stopped: lastWords || messageOf(error) })
}

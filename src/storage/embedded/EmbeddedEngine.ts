import { Effect, type Scope } from "effect"
import { Buffer } from "node:buffer"
import { Worker } from "node:worker_threads"
import type { DiskSpace } from "./DiskSpace.ts"
import { type Beginning, type DatabaseLocation, none, type Told } from "./Thread.ts"

/**
 * Compiled once: a thread that finds it opens its database in a third of the time, and runs at full speed from the
 * first statement.
 */
let compiled: WebAssembly.Module | undefined

/** A thread that is asked to close has this long, then it is ended: what it has acknowledged is on the disk. */
const closingMillis = 10_000

/**
 * Postgres in a thread of its own, so that no statement holds up this one. It runs one batch at a time, and is asked
 * for one at a time.
 */
export class EmbeddedEngine {
  readonly #worker: Worker
  readonly #interrupted: Int32Array<SharedArrayBuffer>
  readonly #exited: Promise<unknown>
  readonly #ended = Promise.withResolvers<Error>()
  #isEnded = false
  #batches = 0
  #asked: PromiseWithResolvers<Buffer> | undefined

  private constructor(worker: Worker, interrupted: Int32Array<SharedArrayBuffer>) {
    this.#worker = worker
    this.#interrupted = interrupted
    this.#exited = new Promise((resolve) => worker.once("exit", resolve))
  }

  /** Opens the database in a new thread, until the scope closes; fails with the engine's own last words. */
  static readonly open = (
    location: DatabaseLocation,
    onDiskSpace: (room: DiskSpace) => void = () => {},
    vectors = false
  ): Effect.Effect<EmbeddedEngine, Error, Scope.Scope> =>
    Effect.acquireRelease(
      Effect.tryPromise({
        try: () => EmbeddedEngine.#open(location, onDiskSpace, vectors),
        catch: (cause) => cause as Error
      }),
      (engine) => Effect.promise(() => engine.#close())
    )

  static async #open(
    location: DatabaseLocation,
    onDiskSpace: (room: DiskSpace) => void,
    vectors: boolean
  ): Promise<EmbeddedEngine> {
    const interrupted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(none)
    const { NODE_COMPILE_CACHE } = process.env
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { location, vectors, interrupted, compiled } satisfies Beginning,
      // Nothing of the environment is needed in there but where compiled code is.
      env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
      // What is short-lived are copies of batches and answers. More room for them would be kept for good.
      resourceLimits: { maxYoungGenerationSizeMb: 8 }
    })
    const engine = new EmbeddedEngine(worker, interrupted)
    const opened = new Promise<void>((resolve) => {
      worker.on("message", (told: Told) => {
        if (told instanceof Uint8Array) engine.#answer(told)
        else if (told === "closed") void worker.terminate()
        else if ("opened" in told) {
          compiled = told.opened
          resolve()
        } else if ("stopped" in told) engine.stop(new Error(told.stopped))
        else onDiskSpace(told)
      })
    })
    worker.on("error", (error) => engine.stop(error instanceof Error ? error : new Error(String(error))))
    worker.on("exit", (code) => engine.stop(new Error(`Its thread ended with exit code ${code}`)))
    const error = await Promise.race([opened, engine.ended])
    if (error === undefined) return engine
    await engine.#exited
    throw error
  }

  /** Comes with the reason when the engine has come to an end by itself, or by {@link stop}. */
  get ended(): Promise<Error> {
    return this.#ended.promise
  }

  /**
   * Runs one whole protocol batch and gives everything it answered; rejects when the engine ends before. The batch is
   * handed over.
   */
  run(batch: Uint8Array<ArrayBuffer>): Promise<Buffer> {
    this.#batches++
    this.#asked = Promise.withResolvers()
    if (this.#isEnded) this.#asked.reject(new Error("The engine has ended"))
    else this.#worker.postMessage(batch, [batch.buffer])
    return this.#asked.promise
  }

  /** Asks the batch that runs to end. It does so where it next reads or writes a file. */
  interrupt(): void {
    Atomics.store(this.#interrupted, 0, this.#batches)
  }

  /** Ends the thread whatever it does, as a kill would. */
  stop(error: Error): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#asked?.reject(error)
    this.#ended.resolve(error)
    void this.#worker.terminate()
  }

  #answer(bytes: Uint8Array<ArrayBuffer>): void {
    this.#asked?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  /** Waits until nothing of the thread is left, so that another may open the same files. */
  async #close(): Promise<void> {
    if (!this.#isEnded) {
      this.#isEnded = true
      this.#worker.postMessage("close", [])
      const deadline = setTimeout(() => void this.#worker.terminate(), closingMillis)
      void this.#exited.then(() => clearTimeout(deadline))
    }
    await this.#exited
  }
}

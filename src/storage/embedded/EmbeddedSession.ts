import { Buffer } from "node:buffer"
import { randomBytes } from "node:crypto"
import { Duplex } from "node:stream"
import * as Wire from "./Wire.ts"

/** What a session asks of the backend that it shares with others. */
interface Backend {
  readonly wake: (session: EmbeddedSession) => void
  readonly cancel: (pid: number, secret: number) => void
  readonly forget: (session: EmbeddedSession) => void
}

/** One client's connection to the embedded backend: collects its messages into batches and cleans up after it. */
export class EmbeddedSession extends Duplex {
  readonly pid: number
  readonly secret = randomBytes(4).readInt32BE()
  readonly batches: Array<Uint8Array> = []
  inTransaction = false
  /** The client has left; what remains to do is to leave nothing behind. */
  closing = false
  listens = false
  readonly #backend: Backend
  /** Statements it has prepared. They can't collide with another session's: the client's names are random. */
  readonly #statements = new Set<string>()
  #input: Buffer = Buffer.alloc(0)
  #batch: Array<Uint8Array> = []
  #started = false

  constructor(backend: Backend, pid: number) {
    super()
    this.#backend = backend
    this.pid = pid
  }

  hasWork(): boolean {
    return this.batches.length > 0 || (this.closing && this.inTransaction)
  }

  nextBatch(): Uint8Array | undefined {
    return this.closing && this.inTransaction ? Wire.rollback : this.batches.shift()
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#input = this.#input.length === 0 ? chunk : Buffer.concat([this.#input, chunk])
    while (!this.closing && this.#take());
    done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#leave()
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#leave()
    done(error)
  }

  /** Takes one message off the input; false when it isn't there in full yet. */
  #take(): boolean {
    const header = this.#started ? 1 : 0
    if (this.#input.length < header + 4) return false
    const end = header + this.#input.readInt32BE(header)
    if (this.#input.length < end) return false
    const message = this.#input.subarray(0, end)
    this.#input = this.#input.subarray(end)
    if (this.#started) this.#accept(message)
    else this.#start(message)
    return true
  }

  #start(message: Buffer): void {
    const code = message.readInt32BE(4)
    if (code === Wire.sslRequestCode) {
      this.push("N")
    } else if (code === Wire.cancelRequestCode) {
      this.#backend.cancel(message.readInt32BE(8), message.readInt32BE(12))
      this.destroy()
    } else {
      this.#started = true
      this.push(Buffer.concat([Wire.authenticationOk, Wire.backendKeyData(this.pid, this.secret), Wire.readyForQuery]))
    }
  }

  #accept(message: Buffer): void {
    const type = Wire.typeOf(message)
    if (type === "X") return this.#leave()
    if (type === "C" && Wire.typeOf(message, 5) === "S") this.#statements.delete(Wire.nameAt(message, 6))
    this.#batch.push(type === "P" ? this.#parse(message) : message)
    if (type !== "S" && type !== "Q") return
    this.batches.push(Buffer.concat(this.#batch))
    this.#batch = []
    this.#backend.wake(this)
  }

  /**
   * Another session may listen to the same channel on the shared backend, so UNLISTEN runs as LISTEN: the channel
   * stays on, and the client, which has dropped its own queue by then, ignores what comes in.
   */
  #parse(message: Buffer): Buffer {
    const { name, command } = Wire.parseOf(message)
    if (name !== "") this.#statements.add(name)
    if (command === "LISTEN") this.listens = true
    return command === "UNLISTEN" ? Wire.withoutUn(message) : message
  }

  /** Leaves nothing behind on the shared backend: rolls back what is open and drops the statements it prepared. */
  #leave(): void {
    if (this.closing) return
    this.closing = true
    this.#backend.forget(this)
    this.batches.length = 0
    if (this.#statements.size > 0) this.batches.push(Wire.closeStatements(this.#statements))
    if (this.hasWork()) this.#backend.wake(this)
  }
}

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

/** How long a statement may take, in milliseconds (0: as long as it likes), by SET or SET LOCAL. */
interface Timeout {
  readonly local: boolean
  readonly millis: number
}

/** One client's connection to the embedded backend: collects its messages into batches and cleans up after it. */
export class EmbeddedSession extends Duplex {
  readonly pid: number
  readonly secret = randomBytes(4).readInt32BE()
  readonly batches: Array<Uint8Array<ArrayBuffer>> = []
  inTransaction = false
  /** The client has left; what remains is to clean up. */
  closing = false
  listens = false
  readonly #backend: Backend
  /** Statements it has prepared. They can't collide with another session's: the client's names are random. */
  readonly #statements = new Set<string>()
  /** Those of them that set `statement_timeout`. */
  readonly #timeouts = new Map<string, Timeout>()
  #statementTimeout = 0
  #localTimeout: number | undefined
  #idleTimeout = 0
  #input: Buffer = Buffer.alloc(0)
  #batch: Array<Uint8Array> = []
  #started = false

  constructor(backend: Backend, pid: number) {
    super()
    this.#backend = backend
    this.pid = pid
  }

  /**
   * `statement_timeout` as a server has it: from the startup message, by SET, and by SET LOCAL to the end of the
   * transaction. The engine has no timer of its own. Milliseconds; 0 is no limit.
   */
  get statementTimeout(): number {
    return this.#localTimeout ?? this.#statementTimeout
  }

  /** `idle_in_transaction_session_timeout`, from the startup message. Milliseconds; 0 is no limit. */
  get idleTimeout(): number {
    return this.#idleTimeout
  }

  hasWork(): boolean {
    return this.batches.length > 0 || (this.closing && this.inTransaction)
  }

  nextBatch(): Uint8Array<ArrayBuffer> | undefined {
    return this.closing && this.inTransaction ? Wire.query("ROLLBACK") : this.batches.shift()
  }

  /** Takes what the engine has answered to its batch. */
  answer(answer: Buffer, inTransaction: boolean): void {
    this.inTransaction = inTransaction
    if (!inTransaction) this.#localTimeout = undefined
    if (!this.closing) this.push(answer)
  }

  /** Ends without a trace: the engine that had its transaction and statements is gone. */
  abandon(error: Error): void {
    this.inTransaction = false
    this.#statements.clear()
    this.destroy(error)
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
      const parameters = Wire.parametersOf(message)
      this.#statementTimeout = Number(parameters.get("statement_timeout") ?? 0)
      this.#idleTimeout = Number(parameters.get("idle_in_transaction_session_timeout") ?? 0)
      this.#started = true
      this.push(Buffer.concat([Wire.authenticationOk, Wire.backendKeyData(this.pid, this.secret), Wire.readyForQuery]))
    }
  }

  #accept(message: Buffer): void {
    const type = Wire.typeOf(message)
    if (type === "X") return this.#leave()
    if (type === "C" && Wire.typeOf(message, 5) === "S") this.#statements.delete(Wire.nameAt(message, 6))
    if (type === "B" && this.#timeouts.size > 0) this.#limit(this.#timeouts.get(Wire.boundOf(message)))
    this.#batch.push(type === "P" ? this.#parse(message) : message)
    if (type !== "S" && type !== "Q") return
    this.batches.push(Wire.whole(this.#batch))
    this.#batch = []
    this.#backend.wake(this)
  }

  /**
   * Another session may listen to the same channel on the shared backend, so UNLISTEN runs as LISTEN: the channel
   * stays on, and the client, which has dropped its own queue by then, ignores what comes in.
   */
  #parse(message: Buffer): Buffer {
    const { head, name } = Wire.parseOf(message)
    if (name !== "") this.#statements.add(name)
    this.#timeouts.delete(name)
    const [, local, millis] = /^set (local )?statement_timeout = (\d+)/i.exec(head) ?? []
    if (millis !== undefined) this.#timeouts.set(name, { local: local !== undefined, millis: Number(millis) })
    if (head.startsWith("LISTEN ")) this.listens = true
    return head.startsWith("UNLISTEN ") ? Wire.withoutUn(message) : message
  }

  #limit(timeout: Timeout | undefined): void {
    if (timeout === undefined) return
    if (timeout.local) this.#localTimeout = timeout.millis
    else this.#statementTimeout = timeout.millis
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

import { Buffer } from "node:buffer"
import type { Duplex } from "node:stream"
import { EmbeddedSession } from "./EmbeddedSession.ts"
import * as Wire from "./Wire.ts"

/** Runs one whole protocol batch on the one embedded backend and returns everything it answered. */
export type Engine = (batch: Uint8Array) => Promise<Buffer>

/**
 * Shares one embedded backend between many client sessions.
 *
 * The backend is one Postgres session that runs one batch at a time; a batch is what ends in ReadyForQuery. A client
 * session gets its turn in order of arrival, keeps it while its transaction is open, and gives it up with the next
 * ReadyForQuery outside of a transaction. So transactions are serial, and no statement of one session ever lands in
 * the transaction of another. What belongs to the backend rather than to a transaction is shared by all sessions:
 * settings made with SET, session-level advisory locks and temporary tables.
 */
export class EmbeddedBackend {
  readonly #engine: Engine
  readonly #idleInTransactionMillis: number
  readonly #sessions = new Map<number, EmbeddedSession>()
  readonly #waiting = new Set<EmbeddedSession>()
  #owner: EmbeddedSession | undefined
  #busy = false
  #idle: ReturnType<typeof setTimeout> | undefined
  #broken: Error | undefined
  #nextPid = 1

  /** A transaction that asks nothing for `idleInTransactionMillis` is ended, because every other session waits for it. */
  constructor(engine: Engine, idleInTransactionMillis: number) {
    this.#engine = engine
    this.#idleInTransactionMillis = idleInTransactionMillis
  }

  /** Opens one more session: a Duplex that speaks the server's side of the Postgres protocol. */
  readonly connect = (): Duplex => {
    const session = new EmbeddedSession(this, this.#nextPid++)
    if (this.#broken === undefined) this.#sessions.set(session.pid, session)
    else session.destroy(this.#broken)
    return session
  }

  /** Asks for a turn. The batch runs in a later macrotask, so that a busy database never starves the event loop. */
  wake(session: EmbeddedSession): void {
    this.#waiting.add(session)
    this.#schedule()
  }

  /** Answers a CancelRequest: a batch that still waits for its turn is withdrawn; one that runs can't be stopped. */
  cancel(pid: number, secret: number): void {
    const session = this.#sessions.get(pid)
    if (session === undefined || session.secret !== secret || session === this.#owner) return
    if (session.batches.shift() === undefined) return
    if (!session.hasWork()) this.#waiting.delete(session)
    session.push(Buffer.concat([Wire.queryCanceled, Wire.readyForQuery]))
  }

  forget(session: EmbeddedSession): void {
    this.#sessions.delete(session.pid)
    this.#waiting.delete(session)
  }

  #schedule(): void {
    if (this.#busy || this.#broken !== undefined) return
    const next = this.#owner ?? this.#waiting.values().next().value
    if (next === undefined || !next.hasWork()) return
    this.#busy = true
    clearTimeout(this.#idle)
    setImmediate(() => this.#run(next))
  }

  async #run(session: EmbeddedSession): Promise<void> {
    const batch = session.nextBatch()
    if (batch !== undefined) {
      this.#owner = session
      try {
        this.#finish(session, await this.#engine(batch))
      } catch (cause) {
        this.#break(cause)
      }
    }
    // To the back of the line, so that a session with many batches doesn't keep the others waiting.
    this.#waiting.delete(session)
    if (session.hasWork()) this.#waiting.add(session)
    this.#busy = false
    this.#schedule()
  }

  #finish(session: EmbeddedSession, answer: Buffer): void {
    const status = Wire.transactionStatus(answer)
    if (status === undefined) throw new Error("The answer did not end in ReadyForQuery")
    session.inTransaction = status !== "I"
    if (!session.inTransaction) this.#owner = undefined
    this.#notify(session, answer)
    if (!session.closing) session.push(answer)
    if (session.inTransaction && !session.hasWork()) {
      const error = new Error("A transaction was idle for too long while others waited for the database")
      this.#idle = setTimeout(() => session.destroy(error), this.#idleInTransactionMillis).unref()
    }
  }

  /** Notifications arrive with whichever batch ran last: every other session that listens gets them too. */
  #notify(sender: EmbeddedSession, answer: Buffer): void {
    const listeners = Array.from(this.#sessions.values()).filter((session) => session.listens && session !== sender)
    if (listeners.length === 0) return
    const notifications = Wire.notifications(answer)
    if (notifications.length > 0) for (const listener of listeners) listener.push(notifications)
  }

  /** The engine is gone (out of memory, disk full): every session ends, and each new one is refused. */
  #break(cause: unknown): void {
    this.#broken = new Error("The embedded database stopped", { cause })
    for (const session of this.#sessions.values()) session.destroy(this.#broken)
  }
}

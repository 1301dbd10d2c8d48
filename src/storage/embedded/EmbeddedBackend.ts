import { Buffer } from "node:buffer"
import type { Duplex } from "node:stream"
import type { EmbeddedEngine } from "./EmbeddedEngine.ts"
import { EmbeddedSession } from "./EmbeddedSession.ts"
import * as Wire from "./Wire.ts"

/** What the backend needs of an engine. */
type Running = Pick<EmbeddedEngine, "interrupt" | "run" | "stop">

/** How long a statement may go on after it was asked to end; then the engine is ended and replaced. */
const graceMillis = 5_000

/** How long the database may be busy without counting as unavailable: no request waits longer. */
const longestSilence = 10_000

/**
 * Shares one embedded engine between many client sessions.
 *
 * The engine is one Postgres session that runs one batch at a time; a batch is what ends in ReadyForQuery. A client
 * session gets its turn in order of arrival, keeps it while its transaction is open, and gives it up with the next
 * ReadyForQuery outside of a transaction. So transactions are serial, and no statement of one session ever lands in
 * the transaction of another. What belongs to the engine rather than to a transaction is shared by all sessions:
 * settings made with SET, session-level advisory locks and temporary tables.
 *
 * When the engine is lost every session ends, as when a server restarts, and what new ones ask waits for the next
 * engine.
 */
export class EmbeddedBackend {
  readonly #sessions = new Map<number, EmbeddedSession>()
  readonly #waiting = new Set<EmbeddedSession>()
  #engine: Running | undefined
  #refusal: Error | undefined
  #owner: EmbeddedSession | undefined
  /** The batch that runs, with the timer that ends it. */
  #running: { limit: ReturnType<typeof setTimeout> | undefined } | undefined
  /** When a batch last began or ended, by `performance.now()`. */
  #lastSign = -Infinity
  #idle: ReturnType<typeof setTimeout> | undefined
  #nextPid = 1

  /** Opens one more session: a Duplex that speaks the server's side of the Postgres protocol. */
  readonly connect = (): Duplex => {
    const session = new EmbeddedSession(this, this.#nextPid++)
    if (this.#refusal === undefined) this.#sessions.set(session.pid, session)
    else session.destroy(this.#refusal)
    return session
  }

  /**
   * Whether it has begun or ended a statement within the time that a request waits: who waits for it has to wait on.
   */
  readonly isAtWork = (): boolean => this.#engine !== undefined && performance.now() - this.#lastSign < longestSilence

  /** Runs everything on this engine from now on. */
  use(engine: Running): void {
    this.#engine = engine
    this.#refusal = undefined
    this.#schedule()
  }

  /** The engine is gone: every session ends. New ones wait for the next engine. */
  lose(error: Error): void {
    const sessions = Array.from(this.#sessions.values())
    this.#engine = undefined
    this.#owner = undefined
    this.#settle()
    clearTimeout(this.#idle)
    this.#sessions.clear()
    this.#waiting.clear()
    for (const session of sessions) session.abandon(error)
  }

  /**
   * There is no engine and none can be had for now: every session ends, and new ones are refused until there is one.
   */
  readonly refuse = (error: Error): void => {
    this.lose(error)
    this.#refusal = error
  }

  /** Asks for a turn. */
  wake(session: EmbeddedSession): void {
    this.#waiting.add(session)
    this.#schedule()
  }

  /** Answers a CancelRequest: a batch that still waits for its turn is withdrawn, one that runs is asked to end. */
  cancel(pid: number, secret: number): void {
    const session = this.#sessions.get(pid)
    if (session === undefined || session.secret !== secret) return
    if (session === this.#owner) {
      if (this.#running !== undefined) this.#end("Nobody waited for a statement any more, and it did not end")
      return
    }
    if (session.batches.shift() === undefined) return
    if (!session.hasWork()) this.#waiting.delete(session)
    session.push(Buffer.concat([Wire.queryCanceled, Wire.readyForQuery]))
  }

  forget(session: EmbeddedSession): void {
    this.#sessions.delete(session.pid)
    this.#waiting.delete(session)
  }

  #schedule(): void {
    if (this.#running !== undefined || this.#engine === undefined) return
    const next = this.#owner ?? this.#waiting.values().next().value
    if (next === undefined || !next.hasWork()) return
    clearTimeout(this.#idle)
    const batch = next.nextBatch()
    // Goes to the end of the queue, so that a session with many batches does not block the others.
    this.#waiting.delete(next)
    if (next.hasWork()) this.#waiting.add(next)
    if (batch !== undefined) void this.#run(next, batch, this.#engine)
  }

  async #run(session: EmbeddedSession, batch: Uint8Array<ArrayBuffer>, engine: Running): Promise<void> {
    this.#owner = session
    const limit = session.statementTimeout
    const running = {
      limit: limit > 0 ? setTimeout(() => this.#end(`A statement ran for longer than ${limit} ms`), limit) : undefined
    }
    this.#running = running
    this.#lastSign = performance.now()
    // Whoever keeps the engine tells of its end.
    const answer = await engine.run(batch).catch(() => null)
    // The engine has ended, perhaps with the program, which must not wait for the limit.
    if (answer === null) return clearTimeout(running.limit)
    if (this.#running !== running) return
    this.#lastSign = performance.now()
    this.#settle()
    this.#finish(session, answer)
    this.#schedule()
  }

  /** Asks the statement that runs to end; where it doesn't, the engine is ended. */
  #end(reason: string): void {
    const running = this.#running!
    this.#engine!.interrupt()
    clearTimeout(running.limit)
    running.limit = setTimeout(() => {
      // The answer may have arrived while this thread was busy, so waiting messages are handled first.
      setImmediate(() => {
        if (this.#running === running) this.#engine!.stop(new Error(reason))
      })
    }, graceMillis)
  }

  #settle(): void {
    clearTimeout(this.#running?.limit)
    this.#running = undefined
  }

  #finish(session: EmbeddedSession, answer: Buffer): void {
    const inTransaction = Wire.transactionStatus(answer) !== "I"
    if (!inTransaction) this.#owner = undefined
    this.#notify(session, answer)
    session.answer(answer, inTransaction)
    // The client may have sent more already while it got the answer.
    const isIdle = inTransaction && this.#running === undefined && !session.hasWork()
    if (isIdle && session.idleTimeout > 0) {
      const error = new Error("A transaction was idle for too long while others waited for the database")
      this.#idle = setTimeout(() => session.destroy(error), session.idleTimeout).unref()
    }
  }

  /** Notifications arrive with whichever batch ran last: every other session that listens gets them too. */
  #notify(sender: EmbeddedSession, answer: Buffer): void {
    const listeners = Array.from(this.#sessions.values()).filter((session) => session.listens && session !== sender)
    if (listeners.length === 0) return
    const notifications = Wire.notifications(answer)
    if (notifications.length > 0) for (const listener of listeners) listener.push(notifications)
  }
}

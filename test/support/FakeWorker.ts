import { EventEmitter } from "node:events"

interface Message {
  readonly metrics: string
  readonly id: string
}

/** What Node's cluster makes of a worker, without a process. */
export class FakeWorker extends EventEmitter {
  readonly id: number
  /** Without a `pid` it could not be started. */
  readonly process: { pid: number | undefined; readonly kill: (signal: string) => void }
  /** Killed, which nobody has noticed yet. */
  isDead = false
  heard: (message: Message) => unknown = () => {}

  constructor(id: number) {
    super()
    this.id = id
    this.process = { pid: 1_000 + id, kill: (signal) => this.emit("exit", null, signal) }
  }

  /** Tells of a failure as Node does: by the callback, or else by an event. */
  send(message: Message, callback?: (error: Error | null) => void): boolean {
    const error = this.isDead ? Object.assign(new Error("write EPIPE"), { code: "EPIPE" }) : null
    process.nextTick(() => {
      if (callback !== undefined) callback(error)
      else if (error !== null) this.emit("error", error)
    })
    if (error === null) this.heard(message)
    return error === null
  }
}

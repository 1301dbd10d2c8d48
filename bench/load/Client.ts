import { connect, type Socket } from "node:net"

/** Bytes to send, made once: building each request would slow down the load. */
export const requestBytes = (method: string, path: string, headers: Record<string, string>, body = ""): string =>
  [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === "" ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(body)}`]),
    "",
    body
  ].join("\r\n")

export interface Answer {
  readonly status: number
  readonly headers: string
  readonly body: string
}

/** What came in place of an answer: the connection ended, or nothing did within {@link answerTimeoutMillis}. */
export type Silence = "closed" | "no answer"

/** A service promises an answer within 10 s; the rest is for a machine that is busy. */
const answerTimeoutMillis = 20_000

/**
 * Node closes a connection after 5 s without use. Idle ones are dropped a second earlier, so that no request meets the
 * close.
 */
const idleMost = 5_000

/**
 * An HTTP client on raw sockets, for many more requests a second than a full one can make. Bodies have a length, as all
 * of ours do.
 */
export class Client {
  readonly #port: number
  readonly #most: number
  readonly #free: Array<Connection> = []
  readonly #all = new Set<Connection>()

  constructor(url: string, most: number) {
    this.#port = Number(new URL(url).port)
    this.#most = most
  }

  /** Connections that it has open. */
  get connections(): number {
    return this.#all.size
  }

  /** Whether a connection is there for another request. */
  get hasRoom(): boolean {
    return this.#free.length > 0 || this.#all.size < this.#most
  }

  /** Sends, and says so; false when all connections wait for answers. */
  ask(bytes: string, answered: (answer: Answer | Silence, millis: number) => void): boolean {
    const connection = this.#take()
    if (connection === undefined) return false
    const begun = performance.now()
    const timer = setTimeout(() => connection.end("no answer"), answerTimeoutMillis)
    connection.ask(bytes, (answer) => {
      clearTimeout(timer)
      const open = typeof answer !== "string" && !/\r\nconnection: close/i.test(answer.headers)
      if (open) {
        connection.idleSince = performance.now()
        this.#free.push(connection)
      } else connection.end("closed")
      answered(answer, performance.now() - begun)
    })
    return true
  }

  /** Opens all connections that there may be, with a question that costs nothing. */
  async open(): Promise<void> {
    const answers: Array<Promise<void>> = []
    while (this.hasRoom && answers.length < this.#most) {
      answers.push(new Promise((resolve) => this.ask(requestBytes("GET", "/healthz", {}), () => resolve())))
    }
    await Promise.all(answers)
  }

  close(): void {
    for (const connection of this.#all) connection.end("closed")
  }

  /** The one that was used last, or another. */
  #take(): Connection | undefined {
    for (;;) {
      const free = this.#free.pop()
      if (free === undefined) break
      if (free.isOpen && performance.now() - free.idleSince < idleMost) return free
      free.end("closed")
    }
    if (this.#all.size >= this.#most) return undefined
    const made = new Connection(this.#port, () => this.#all.delete(made))
    this.#all.add(made)
    return made
  }
}

class Connection {
  readonly #socket: Socket
  #got = ""
  #waiting: ((answer: Answer | Silence) => void) | null = null
  idleSince = 0

  constructor(port: number, ended: () => void) {
    this.#socket = connect({ host: "127.0.0.1", port, noDelay: true })
      .setEncoding("latin1")
      .on("data", (chunk) => this.#read(chunk as unknown as string))
      .on("error", () => {})
      .on("close", () => {
        ended()
        this.#settle("closed")
      })
  }

  get isOpen(): boolean {
    return this.#socket.writable && this.#socket.readable
  }

  ask(bytes: string, answered: (answer: Answer | Silence) => void): void {
    this.#waiting = answered
    this.#socket.write(bytes)
  }

  end(why: Silence): void {
    this.#settle(why)
    this.#socket.destroy()
  }

  #settle(answer: Answer | Silence): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.(answer)
  }

  #read(chunk: string): void {
    this.#got += chunk
    const head = this.#got.indexOf("\r\n\r\n")
    if (head === -1) return
    const headers = this.#got.slice(0, head)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0)
    const status = Number(headers.slice(9, 12))
    const end = head + 4 + (status === 304 ? 0 : length)
    if (this.#got.length < end) return
    const body = this.#got.slice(head + 4, end)
    this.#got = this.#got.slice(end)
    this.#settle({ status, headers, body })
  }
}

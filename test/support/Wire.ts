import { connect, type Socket } from "node:net"

/** An answer as it came over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly json: any
}

const finalAnswer = /^HTTP\/1\.1 ([2-5]\d\d) [^\r]*\r\n([\s\S]*?)\r\n\r\n/

const headersOf = (lines: string) =>
  new Map(
    lines.split("\r\n").map((line) => {
      const colon = line.indexOf(":")
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
    })
  )

/** The answers in what a connection received, in order; interim ones (1xx) are left out. */
const answersIn = (received: string): ReadonlyArray<WireAnswer> => {
  const answers: Array<WireAnswer> = []
  let rest = received.replaceAll(/^HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n/g, "")
  for (let match = finalAnswer.exec(rest); match !== null; match = finalAnswer.exec(rest)) {
    const headers = headersOf(match[2]!)
    const body = rest.slice(match[0].length).slice(0, Number(headers.get("content-length") ?? 0))
    const isJson = headers.get("content-type") === "application/json" && body !== ""
    answers.push({ status: Number(match[1]), headers, json: isJson ? JSON.parse(body) : undefined })
    rest = rest.slice(match[0].length + body.length)
  }
  return answers
}

/**
 * A connection on which a test says what it wants, HTTP or not. What comes is read as Latin-1: a character is a byte.
 */
export class Wire {
  readonly #socket: Socket
  #received = ""
  /** All answers, once the service has closed the connection. */
  readonly closed: Promise<ReadonlyArray<WireAnswer>>

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.#socket = connect(Number(port), hostname)
    this.#socket.setEncoding("latin1")
    this.#socket.on("data", (text: string) => (this.#received += text))
    this.closed = new Promise((resolve) => {
      this.#socket.on("error", () => {})
      this.#socket.on("close", () => resolve(answersIn(this.#received)))
    })
  }

  /** All that has come so far, as it came. */
  get received(): string {
    return this.#received
  }

  /** Sends these bytes, one for each character. */
  say(text: string): this {
    this.#socket.write(Buffer.from(text, "latin1"))
    return this
  }

  /** Goes away in the middle; resolves when the service has noticed. */
  async leave(): Promise<void> {
    this.#socket.end()
    await this.closed
  }

  /** Resolves when this has been received. */
  hears(text: string): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!this.#received.includes(text)) return
        this.#socket.off("data", look)
        resolve()
      }
      this.#socket.on("data", look)
      look()
    })
  }
}

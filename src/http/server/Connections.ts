import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"

/** The open connections of a server, each with the answer that it asked for last. */
export class Connections {
  readonly #answers = new Map<Duplex, ServerResponse | undefined>()
  readonly #server: Server
  #ending = false

  constructor(server: Server) {
    this.#server = server
    server.on("connection", (socket: Socket) => {
      this.#answers.set(socket, undefined)
      socket.once("close", () => this.#answers.delete(socket))
    })
    const asked = (request: IncomingMessage, response: ServerResponse) => this.#asked(request, response)
    for (const event of ["request", "checkContinue", "checkExpectation"]) server.prependListener(event, asked)
    server.on("timeout", (socket: Socket) => this.#quiet(socket))
  }

  /** The answer that was asked for last. Those before it are sent before it. */
  latest(socket: Duplex): ServerResponse | undefined {
    return this.#answers.get(socket)
  }

  /** From now on each connection is closed with its answer. */
  keepNone(): void {
    this.#ending = true
    for (const answer of this.#answers.values()) if (answer !== undefined) answer.shouldKeepAlive = false
  }

  /** Closes connections without a request: browsers open some in advance. */
  closeSilent(): void {
    for (const [socket, answer] of this.#answers)
      if (answer === undefined && (socket as Socket).bytesRead === 0) socket.destroy()
  }

  /** Answers that have not begun although the rest of their request has not come either. */
  unfinished(): ReadonlyArray<ServerResponse> {
    return [...this.#answers.values()].filter(
      (answer): answer is ServerResponse => answer !== undefined && !answer.headersSent && !answer.req.complete
    )
  }

  /** Closes all that are left, answered or not. */
  destroy(): void {
    this.#server.closeAllConnections()
  }

  #asked({ socket }: IncomingMessage, answer: ServerResponse): void {
    if (this.#answers.has(socket)) this.#answers.set(socket, answer)
    if (this.#ending) answer.shouldKeepAlive = false
  }

  /**
   * Called when a connection was idle for a while. It is closed unless an answer is still being made; a stream that
   * nobody reads is ended too.
   */
  #quiet(socket: Socket): void {
    const answer = this.#answers.get(socket)
    if (answer === undefined || answer.writableEnded || socket.writableLength > 0) socket.destroy()
  }
}

import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { requestIdOf } from "../../api/RequestId.ts"
import type { Connections } from "./Connections.ts"
import { answerOf, type ErrorResponse, errorResponseOf, expectation, noProxy } from "./ErrorResponse.ts"

/** Sets a request's id as early as possible, so that its answer and all log lines have the same one. */
const identify = ({ headers }: IncomingMessage): string => {
  const id = requestIdOf([headers["x-request-id"]].flat()[0])
  headers["x-request-id"] = id
  return id
}

/** Closes a connection after half a second: closing it at once could lose the last answer. */
const destroySoon = (socket: Duplex): void => {
  const timer = setTimeout(() => socket.destroy(), 500)
  socket.once("close", () => clearTimeout(timer))
}

/** Tells of an error response: the log has it under the id that the answer has. */
type Tell = (reply: ErrorResponse, id: string) => void

/**
 * Answers what Node's server refuses by itself in the envelope, and closes the connection. Returns a function that
 * refuses other requests in the same way.
 */
export const answerClientErrors = (server: Server, connections: Connections, tell: Tell) => {
  const answer = (response: ServerResponse, reply: ErrorResponse) => {
    const id = identify(response.req)
    const { body, headers } = answerOf(reply, id)
    response.writeHead(Number.parseInt(reply.status), headers).end(body)
    // The request ends as well, so that a handler that still reads the body stops waiting.
    response.req.socket.once("close", () => response.req.destroy())
    destroySoon(response.req.socket)
    tell(reply, id)
  }

  const write = (socket: Duplex, reply: ErrorResponse, id = requestIdOf(undefined)) => {
    if (!socket.writable) return void socket.destroy()
    const { body, headers } = answerOf(reply, id)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${reply.status}`, ...lines, "", body].join("\r\n"))
    // Closed even if the peer goes on sending: it has its answer.
    destroySoon(socket)
    tell(reply, id)
  }

  const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    const reply = errorResponseOf(error)
    const latest = connections.latest(socket)
    if (latest !== undefined && !latest.req.complete) {
      // The body of the latest request is wrong. If that request has its answer already, it gets no second one.
      if (latest.headersSent) destroySoon(socket)
      else answer(latest, reply)
    }
    // Requests before this one were well-formed: their answers come first.
    else if (latest !== undefined && !latest.writableFinished) latest.once("finish", () => write(socket, reply))
    else write(socket, reply)
  }

  server
    .prependListener("request", identify)
    .prependListener("checkContinue", identify)
    .on("clientError", refuse)
    .on("checkExpectation", (_request, response) => answer(response, expectation))
    .on("connect", (request, socket) => write(socket, noProxy, identify(request)))

  return answer
}

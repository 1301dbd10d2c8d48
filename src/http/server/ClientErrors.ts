import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { requestIdOf } from "../../api/RequestId.ts"
import type { Connections } from "./Connections.ts"
import { answerOf, type ErrorResponse, errorResponseOf, expectation, noProxy } from "./ErrorResponse.ts"

/**
 * Settles a request's id as soon as it is there: whoever answers it, and whatever is logged of it, has the same one.
 */
const identify = ({ headers }: IncomingMessage): string => {
  const id = requestIdOf([headers["x-request-id"]].flat()[0])
  headers["x-request-id"] = id
  return id
}

/** Destroys a connection, which can take the last answer with it: so the peer has half a second to read that. */
const destroySoon = (socket: Duplex): void => {
  const timer = setTimeout(() => socket.destroy(), 500)
  socket.once("close", () => clearTimeout(timer))
}

/** Tells of an error response: the log has it under the id that the answer has. */
type Tell = (reply: ErrorResponse, id: string) => void

/**
 * Answers what a server refuses by itself with the envelope, and closes the connection. What it returns refuses the
 * rest.
 */
export const answerClientErrors = (server: Server, connections: Connections, tell: Tell) => {
  const answer = (response: ServerResponse, reply: ErrorResponse) => {
    const id = identify(response.req)
    const { body, headers } = answerOf(reply, id)
    response.writeHead(Number.parseInt(reply.status), headers).end(body)
    // Whoever still waits for the rest of the body is told that it does not come.
    response.req.socket.once("close", () => response.req.destroy())
    destroySoon(response.req.socket)
    tell(reply, id)
  }

  const write = (socket: Duplex, reply: ErrorResponse, id = requestIdOf(undefined)) => {
    if (!socket.writable) return void socket.destroy()
    const { body, headers } = answerOf(reply, id)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${reply.status}`, ...lines, "", body].join("\r\n"))
    // A peer that goes on sending does not keep the connection: it has had its answer.
    destroySoon(socket)
    tell(reply, id)
  }

  const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    const reply = errorResponseOf(error)
    const latest = connections.latest(socket)
    if (latest !== undefined && !latest.req.complete) {
      // It is the body of the latest request that is wrong. If that has its answer already, it gets no second one.
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

import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { requestIdOf } from "../../api/RequestId.ts"
import type { Connections } from "./Connections.ts"
import { answerOf, expectation, noProxy, type Refusal, refusalOf } from "./Refusal.ts"

/** Settles a request's id as soon as it is there: whoever answers it, and whatever is logged of it, has the same one. */
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

/** Tells of a refusal: the log has it under the id that the answer has. */
type Tell = (refusal: Refusal, id: string) => void

/** Answers what a server refuses by itself with the envelope, and closes the connection. What it returns refuses the rest. */
export const answerRefused = (server: Server, connections: Connections, tell: Tell) => {
  const answer = (response: ServerResponse, refusal: Refusal) => {
    const id = identify(response.req)
    const { body, headers } = answerOf(refusal, id)
    response.writeHead(Number.parseInt(refusal.status), headers).end(body)
    // Whoever still waits for the rest of the body is told that it does not come.
    response.req.socket.once("close", () => response.req.destroy())
    destroySoon(response.req.socket)
    tell(refusal, id)
  }

  const write = (socket: Duplex, refusal: Refusal, id = requestIdOf(undefined)) => {
    if (!socket.writable) return void socket.destroy()
    const { body, headers } = answerOf(refusal, id)
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${refusal.status}`, ...lines, "", body].join("\r\n"))
    // A peer that goes on sending does not keep the connection: it has had its answer.
    destroySoon(socket)
    tell(refusal, id)
  }

  const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy()
    const refusal = refusalOf(error)
    const latest = connections.latest(socket)
    if (latest !== undefined && !latest.req.complete) {
      // It is the body of the latest request that is wrong. If that has its answer already, it gets no second one.
      if (latest.headersSent) destroySoon(socket)
      else answer(latest, refusal)
    }
    // Requests before this one were well-formed: their answers come first.
    else if (latest !== undefined && !latest.writableFinished) latest.once("finish", () => write(socket, refusal))
    else write(socket, refusal)
  }

  server
    .prependListener("request", identify)
    .prependListener("checkContinue", identify)
    .on("clientError", refuse)
    .on("checkExpectation", (_request, response) => answer(response, expectation))
    .on("connect", (request, socket) => write(socket, noProxy, identify(request)))

  return answer
}

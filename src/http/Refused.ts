import type { Server } from "node:http"
import type { Duplex } from "node:stream"
import { toEnvelope } from "../api/Errors.ts"

/*
 * Requests that are no HTTP: Node refuses them before there is a request to answer. They get the envelope too.
 */

const refusals: Record<string, readonly [status: string, code: string, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ["408 Request Timeout", "request_timeout", "The request took too long to arrive."],
  HPE_HEADER_OVERFLOW: ["431 Request Header Fields Too Large", "headers_too_large", "The headers are too large."]
}

const malformed = ["400 Bad Request", "malformed_request", "This is not an HTTP request."] as const

const refuse = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy()
    return
  }
  const [status, code, message] = refusals[error.code ?? ""] ?? malformed
  const id = crypto.randomUUID()
  const body = JSON.stringify(toEnvelope({ code, message }, id))
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${id}\r\nConnection: close\r\n\r\n${body}`
  )
}

/** Answers what Node refuses with the envelope. */
export const answerRefused = <S extends Server>(server: S): S => server.on("clientError", refuse) as S

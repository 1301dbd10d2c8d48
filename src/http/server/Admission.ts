import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { requestIdOf } from "../../api/RequestId.ts"
import { Line } from "../../domain/Line.ts"
import { answerOf, busy } from "./ErrorResponse.ts"
import type { Answered } from "./Observer.ts"
import { routeOf } from "./Routes.ts"

/** Monitors must be answered even when the service is busy. */
const always = new Set(["/healthz", "/metrics"])

/** How long a connection pauses after a refusal, in milliseconds; at most shorter than Node's keep-alive. */
const shortestRest = 500
const longestRest = 4_000

/** So many such answers a second take about a tenth of a core. */
const answersPerSecond = 4_000

/**
 * Stops reading from a connection for a while. A client that asks again at once would be refused again at once, and
 * refusing would take the time that admitted requests need. The more connections pause, the longer each does.
 */
const makeRest = () => {
  let resting = 0
  return (socket: Socket): void => {
    resting++
    socket.pause()
    const millis = Math.min(longestRest, Math.max(shortestRest, (resting / answersPerSecond) * 1_000))
    setTimeout(() => {
      resting--
      socket.resume()
    }, millis).unref()
  }
}

/**
 * The service works on it, and waits neither for the rest of the request nor for a slow reader. A stream that has begun
 * waits for events.
 */
const isWork = ({ headersSent, req }: ServerResponse): boolean => req.complete && !headersSent

/**
 * Lets so many requests in at a time, and refuses the others at once: an unbounded queue would make all of them late.
 * At worst an admitted request waits for `most` others. Slow senders and readers take no place; Node's timeouts bound
 * them.
 */
export const makeAdmission = (most: number, observe: (answered: Answered) => void) => {
  const inside = new Line<ServerResponse>()
  const rest = makeRest()

  /** Counts only when there may be no room, which is rare. */
  const isFull = (): boolean => {
    if (inside.size < most) return false
    let working = 0
    for (const response of inside) if (isWork(response)) working++
    return working >= most
  }

  /** Refuses the request if there is no room; otherwise counts it until its answer has left, and returns false. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const route = routeOf(request.url!)
    if (always.has(route)) return false
    if (!isFull()) {
      response.once("close", inside.add(response))
      return false
    }
    const requestId = requestIdOf(request.headers["x-request-id"] as string | undefined)
    const { body, headers } = answerOf(busy, requestId)
    // The connection is kept: opening another would cost both sides more than this answer.
    response.writeHead(503, { ...headers, connection: "keep-alive" }).end(body)
    // Not before: with the end of an answer Node reads on.
    response.once("close", () => rest(request.socket))
    observe({ method: request.method!, route, status: 503, millis: 0, requestId, key: null })
    return true
  }
}

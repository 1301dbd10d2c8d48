import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { requestIdOf } from "../../api/RequestId.ts"
import { answerOf, busy } from "./ErrorResponse.ts"
import type { Answered } from "./Observer.ts"
import { routeOf } from "./Routes.ts"

/** Who watches over the service must be answered above all when it is busy. */
const always = new Set(["/healthz", "/metrics"])

/**
 * The rest of a connection after a refusal, in milliseconds; the longest is shorter than Node keeps one that says
 * nothing.
 */
const shortestRest = 500
const longestRest = 4_000

/** So many such answers a second take about a tenth of a core. */
const answersPerSecond = 4_000

/**
 * Reads nothing from a connection for a while. Whoever asks again as soon as he is refused would else be refused again
 * at once, and refusing would leave no time for the requests that were let in. The more connections rest, the longer
 * they do.
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
 * The service is at work on it, and waits neither for the rest of the request nor for somebody to read the answer. A
 * stream that has begun waits for what it tells.
 */
const isWork = ({ headersSent, req }: ServerResponse): boolean => req.complete && !headersSent

/**
 * Lets so many requests in at a time. The others are refused at once, for a queue without an end would make all of them
 * late: who is let in finds `most` others before them at worst. Who sends or reads slowly takes nobody's place: Node's
 * timeouts see to them.
 */
export const makeAdmission = (most: number, observe: (answered: Answered) => void) => {
  const inside = new Set<ServerResponse>()
  const rest = makeRest()

  /** Counts only when there may be no room: mostly there is. */
  const isFull = (): boolean => {
    if (inside.size < most) return false
    let working = 0
    for (const response of inside) if (isWork(response)) working++
    return working >= most
  }

  /** Answers a request for which there is no room, or notes it until its answer has left, and says false. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const route = routeOf(request.url!)
    if (always.has(route)) return false
    if (!isFull()) {
      inside.add(response)
      response.once("close", () => inside.delete(response))
      return false
    }
    const requestId = requestIdOf(request.headers["x-request-id"] as string | undefined)
    const { body, headers } = answerOf(busy, requestId)
    // The connection is kept: to open another would cost both sides more than this answer.
    response.writeHead(503, { ...headers, connection: "keep-alive" }).end(body)
    // Not before: with the end of an answer Node reads on.
    response.once("close", () => rest(request.socket))
    observe({ method: request.method!, route, status: 503, millis: 0, requestId, key: null })
    return true
  }
}

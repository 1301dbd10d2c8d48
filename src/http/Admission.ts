import type { IncomingMessage, ServerResponse } from "node:http"
import { requestIdOf } from "../api/RequestId.ts"
import type { Answered } from "./Observer.ts"
import { answerOf, busy } from "./Refusal.ts"
import { routeOf } from "./Routes.ts"

/** Who watches over the service must be answered above all when it is busy. */
const always = new Set(["/healthz", "/metrics"])

/**
 * Lets so many requests in at a time. The rest is refused at once, for a queue without an end would make all of them late: who is let
 * in finds `most` others before them at worst.
 */
export const makeAdmission = (most: number, observe: (answered: Answered) => void) => {
  let inside = 0

  /** Answers a request for which there is no room, or counts it in until its answer has left, and says false. */
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const route = routeOf(request.url!)
    if (always.has(route)) return false
    if (inside < most) {
      inside++
      response.once("close", () => inside--)
      return false
    }
    const requestId = requestIdOf(request.headers["x-request-id"] as string | undefined)
    const { body, headers } = answerOf(busy, requestId)
    // The connection is kept: to open another would cost both sides more than this answer.
    response.writeHead(503, { ...headers, connection: "keep-alive" }).end(body)
    observe({ method: request.method!, route, status: 503, millis: 0, requestId, key: null })
    return true
  }
}

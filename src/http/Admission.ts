import type { IncomingMessage, ServerResponse } from "node:http"
import { requestIdOf } from "../api/RequestId.ts"
import type { Answered } from "./Observer.ts"
import { answerOf, busy } from "./Refusal.ts"
import { routeOf } from "./Routes.ts"

/** Who watches over the service must be answered above all when it is busy. */
const always = new Set(["/healthz", "/metrics"])

/** The service is at work on it, and waits neither for the rest of the request nor for somebody to read the answer. */
const isWork = ({ req, writableEnded }: ServerResponse): boolean => req.complete && !writableEnded

/**
 * Lets so many requests in at a time. The rest is refused at once, for a queue without an end would make all of them late: who is let
 * in finds `most` others before them at worst. Who sends or reads slowly takes nobody's place: Node's timeouts see to them.
 */
export const makeAdmission = (most: number, observe: (answered: Answered) => void) => {
  const inside = new Set<ServerResponse>()

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
    observe({ method: request.method!, route, status: 503, millis: 0, requestId, key: null })
    return true
  }
}

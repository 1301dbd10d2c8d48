import { Clock, Effect } from "effect"

/** Calls of a service with a key. Each gives the status, the body and how long it took, in milliseconds. */
export const makeTimedCall = (url: string, key: string) => (path: string, body?: unknown) =>
  Effect.gen(function* () {
    const begun = yield* Clock.currentTimeMillis
    const response = yield* Effect.promise(() =>
      fetch(`${url}${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    )
    const text = yield* Effect.promise(() => response.text())
    const took = (yield* Clock.currentTimeMillis) - begun
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: JSON.parse(text), took }
  })

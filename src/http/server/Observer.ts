import { Context, Effect } from "effect"
import type { ApiKeyId } from "../../domain/ApiKey.ts"
import { Settings } from "../../config/Settings.ts"
import { requestAnswered } from "../../telemetry/Metrics.ts"

/** A request that has been answered. */
export interface Answered {
  readonly method: string
  /** The template of {@link routeOf}, never the path: a metric has a series for each. */
  readonly route: string
  /** 499 when the caller hung up before there was an answer. */
  readonly status: number
  readonly millis: number
  readonly requestId: string
  /** The id of the key that was used; null without one. */
  readonly key: ApiKeyId | null
}

/** What is learnt of a request on the way to its answer: whose key it came with. */
export const RequestFacts = Context.Reference<{ key: ApiKeyId | null }>("sonde/http/RequestFacts", {
  defaultValue: () => ({ key: null })
})

const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"])

/**
 * Every answered request is reported here: it is counted, and logged if there is an access log. Synchronous, and never
 * fails.
 */
export const makeObserver = Effect.gen(function* () {
  const { ACCESS_LOG } = yield* Settings
  const context = yield* Effect.context<never>()
  const run = Effect.runForkWith(context)

  return ({ key, millis, method, requestId, route, status }: Answered): void => {
    const known = methods.has(method) ? method : "OTHER"
    requestAnswered({ method: known, route, status: String(status) }, millis / 1_000)
    if (!ACCESS_LOG) return
    run(
      Effect.annotateLogs(Effect.logInfo("Answered"), {
        method: known,
        route,
        status,
        ms: Math.round(millis * 10) / 10,
        request_id: requestId,
        ...(key !== null && { key_id: key })
      })
    )
  }
})

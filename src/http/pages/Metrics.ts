import { Effect, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash, timingSafeEqual } from "node:crypto"
import { Limits } from "../../access/Limits.ts"
import { Settings } from "../../config/Settings.ts"
import { Unauthorized } from "../../domain/Failure.ts"
import { makeExposition } from "../../telemetry/Readings.ts"
import { answerFailures, nothingHere } from "../middleware/Failures.ts"
import { RequestOrigin } from "../middleware/RequestOrigin.ts"

const missing = new Unauthorized({
  code: "missing_credentials",
  message: "Send the operator's METRICS_TOKEN as Authorization: Bearer."
})

const wrong = new Unauthorized({ code: "invalid_token", message: "The token is not valid." })

/** Digests are compared: they have the same length, and the time of the comparison tells nothing about the token. */
const digest = (text: string) => createHash("sha256").update(text).digest()

/** The page for Prometheus, behind a token of its own; without that token there is nothing here. */
export const metricsLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { METRICS_TOKEN } = yield* Settings
    if (Option.isNone(METRICS_TOKEN)) return yield* router.add("GET", "/metrics", nothingHere)
    const expected = digest(Redacted.value(METRICS_TOKEN.value))
    const limits = yield* Limits
    const origin = yield* RequestOrigin
    const exposition = yield* makeExposition

    const page = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const [scheme, token] = (request.headers.authorization ?? "").split(/ +/, 2)
      const given = scheme?.toLowerCase() === "bearer" ? token : undefined
      if (given === undefined || !timingSafeEqual(digest(given), expected)) {
        yield* limits.failedCredential(origin.address(request))
        return yield* given === undefined ? missing : wrong
      }
      return HttpServerResponse.text(yield* exposition, {
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        headers: { "cache-control": "no-store" }
      })
    })
    yield* router.add("GET", "/metrics", answerFailures(page))
  })
)

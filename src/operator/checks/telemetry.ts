import { Duration, Effect, Option } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { Settings } from "../../config/Settings.ts"
import { collectorFault, collectorOf } from "../../telemetry/Collector.ts"
import type { Finding } from "../Protocol.ts"

const timeout = Duration.seconds(5)

/** Whether the collector takes traces, tried with none; nothing is said where none is configured. */
export const checkTelemetry = Effect.gen(function* () {
  const settings = yield* Settings
  const collector = collectorOf(settings)
  if (Option.isNone(collector)) return []
  const { base, headers } = collector.value
  const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient)
  const request = HttpClientRequest.post(`${base}/v1/traces`).pipe(
    HttpClientRequest.setHeaders(headers),
    // In Protocol Buffers a message without fields has no bytes.
    settings.OTEL_EXPORTER_OTLP_PROTOCOL === "http/json"
      ? HttpClientRequest.bodyJsonUnsafe({ resourceSpans: [] })
      : HttpClientRequest.bodyUint8Array(new Uint8Array(), "application/x-protobuf")
  )
  const fault = yield* client.execute(request).pipe(
    Effect.as(null),
    Effect.catch((error) => Effect.succeed(collectorFault(error))),
    Effect.timeoutOrElse({ duration: timeout, orElse: () => Effect.succeed("it did not answer in 5 seconds") }),
    Effect.scoped
  )
  const finding = (state: Finding["state"], message: string, advice: string | null): Finding => ({
    area: "settings",
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    state,
    message,
    advice
  })
  return fault === null
    ? [finding("ok", "the collector takes traces", null)]
    : [
        finding(
          "warning",
          `the collector fails: ${fault}`,
          "Look whether it runs and takes OTLP over HTTP at this address"
        )
      ]
}).pipe(Effect.provide(FetchHttpClient.layer))

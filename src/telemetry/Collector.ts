import { Effect, Layer, Option, Redacted } from "effect"
import { HttpClient, HttpClientError } from "effect/http"
import type { Settings } from "../config/Settings.ts"

/** `name=value,name=value` with percent-encoded values, as OpenTelemetry's exporters read it. */
const headersOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [name = "", ...value] = pair.split("=")
      if (name.trim() === "" || value.length === 0) return []
      const given = value.join("=").trim()
      try {
        return [[name.trim().toLowerCase(), decodeURIComponent(given)]]
      } catch {
        return [[name.trim().toLowerCase(), given]]
      }
    })
  )

/** Where traces and logs go to, and with which headers; none unless the settings name a collector. */
export const collectorOf = (settings: Settings["Service"]) =>
  Option.map(settings.OTEL_EXPORTER_OTLP_ENDPOINT, (endpoint) => ({
    base: Redacted.value(endpoint).replace(/\/$/, ""),
    headers: Option.match(settings.OTEL_EXPORTER_OTLP_HEADERS, {
      onNone: (): Record<string, string> => ({}),
      onSome: (given) => headersOf(Redacted.value(given))
    })
  }))

/** Why a request to the collector failed, without its address, which may hold a secret. */
export const collectorFault = ({ reason }: HttpClientError.HttpClientError): string =>
  reason._tag === "StatusCodeError" ? `it answered ${reason.response.status}` : "it cannot be reached"

/**
 * A client that says once that the collector fails, and once that it takes things again: the exporter itself loses what
 * it cannot send without a word.
 */
export const watchedClient = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (client) => {
    let isFailing = false
    const failed = (error: HttpClientError.HttpClientError) => {
      if (isFailing) return Effect.void
      isFailing = true
      return Effect.logWarning(
        `the OpenTelemetry collector fails: ${collectorFault(error)}. Traces and logs are lost meanwhile`
      )
    }
    const worked = Effect.suspend(() => {
      if (!isFailing) return Effect.void
      isFailing = false
      return Effect.logInfo("the OpenTelemetry collector takes traces and logs again")
    })
    return HttpClient.filterStatusOk(client).pipe(
      HttpClient.tapError(failed),
      HttpClient.tap(() => worked)
    )
  })
)

import { Effect, Layer, Option, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpLogger, OtlpSerialization, OtlpTracer } from "effect/observability"
import manifest from "../../package.json" with { type: "json" }
import { secretsOf, Settings } from "../config/Settings.ts"
import { collectorOf, watchedClient } from "./Collector.ts"
import { makeScrub, scrubDeep } from "./Scrub.ts"

const serializations = { "http/json": OtlpSerialization.layerJson, "http/protobuf": OtlpSerialization.layerProtobuf }

/** What is sent has been through `scrub`. */
const scrubbed = (scrub: (text: string) => string) =>
  Layer.effect(
    OtlpSerialization.OtlpSerialization,
    Effect.map(OtlpSerialization.OtlpSerialization, ({ logs, metrics, traces }) => {
      const clean = <A>(data: A): A => scrubDeep(scrub, data) as A
      return { logs: (data) => logs(clean(data)), metrics, traces: (data) => traces(clean(data)) }
    })
  )

/**
 * Statements outside of any request, run or report are the queues looking for work, every second: nobody wants to see
 * those.
 */
const withoutIdleStatements = Layer.effect(
  Tracer.Tracer,
  Effect.map(Tracer.Tracer, (tracer) =>
    Tracer.make({
      span: (options) =>
        tracer.span(
          options.kind === "client" && Option.isNone(options.parent) ? { ...options, sampled: false } : options
        ),
      context: tracer.context
    })
  )
)

/** Traces and logs go to the configured collector; without one nothing is traced, and nothing is paid for it. */
export const exportLayer = Layer.unwrap(
  Effect.map(Settings, (settings) =>
    Option.match(collectorOf(settings), {
      onNone: () => Layer.empty,
      onSome: ({ base, headers }) => {
        const options = {
          resource: { serviceName: settings.OTEL_SERVICE_NAME, serviceVersion: manifest.version },
          headers
        }
        const scrub = makeScrub([...secretsOf(settings), ...Object.values(headers)])
        return Layer.merge(
          OtlpLogger.layer({ ...options, url: `${base}/v1/logs` }),
          Layer.provideMerge(withoutIdleStatements, OtlpTracer.layer({ ...options, url: `${base}/v1/traces` }))
        ).pipe(
          Layer.provide(scrubbed(scrub)),
          Layer.provide(serializations[settings.OTEL_EXPORTER_OTLP_PROTOCOL]),
          Layer.provide(Layer.provide(watchedClient, FetchHttpClient.layer))
        )
      }
    })
  )
)

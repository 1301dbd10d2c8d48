import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import type { Unreachable } from "../api/Status.ts"
import { now } from "../domain/Timestamp.ts"
import { ReportWriter } from "../reports/writers/Writer.ts"
import { Readiness } from "../storage/database/Readiness.ts"
import { SearchIndex } from "../storage/search/SearchIndex.ts"
import { Standbys } from "../storage/database/Standbys.ts"
import { Sources } from "../storage/sources/Sources.ts"
import { untilLater } from "./middleware/Failures.ts"

const unknown = { fresh: 0, stale: 0, failed: 0, not_configured: 0 }

export const statusLayer = HttpApiBuilder.group(
  Api,
  "status",
  Effect.fnUntraced(function* (handlers) {
    const readiness = yield* Readiness
    const sources = yield* Sources
    const writer = yield* ReportWriter
    const index = yield* SearchIndex
    const { standing } = yield* Standbys
    const ofStandbys = Effect.map(standing, ({ standbys }) => {
      if (standbys.length === 0) return {}
      const used = standbys.filter(({ problem }) => problem === null)
      const lag_seconds = used.length === 0 ? null : Math.max(...used.map(({ lag }) => lag ?? 0))
      return { standbys: { configured: standbys.length, in_use: used.length, lag_seconds } }
    })
    return handlers.handle(
      "get",
      Effect.fnUntraced(function* () {
        const base = { version: "v1" as const, time: yield* now }
        const report_writer = writer.name
        if (!(yield* readiness.check)) {
          const status: typeof Unreachable.Type = {
            status: "degraded",
            ...base,
            components: { database: "unavailable", ingestion: unknown, report_writer, ...(yield* ofStandbys) }
          }
          return HttpServerResponse.jsonUnsafe(ok(status), { status: 503, headers: untilLater })
        }
        const ingestion = yield* sources.summary
        // The state of the index may take a while; the status is answered without it then.
        const search = Option.map(
          yield* Effect.timeoutOption(index.state, "1 second"),
          ({ cluster, engine, meaning, pending }) => ({
            engine,
            pending,
            ...(meaning !== null && {
              meaning: { model: meaning.model, pending: meaning.pending, available: meaning.problem === null }
            }),
            ...(cluster !== null && {
              cluster: {
                available: cluster.problem === null,
                behind: cluster.behind,
                behind_seconds: cluster.behindSeconds,
                building: cluster.building
              }
            })
          })
        )
        // The service is degraded when more sources fail or are stale than are fresh. That none is configured is the
        // operator's choice.
        const silent = ingestion.stale + ingestion.failed > ingestion.fresh
        return ok({
          status: silent ? ("degraded" as const) : ("ok" as const),
          ...base,
          components: {
            database: "ok" as const,
            ingestion,
            report_writer,
            ...(Option.isSome(search) && { search: search.value }),
            ...(yield* ofStandbys)
          }
        })
      })
    )
  })
)

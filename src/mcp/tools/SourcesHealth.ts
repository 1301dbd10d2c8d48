import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { Rights } from "../../http/middleware/Security.ts"
import { concise, cut, fitting, limit } from "../Result.ts"
import { tool } from "../Tool.ts"

/** How the service and its sources are; which ones they are is told to who may know. */
export const sourcesHealth = (client: Client) =>
  tool({
    name: "sources_health",
    description: "How many sources are fresh, stale or failing, and which, if you may know.",
    rights: ["any_caller"],
    parameters: { limit: limit(100), concise },
    result: {
      status: Schema.String,
      counts: Schema.Record(Schema.String, Schema.Int),
      offline_since: Schema.optionalKey(Schema.String),
      sources: Schema.optionalKey(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
    },
    run: Effect.fnUntraced(function* ({ concise = false, limit = 20 }) {
      const { data } = yield* client.status.get({})
      const { components, status } = data
      const { offline_since, ...counts } = components.ingestion
      const has = yield* Rights
      const mayKnow = !concise && (yield* has("unrestricted_user"))
      const sources = mayKnow ? (yield* client.sources.list({})).data : []
      const troubled = sources.toSorted((one, other) => Number(one.state === "ok") - Number(other.state === "ok"))
      return {
        status,
        counts,
        ...(offline_since !== undefined && { offline_since }),
        ...(mayKnow && {
          sources: fitting(
            troubled.slice(0, limit).map(({ kind, last_error, last_success_at, name, state }) => ({
              name,
              kind,
              state,
              last_success: last_success_at,
              ...(last_error !== null && { last_error: cut(last_error, 200) })
            }))
          )
        })
      }
    })
  })

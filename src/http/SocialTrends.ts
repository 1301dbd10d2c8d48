import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { SocialTrends } from "../storage/social/SocialTrends.ts"
import { Sources } from "../storage/sources/Sources.ts"

/** As many topics as anyone reads of one platform. */
const topics = 100

export const socialTrendsLayer = HttpApiBuilder.group(
  Api,
  "social_trends",
  Effect.fnUntraced(function* (handlers) {
    const trends = yield* SocialTrends
    const sources = yield* Sources
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params: { platform } }) {
        const data = yield* trends.list(platform, topics)
        const { status, updated_at } = yield* sources.platform(platform)
        return { success: true as const, data, updated_at, source_status: status }
      }),
      history: ({ params: { platform } }) => Effect.map(trends.history(platform, topics), ok)
    })
  })
)

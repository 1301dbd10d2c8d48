import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { Platform } from "../../domain/SocialTrend.ts"
import { KnownCountryCode } from "../../domain/TrendingKeyword.ts"
import { Rights } from "../../http/middleware/Security.ts"
import { concise, cut, fitting, limit, notice } from "../Result.ts"
import { tool } from "../Tool.ts"

const Open = Schema.Record(Schema.String, Schema.Unknown)

/** What is searched for and talked about now, as far as the caller may know. */
export const trends = (client: Client) => {
  const keywords = Effect.fnUntraced(function* (query: { readonly country?: string }, days: boolean) {
    const { data } = yield* client.seo.trending({ query })
    if (!days) return data
    const { data: histories } = yield* client.seo.history({ query })
    const nameOf = (of: { readonly keyword: string; readonly country: string }) => `${of.country} ${of.keyword}`
    const known = new Map(histories.map((history) => [nameOf(history), history.days]))
    return data.map((one) => ({
      ...one,
      days: (known.get(nameOf(one)) ?? []).map(({ date, volume }) => [date, volume])
    }))
  })

  return tool({
    name: "trends",
    description:
      "What people search for (keywords) and talk about (topics) now, top first. days: daily volumes of 30 days.",
    rights: ["seo", "social_trends"],
    parameters: {
      country: Schema.optionalKey(KnownCountryCode),
      platform: Schema.optionalKey(Platform),
      days: Schema.optionalKey(Schema.Boolean),
      limit: limit(50),
      concise
    },
    result: { keywords: Schema.Array(Open), topics: Schema.Array(Open), notice: Schema.String },
    run: Effect.fnUntraced(function* ({ concise = false, country, days = false, limit = 10, platform = "feed" }) {
      const has = yield* Rights
      const found = (yield* has("seo")) ? yield* keywords(country === undefined ? {} : { country }, days) : []
      const social = (yield* has("social_trends"))
        ? (yield* client.social_trends.list({ params: { platform } })).data
        : []
      return {
        keywords: fitting(
          found.slice(0, limit).map((one) => (concise ? { keyword: one.keyword, trend: one.trend } : one)),
          2
        ),
        topics: fitting(
          social.slice(0, limit).map(({ platform, score, score_kind, title, url }) => ({
            title: cut(title, 300),
            platform,
            ...(!concise && { score, score_kind, url })
          })),
          2
        ),
        notice
      }
    })
  })
}

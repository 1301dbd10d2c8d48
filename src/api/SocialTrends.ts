import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Platform, SocialHistory, SocialTrend, SourceStatus } from "../domain/SocialTrend.ts"
import { Timestamp } from "../domain/Timestamp.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import { MadeOf } from "./MadeOf.ts"
import { described } from "./Members.ts"
import { Requirement } from "./Security.ts"

const params = {
  platform: described(Platform, "the platform; `feed` is all of them")
}

/** Topics of social platforms. */
export const SocialTrendsGroup = HttpApiGroup.make("social_trends")
  .add(
    HttpApiEndpoint.get("list", "/social-trends/:platform", {
      params,
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(SocialTrend),
        updated_at: Schema.NullOr(Timestamp),
        source_status: SourceStatus
      })
    })
      .annotateMerge(
        explained(
          "List a platform's trending topics",
          "`feed` holds all platforms, interleaved by percentile. `source_status` tells how fresh the answer is, " +
            "and `not_configured` where a platform needs credentials that the operator has not set."
        )
      )
      .annotate(MadeOf, { tables: ["social_trends", "sources"], timed: true }),
    HttpApiEndpoint.get("history", "/social-trends/:platform/history", {
      params,
      success: enveloped(SocialHistory)
    })
      .annotateMerge(
        explained(
          "Read how a platform's topics fared",
          "Of the topics of the list: the highest score, of the kind that they have now, of each of the last 30 UTC days " +
            "on which they were on it, oldest first. `days` adds up all topics of the platform, each kind of score by itself."
        )
      )
      .annotate(MadeOf, "not remembered")
  )
  .annotate(Requirement, "social_trends")
  .annotateMerge(OpenApi.annotations({ title: "Social trends", description: "What people talk about, by platform." }))

import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Platform, SocialTrend, SourceStatus } from "../domain/SocialTrend.ts"
import { Timestamp } from "../domain/Timestamp.ts"
import { Requirement } from "./Security.ts"

/** Topics of social platforms. */
export const SocialTrendsGroup = HttpApiGroup.make("social_trends")
  .add(
    HttpApiEndpoint.get("list", "/social-trends/:platform", {
      params: { platform: Platform },
      success: Schema.Struct({
        success: Schema.Literal(true),
        data: Schema.Array(SocialTrend),
        updated_at: Schema.NullOr(Timestamp),
        source_status: SourceStatus
      })
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List a platform's trending topics",
        description:
          "`feed` holds all platforms, interleaved by percentile. `source_status` tells how fresh the answer is, " +
          "and `not_configured` where a platform needs credentials that the operator has not set."
      })
    )
  )
  .annotate(Requirement, "social_trends")
  .annotateMerge(OpenApi.annotations({ title: "Social trends", description: "What people talk about, by platform." }))

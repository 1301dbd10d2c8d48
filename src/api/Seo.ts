import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { HttpUrl } from "../text/Text.ts"
import type { CalendarDate } from "../domain/Timestamp.ts"
import { KeywordText, NewPosition, TrackedKeyword, TrackedKeywordId } from "../domain/TrackedKeyword.ts"
import { KnownCountryCode, TrendingHistory, TrendingKeyword } from "../domain/TrendingKeyword.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
import { MadeOf } from "./MadeOf.ts"
import { described } from "./Members.ts"
import { pathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

/** The body of POST /seo/keywords. */
export const NewKeyword = Schema.Struct({ keyword: KeywordText, target_url: HttpUrl }).annotate({
  identifier: "NewKeyword",
  examples: [{ keyword: "market research api", target_url: "https://www.acme.example/" }]
})

/** The body of POST /seo/keywords/{id}/positions: one entry for each day, a day that is known already is replaced. */
export const NewPositions = Schema.Struct({
  positions: Schema.Array(NewPosition).check(Schema.isBetweenLength(1, 366))
}).annotate({
  identifier: "NewPositions",
  examples: [{ positions: [{ date: "2026-11-20" as CalendarDate, position: 4, url: "https://www.acme.example/" }] }]
})

const country = described(Schema.optionalKey(KnownCountryCode), "ISO 3166-1 alpha-2, upper case")

const params = {
  keyword_id: described(pathId(TrackedKeywordId), "the tracked keyword")
}

/** Keywords: those that an account follows, and those that a market searches for at present. */
export const SeoGroup = HttpApiGroup.make("seo")
  .add(
    HttpApiEndpoint.get("keywords", "/seo/keywords", {
      success: enveloped(Schema.Array(TrackedKeyword))
    })
      .annotateMerge(
        explained(
          "List your tracked keywords",
          "With up to 90 days of positions, oldest first. A `null` position was looked for and not found."
        )
      )
      .annotate(MadeOf, "own"),
    HttpApiEndpoint.post("create", "/seo/keywords", {
      payload: NewKeyword,
      headers: idempotent,
      success: enveloped(TrackedKeyword).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    })
      .annotateMerge(explained("Track a keyword", "Once for each keyword and URL."))
      .middleware(Idempotency),
    HttpApiEndpoint.delete("remove", "/seo/keywords/:keyword_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(explained("Stop tracking a keyword", "Its history is deleted with it.")),
    HttpApiEndpoint.post("positions", "/seo/keywords/:keyword_id/positions", {
      params,
      payload: NewPositions,
      headers: idempotent,
      success: enveloped(TrackedKeyword),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained("Import positions", "At most one a day, none after today (UTC); a known day is replaced.")
      )
      .middleware(Idempotency),
    HttpApiEndpoint.get("trending", "/seo/trending", {
      query: { country },
      success: enveloped(Schema.Array(TrendingKeyword))
    })
      .annotateMerge(
        explained(
          "List trending keywords",
          "By volume. `new`: first seen under 24 hours ago; `rising`, `falling`: 20 % or more against the day before."
        )
      )
      .annotate(MadeOf, { tables: ["trending_keywords", "trending_snapshots"], timed: true }),
    HttpApiEndpoint.get("history", "/seo/trending/history", {
      query: { country },
      success: enveloped(Schema.Array(TrendingHistory))
    })
      .annotateMerge(
        explained(
          "Read how trending keywords fared",
          "Of the first 100 of the list: the highest volume of each of the last 30 UTC days on which they were seen, oldest first."
        )
      )
      .annotate(MadeOf, "not remembered")
  )
  .annotate(Requirement, "seo")
  .annotateMerge(OpenApi.annotations({ title: "SEO", description: "Tracked and trending keywords." }))

import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { HttpUrl } from "../text/Text.ts"
import type { CalendarDate } from "../domain/Timestamp.ts"
import { KeywordText, NewPosition, TrackedKeyword, TrackedKeywordId } from "../domain/TrackedKeyword.ts"
import { KnownCountryCode, TrendingHistory, TrendingKeyword } from "../domain/TrendingKeyword.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { Idempotency, idempotent } from "./Idempotency.ts"
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

const country = Schema.optionalKey(KnownCountryCode).pipe(
  Schema.annotateEncoded({ description: "ISO 3166-1 alpha-2, upper case" })
)

const params = {
  keyword_id: pathId(TrackedKeywordId).pipe(Schema.annotateEncoded({ description: "the tracked keyword" }))
}

/** Keywords: those that an account follows, and those that a market searches for at present. */
export const SeoGroup = HttpApiGroup.make("seo")
  .add(
    HttpApiEndpoint.get("keywords", "/seo/keywords", {
      success: enveloped(Schema.Array(TrackedKeyword))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List your tracked keywords",
        description: "With up to 90 days of positions, oldest first. A `null` position was looked for and not found."
      })
    ),
    HttpApiEndpoint.post("create", "/seo/keywords", {
      payload: NewKeyword,
      headers: idempotent,
      success: enveloped(TrackedKeyword).pipe(HttpApiSchema.status(201)),
      error: Errors.Conflict
    })
      .annotateMerge(OpenApi.annotations({ summary: "Track a keyword", description: "Once for each keyword and URL." }))
      .middleware(Idempotency),
    HttpApiEndpoint.delete("remove", "/seo/keywords/:keyword_id", {
      params,
      success: HttpApiSchema.NoContent,
      error: Errors.NotFound
    }).annotateMerge(
      OpenApi.annotations({ summary: "Stop tracking a keyword", description: "Its history is deleted with it." })
    ),
    HttpApiEndpoint.post("positions", "/seo/keywords/:keyword_id/positions", {
      params,
      payload: NewPositions,
      headers: idempotent,
      success: enveloped(TrackedKeyword),
      error: Errors.NotFound
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Import positions",
          description: "At most one a day, none after today (UTC); a known day is replaced."
        })
      )
      .middleware(Idempotency),
    HttpApiEndpoint.get("trending", "/seo/trending", {
      query: { country },
      success: enveloped(Schema.Array(TrendingKeyword))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "List trending keywords",
        description:
          "By volume. `new`: first seen under 24 hours ago; `rising`, `falling`: 20 % or more against the day before."
      })
    ),
    HttpApiEndpoint.get("history", "/seo/trending/history", {
      query: { country },
      success: enveloped(Schema.Array(TrendingHistory))
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Read how trending keywords fared",
        description:
          "Of the first 100 of the list: the highest volume of each of the last 30 UTC days on which they were seen, oldest first."
      })
    )
  )
  .annotate(Requirement, "seo")
  .annotateMerge(OpenApi.annotations({ title: "SEO", description: "Tracked and trending keywords." }))

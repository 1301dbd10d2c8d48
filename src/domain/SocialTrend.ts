import { Schema } from "effect"
import { CalendarDate } from "./Timestamp.ts"

/** The platforms that the endpoint knows; `feed` is all of them together. */
export const Platform = Schema.Literals(["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"])
export type Platform = typeof Platform.Type

/** What `score` counts; `rank` where the source gives no count and `101 - rank` stands in for one. */
export const ScoreKind = Schema.Literals(["points", "searches", "posts", "views", "rank"])
export type ScoreKind = typeof ScoreKind.Type

/** How fresh the answer is; `not_configured` where a platform needs credentials that the operator has not set. */
export const SourceStatus = Schema.Literals(["ok", "stale", "empty", "not_configured", "error"])
export type SourceStatus = typeof SourceStatus.Type

/** One topic that people on a platform talk about. */
export const SocialTrend = Schema.Struct({
  title: Schema.String,
  score: Schema.Int,
  platform: Platform,
  subreddit: Schema.optionalKey(Schema.String),
  source: Schema.optionalKey(Schema.String.annotate({ description: "site, for items from outside the six platforms" })),
  score_kind: ScoreKind,
  url: Schema.NullOr(Schema.String),
  rank: Schema.Int
}).annotate({ identifier: "SocialTrend" })
export type SocialTrend = typeof SocialTrend.Type

/** Days that {@link SocialHistory} covers: today, in UTC, and those before it. */
export const socialHistoryDays = 30

/** What topics scored on a day, each at most, all together; of one kind, since kinds cannot be added up. */
const SocialDay = Schema.Struct({
  date: CalendarDate,
  score_kind: ScoreKind,
  topics: Schema.Int.annotate({ description: "how many were on the list that day" }),
  score: Schema.Int.annotate({ description: "the sum of their highest scores" })
}).annotate({ identifier: "SocialDay" })
export type SocialDay = typeof SocialDay.Type

/** How a platform's topics fared: the highest score of each day on which they were on the list, oldest first. */
export const SocialHistory = Schema.Struct({
  topics: Schema.Array(
    Schema.Struct({
      title: Schema.String,
      platform: Platform,
      score_kind: ScoreKind,
      url: Schema.NullOr(Schema.String),
      days: Schema.Array(Schema.Struct({ date: CalendarDate, score: Schema.Int }))
    })
  ),
  days: Schema.Array(SocialDay)
}).annotate({ identifier: "SocialHistory" })
export type SocialHistory = typeof SocialHistory.Type

/** A topic as a source lists it now; `rank` counts from 1. */
export interface NewSocialTrend {
  readonly title: string
  /** `null` where the source has none: {@link rankScore} stands in. */
  readonly score: number | null
  readonly score_kind: ScoreKind
  readonly subreddit: string | null
  readonly site: string | null
  readonly url: string | null
  readonly rank: number
}

/** The score of an item whose source gives only an order: 100 for the first, never below 0. */
export const rankScore = (rank: number): number => Math.max(0, 101 - rank)

/** The place that such a score stands for; all from the 101st on are one. */
export const rankOf = (score: number): number => 101 - score

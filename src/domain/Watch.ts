import { Schema } from "effect"
import { line, question } from "../text/Text.ts"
import { byKind } from "./ByKind.ts"
import { CompanyId } from "./Company.ts"
import { CompetitorId } from "./Competitor.ts"
import { EndpointId } from "./EndpointId.ts"
import { Id } from "./Id.ts"
import { LanguageCode } from "./LanguageCode.ts"
import { Niche, ReportContext, ReportType } from "./Report.ts"
import { QuietHours, Schedule } from "./Schedule.ts"
import { SourceTag } from "./Source.ts"
import { Platform } from "./SocialTrend.ts"
import { Timestamp } from "./Timestamp.ts"
import { TrackedKeywordId } from "./TrackedKeyword.ts"
import { KnownCountryCode } from "./TrendingKeyword.ts"

export const WatchId = Id.pipe(Schema.brand("WatchId"))
export type WatchId = typeof WatchId.Type

/** `active` and `paused` change into each other. A paused watch has no events. */
export const WatchStatus = Schema.Literals(["active", "paused"])
export type WatchStatus = typeof WatchStatus.Type

export const WatchName = line(1, 200)

/** How many watches an account may have. */
export const maxWatches = 1_000

const bounded = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const words = question(1, 500)

const share = Schema.optionalKey(
  Schema.Finite.check(Schema.isBetween({ minimum: 0.1, maximum: 1 })).annotate({
    description: "share of the question's words that a text must have, from 0.1 to 1 (all of them, the default)"
  })
)

const statesWith = (description: string) =>
  Schema.optionalKey(
    Schema.Array(Schema.Literals(["new", "rising"]))
      .check(Schema.isMinLength(1), Schema.isUnique())
      .annotate({ description })
  )

const above = Schema.optionalKey(
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description: "only from this volume or score on" })
)

const about = Schema.optionalKey(
  words.annotate({ description: "only what has these words, as in a search; everything without it" })
)

const tags = Schema.optionalKey(
  Schema.Array(SourceTag)
    .check(Schema.isMinLength(1), Schema.isMaxLength(20), Schema.isUnique())
    .annotate({ description: "only signals that sources with one of these tags bring, as they are tagged by then" })
)

/** News that a search finds. */
export const SearchSubject = Schema.Struct({
  kind: Schema.Literal("search"),
  q: words.annotate({ description: 'the question, as in GET /signals: words, `"phrases"`, `-without`' }),
  share,
  sources: Schema.optionalKey(
    Schema.Array(line(1, 200)).check(Schema.isMinLength(1), Schema.isMaxLength(50), Schema.isUnique())
  ).annotate({ description: "names of publishers; any of them" }),
  language: Schema.optionalKey(LanguageCode),
  tags
}).annotate({ identifier: "SearchSubject" })
export type SearchSubject = typeof SearchSubject.Type

/** News that mentions a competitor. */
export const CompetitorSubject = Schema.Struct({
  kind: Schema.Literal("competitor"),
  competitor_id: CompetitorId,
  tags
}).annotate({ identifier: "CompetitorSubject" })

/** The search position of a tracked keyword. */
export const KeywordSubject = Schema.Struct({
  kind: Schema.Literal("keyword"),
  keyword_id: TrackedKeywordId,
  moved_by: Schema.optionalKey(
    bounded(1, 100).annotate({
      description: "send an event when the position has moved by at least this many places since the day before"
    })
  ),
  top: Schema.optionalKey(
    bounded(1, 100).annotate({
      description: "send an event when the keyword enters or leaves the first N places, such as 10"
    })
  )
}).annotate({ identifier: "KeywordSubject" })

/** What people search for. */
export const TrendingSubject = Schema.Struct({
  kind: Schema.Literal("trending"),
  about,
  share,
  country: Schema.optionalKey(KnownCountryCode),
  states: statesWith("which trends count; both by default"),
  above
}).annotate({ identifier: "TrendingSubject" })

/** What people discuss. */
export const SocialSubject = Schema.Struct({
  kind: Schema.Literal("social"),
  about,
  share,
  platform: Schema.optionalKey(Platform),
  states: statesWith(
    "which topics count: `new` on the list (the default), `rising`: with a score a fifth higher than the day before"
  ),
  above
}).annotate({ identifier: "SocialSubject" })

/** A company: its filings, its revenue, and news that names it. */
export const CompanySubject = Schema.Struct({
  kind: Schema.Literal("company"),
  company_id: CompanyId,
  changes: Schema.optionalKey(
    Schema.Array(Schema.Literals(["filing", "revenue", "news"]))
      .check(Schema.isMinLength(1), Schema.isUnique())
      .annotate({
        description:
          "`filing`: what the company files with SEC (source `sec-filings`), told by its number (CIK); `revenue`: revenue that is new or was restated; both by default. `news`: stories that name it"
      })
  ),
  tags
}).annotate({ identifier: "CompanySubject" })

/** A report that is made again on a schedule, with what has changed. */
export const ReportSubject = Schema.Struct({
  kind: Schema.Literal("report"),
  niche: Niche,
  report_type: Schema.optionalKey(ReportType),
  context: Schema.optionalKey(ReportContext),
  schedule: Schedule
}).annotate({ identifier: "ReportSubject" })

/** Sources that fail. */
export const SourceSubject = Schema.Struct({
  kind: Schema.Literal("source"),
  source: Schema.optionalKey(line(1, 200).annotate({ description: "the source's name; any source without it" })),
  failures: Schema.optionalKey(bounded(1, 100).annotate({ description: "how many failed runs in a row; 3 by default" }))
}).annotate({ identifier: "SourceSubject" })

/** API keys of the account that expire. */
export const KeySubject = Schema.Struct({
  kind: Schema.Literal("key"),
  days: bounded(1, 90).annotate({ description: "how many days before a key expires" })
}).annotate({ identifier: "KeySubject" })

/** What is watched, told apart by `kind`. */
export const WatchSubject = byKind([
  SearchSubject,
  CompetitorSubject,
  KeywordSubject,
  TrendingSubject,
  SocialSubject,
  CompanySubject,
  ReportSubject,
  SourceSubject,
  KeySubject
]).annotate({ identifier: "WatchSubject" })
export type WatchSubject = typeof WatchSubject.Type
export type WatchKind = WatchSubject["kind"]

/** When something that matches is worth an event, and when it is sent. At most one event for a story, always. */
export const WatchConditions = Schema.Struct({
  min_publishers: bounded(1, 50).annotate({
    description: "for news: how many publishers must carry the story; the event comes with the last of them"
  }),
  cooldown_minutes: bounded(0, 10_080).annotate({
    description: "after an event was sent, events within this many minutes are listed but not sent"
  }),
  quiet_hours: Schema.NullOr(QuietHours)
}).annotate({ identifier: "WatchConditions" })
export type WatchConditions = typeof WatchConditions.Type

/** Conditions of a watch that has none of its own. */
export const noConditions: WatchConditions = { min_publishers: 1, cooldown_minutes: 0, quiet_hours: null }

/** A saved question of an account, whose answers become events. */
export const Watch = Schema.Struct({
  id: WatchId,
  name: Schema.String,
  subject: WatchSubject,
  conditions: WatchConditions,
  endpoints: Schema.Array(EndpointId).annotate({
    description: "where its events are sent; none: they are only listed"
  }),
  status: WatchStatus,
  has_feed: Schema.Boolean.annotate({ description: "whether its events can be read as a feed" }),
  created_at: Timestamp
})
export type Watch = typeof Watch.Type

/** What has come of a watch lately. */
export const WatchActivity = Schema.Struct({
  last_event_at: Schema.NullOr(Timestamp),
  events_last_7_days: Schema.Int
})
export type WatchActivity = typeof WatchActivity.Type

/** A watch that had no event yet. */
export const noActivity: WatchActivity = { last_event_at: null, events_last_7_days: 0 }

/** A watch with what has come of it lately: what the API calls a watch. */
export const ListedWatch = Schema.Struct({ ...Watch.fields, ...WatchActivity.fields }).annotate({ identifier: "Watch" })
export type ListedWatch = typeof ListedWatch.Type

import { Schema, Struct } from "effect"
import { Exhibit } from "./Exhibit.ts"
import { Id } from "./Id.ts"
import { JudgeRecord } from "./JudgeTrial.ts"
import { CallRecord } from "./ReportCall.ts"
import { line, prose } from "../text/Text.ts"
import { type CalendarDate, Timestamp } from "./Timestamp.ts"
import { ReportVerdict } from "./Verdict.ts"

export const ReportId = Id.pipe(Schema.brand("ReportId"))
export type ReportId = typeof ReportId.Type

/** What kind of report; the sections of each are in reports/Outline.ts. */
export const ReportType = Schema.Literals([
  "comprehensive_analysis",
  "decision_brief",
  "competitor_analysis",
  "trend_report"
])
export type ReportType = typeof ReportType.Type

/** `queued` → `processing` → `completed` or `failed`; the first two can be `cancelled`. Final states never change. */
export const ReportStatus = Schema.Literals(["queued", "processing", "completed", "failed", "cancelled"])
export type ReportStatus = typeof ReportStatus.Type

/**
 * What is being done to a report that is `processing`, in this order; an attempt that is repeated begins with the
 * first. The first two only where the niche is looked up outside.
 */
export const ReportStep = Schema.Literals(["searching", "reading", "gathering", "writing", "checking"])
export type ReportStep = typeof ReportStep.Type

/** Whether a report stays as it is. */
export const isFinal = (status: ReportStatus): status is "completed" | "failed" | "cancelled" =>
  status === "completed" || status === "failed" || status === "cancelled"

/** The market or industry to analyse: 2 to 200 code points after trimming. */
export const Niche = line(2, 200)

/** Background for the writer: data, never instructions. */
export const ReportContext = prose(8_000)

/**
 * How sure a reader may be: support × sufficiency × agreement (where it is measured) × freshness × on_topic of its
 * quality, at most 0.5 with fewer than five independent publishers; `null` until completed.
 */
export const Confidence = Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))

/** What a source of a report is; each kind is one of the service's own resources. */
export const SourceKind = Schema.Literals([
  "signal",
  "trending_keyword",
  "social_trend",
  "competitor",
  "tracked_keyword",
  "company"
])
export type SourceKind = typeof SourceKind.Type

/** Why a piece is evidence: by its words, or by what else is known about it. */
export const SourceReason = Schema.Struct({
  kind: Schema.Literals([
    "terms",
    "concept",
    "context",
    "related",
    "publisher",
    "search",
    "mention",
    "model",
    "question"
  ]).annotate({
    description:
      "`terms`: expressions found in it; `concept`: the topics of these expressions; `context`: words of your context; `related`: words that clear evidence shares (stems); " +
      "`publisher`: its publisher writes mostly about the niche; `search`: a search for the niche found it; `mention`: it names these, or is named; `model`: this model judged it to be about the niche; " +
      "`question`: it was found for these questions of the model that planned the report"
  }),
  of: Schema.Array(Schema.String)
}).annotate({ identifier: "SourceReason" })
export type SourceReason = typeof SourceReason.Type

/** One numbered piece of stored evidence, with the stored words that the report rests on. */
export const ReportSource = Schema.Struct({
  n: Schema.Int,
  kind: SourceKind,
  title: Schema.String,
  url: Schema.NullOr(Schema.String),
  publisher: Schema.NullOr(Schema.String),
  published_at: Schema.NullOr(Schema.String),
  published_at_estimated: Schema.optionalKey(
    Schema.Boolean.annotate({
      description: "true when the publisher gave no usable date and the day of first sight stands in for it"
    })
  ),
  quote: Schema.String,
  relevance: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "for news: how relevant it is to the niche, from 0.55 (the least for evidence) to 1"
    })
  ),
  reasons: Schema.optionalKey(
    Schema.Array(SourceReason).annotate({
      description: "why it is evidence; reports made by earlier versions have none"
    })
  ),
  hash: Schema.optionalKey(
    Schema.String.annotate({
      description: "SHA-256 of the quote in UTF-8, 64 hex digits: it shows whether the quote was changed"
    })
  )
}).annotate({ identifier: "ReportSource" })
export type ReportSource = typeof ReportSource.Type

/** One part of a report: Markdown with `[1] [2]` markers, and the source numbers that they name. */
export const ReportSection = Schema.Struct({
  title: Schema.String,
  content: Schema.String,
  citations: Schema.Array(Schema.Int)
}).annotate({ identifier: "ReportSection" })
export type ReportSection = typeof ReportSection.Type

const Share = Schema.NullOr(Schema.Finite)

const said = { sentence: Schema.String, sources: Schema.Array(Schema.Int) }

/** Sources that contradict each other. */
const Conflict = Schema.Struct({
  ...said,
  sides: Schema.optionalKey(
    Schema.Array(Schema.Struct(said)).annotate({
      description: "what each side says, where no sentence tells of both; reports of earlier versions have none"
    })
  )
})
export type Conflict = typeof Conflict.Type

/**
 * The report's own measurement of itself, after ALCE's citation precision and recall (arXiv 2305.14627) and FACT's
 * effective citations (arXiv 2506.11763). Shares are 0 to 1, null of nothing. docs/report-quality.md says how each is
 * computed; reports of earlier versions lack some.
 */
export const ReportQuality = Schema.Struct({
  writer: Schema.String.annotate({ description: "`extractive`, or `openai:<model>`" }),
  judge: Schema.optionalKey(
    Schema.String.annotate({
      description: "the model that judged what the writer wrote: `openai:<model>`; none where a report only quotes"
    })
  ),
  judge_trial: Schema.optionalKey(
    Schema.NullOr(JudgeRecord).annotate({
      description:
        "how many of the false claims, and how many of the faithful ones, the judge refused when the operator last tried it (`sonde reports judge-test`); null if it never was tried"
    })
  ),
  judged_sentences: Schema.optionalKey(
    Schema.Int.annotate({
      description: "published sentences that the judge found supported; the others are quotations"
    })
  ),
  support: Schema.optionalKey(
    Schema.Finite.annotate({
      description:
        "part of `confidence`: share of factual sentences that their citations support; of those that a judge decided on, as many as it can be trusted with"
    })
  ),
  sufficiency: Schema.optionalKey(
    Schema.Finite.annotate({
      description:
        "part of `confidence`: sources on topic that its sentences cite, and their publishers, against 12 and 8; news with less relevance counts for less, and what only its tables cite counts for nothing"
    })
  ),
  counted_sources: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "how many of the 12 sources that `sufficiency` asks for count; what may be off topic counts in part"
    })
  ),
  counted_publishers: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "how many of the 8 publishers that `sufficiency` asks for count; each by the surest of its sources"
    })
  ),
  agreement: Schema.optionalKey(
    Schema.Finite.annotate({
      description:
        "part of `confidence`: what is left of `sufficiency` where the sources of `conflicts` count for nothing and no others stand in for them; absent, and no part of it, where nothing was compared"
    })
  ),
  conflicts: Schema.optionalKey(
    Schema.Array(Conflict).annotate({
      description:
        "sentences that tell of sources that contradict each other, or give one side while another sentence gives the other, and the numbers of these sources"
    })
  ),
  freshness: Schema.optionalKey(
    Schema.Finite.annotate({
      description: "part of `confidence`: 1 for news of the last month, half of it half a year later, and so on"
    })
  ),
  on_topic: Schema.optionalKey(
    Schema.Finite.annotate({
      description:
        "part of `confidence`: share of the cited news that is on topic: its `relevance` is above 0.55, the threshold of evidence, by its own words; 1 without news"
    })
  ),
  independent_publishers: Schema.optionalKey(
    Schema.Int.annotate({
      description:
        "publishers of sources on topic that its sentences cite; with fewer than 5 `confidence` is at most 0.5"
    })
  ),
  citation_precision: Schema.NullOr(Schema.Finite).annotate({
    description:
      "share of the citations that a supported sentence needs: as in ALCE where rules decide; where a judge decided, those on whose words its verdict rests"
  }),
  citation_recall: Schema.NullOr(Schema.Finite).annotate({
    description:
      "share of the factual sentences that what they cite supports, as in ALCE, by rules about quotations and a judge's verdicts"
  }),
  uncited_factual_sentences: Schema.Int,
  numbers_grounded: Schema.NullOr(Schema.Finite).annotate({
    description:
      "share of the numbers that a cited source has, or that follow from its figures; that they are said of the right thing is part of `citation_recall`, as far as rules or a judge can tell"
  }),
  sources_used: Schema.Int,
  publishers: Schema.Int.annotate({ description: "of all its sources, whatever they are and whatever cites them" }),
  newest_source: Schema.NullOr(Schema.String).annotate({
    description: "of the sources that have a date of their own; null when none has"
  }),
  oldest_source: Schema.NullOr(Schema.String),
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int }),
  calls: Schema.optionalKey(
    Schema.Array(CallRecord).annotate({
      description: "what calls of models took, by what they were for; those that gave nothing of use included"
    })
  ),
  off_topic: Schema.optionalKey(
    Schema.Array(Schema.Struct({ title: Schema.String, url: Schema.NullOr(Schema.String) })).annotate({
      description: "evidence that the judge found to be about something else; nothing was written from it"
    })
  ),
  as_of: Schema.optionalKey(
    Schema.String.annotate({ description: "the UTC day of its evidence: no source is from a later one" })
  ),
  factual_sentences: Schema.optionalKey(Schema.Int),
  effective_citations: Schema.optionalKey(Schema.Int),
  markers_resolved: Schema.optionalKey(Share),
  duplicated_sentences: Schema.optionalKey(Schema.Int),
  dropped_sentences: Schema.optionalKey(
    Schema.Int.annotate({ description: "what the writer wrote and the check did not let through" })
  ),
  largest_publisher_share: Schema.optionalKey(Share),
  stale_sources: Schema.optionalKey(
    Share.annotate({ description: "share of the dated sources that are older than 90 days" })
  ),
  evidence_found: Schema.optionalKey(Schema.Int),
  clusters_covered: Schema.optionalKey(
    Share.annotate({ description: "share of the groups of related evidence of which the report cites something" })
  ),
  both_sides_cited: Schema.optionalKey(
    Schema.NullOr(Schema.Boolean).annotate({
      description: "of reports of earlier versions, which sorted news into for and against by its words"
    })
  ),
  exhibits_hash: Schema.optionalKey(
    Schema.String.annotate({ description: "SHA-256 of the exhibits, 64 hex digits: it shows whether one was changed" })
  ),
  unused_sources: Schema.optionalKey(
    Schema.Array(Schema.Struct({ title: Schema.String, url: Schema.NullOr(Schema.String) })).annotate({
      description: "evidence that was found and that the report does not cite"
    })
  )
}).annotate({ identifier: "ReportQuality" })
export type ReportQuality = typeof ReportQuality.Type

/**
 * Full content: one {@link ReportSection} per slug in reading order, then `sources` (array of {@link ReportSource}),
 * `gaps` (what was looked for and not found), `quality` ({@link ReportQuality}), `exhibits` (array of Exhibit:
 * tables, and how they may be drawn), and where a judge was asked `verdicts` (array of ReportVerdict). The last section
 * is `since_last_report` if the account has an earlier report on the niche (domain/ReportDiff.ts). Empty until
 * completed.
 */
export const Sections = Schema.Record(Schema.String, Schema.Json)
export type Sections = typeof Sections.Type

/** Slugs of the sections that reports of this version have. */
export const SectionSlug = Schema.Literals([
  "market_overview",
  "key_developments",
  "trends",
  "competitive_landscape",
  "company_data",
  "opportunities",
  "risks",
  "outlook",
  "the_question",
  "evidence_for",
  "evidence_against",
  "recommendation",
  "what_would_change_this",
  "market_context",
  "competitor_profiles",
  "recent_moves",
  "strengths",
  "weaknesses",
  "trend_overview",
  "search_interest",
  "social_attention",
  "drivers",
  "headwinds",
  "emerging_developments",
  "since_last_report"
])
export type SectionSlug = typeof SectionSlug.Type

const section = Schema.optionalKey(ReportSection)

/**
 * {@link Sections} by their names. Reports are stored and answered as they were made, so a report of an earlier version
 * may have sections that are not named here.
 */
export const ReportSections = Schema.Struct({
  ...(Object.fromEntries(SectionSlug.literals.map((slug) => [slug, section])) as Record<SectionSlug, typeof section>),
  sources: Schema.optionalKey(Schema.Array(ReportSource)),
  gaps: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({ description: "what was looked for and not found, in plain words" })
  ),
  verdicts: Schema.optionalKey(
    Schema.Array(ReportVerdict).annotate({ description: "what the judge let through, fact by fact" })
  ),
  exhibits: Schema.optionalKey(Schema.Array(Exhibit)),
  quality: Schema.optionalKey(ReportQuality)
}).annotate({
  identifier: "ReportSections",
  description:
    "sections by slug in reading order, each `{title, content, citations}`; beside them `sources`, `gaps`, `quality`, " +
    "`exhibits` (tables, each `{id, section, title, description, chart, columns, rows}`, to be shown or drawn) and " +
    "`verdicts`. Empty until the report is completed"
})
export type ReportSections = typeof ReportSections.Type

/** What was looked up outside for a report; it grows while that goes on. */
export const ReportResearch = Schema.Struct({
  searches: Schema.Array(
    Schema.Struct({
      source: Schema.String.annotate({ description: "who was asked, such as `GDELT`" }),
      state: Schema.Literals(["waiting", "answered", "late", "failed"]).annotate({
        description:
          "`waiting`: it was not asked, as its turn has not come; `late`: there was no answer in time. What it finds later is there for other reports"
      }),
      found: Schema.Int.annotate({ description: "items in its answer" }),
      reason: Schema.NullOr(Schema.String).annotate({ description: "why it failed, in plain words" })
    }).annotate({ identifier: "ReportSearch" })
  ),
  pages: Schema.Struct({
    of: Schema.Int.annotate({ description: "pages behind the best signals, which are to be read" }),
    done: Schema.Int.annotate({ description: "pages of which it is known what they are, or that cannot be had now" }),
    read: Schema.Int.annotate({ description: "pages whose article was read" }),
    unread: Schema.Array(Schema.Struct({ host: Schema.String, why: Schema.String })).annotate({
      description: "the others, and why they were not read, in plain words"
    })
  })
}).annotate({ identifier: "ReportResearch" })
export type ReportResearch = typeof ReportResearch.Type

/** A report as lists show it. */
export const ReportItem = Schema.Struct({
  id: ReportId,
  niche: Schema.String,
  report_type: ReportType,
  title: Schema.String,
  status: ReportStatus,
  confidence: Confidence,
  created_at: Timestamp
}).annotate({ identifier: "ReportItem" })
export type ReportItem = typeof ReportItem.Type

/** A report in full. `executive_summary` is empty and `sections` has no member until the report is completed. */
export const Report = Schema.Struct({
  ...ReportItem.fields,
  executive_summary: Schema.String,
  sections: Sections,
  completed_at: Schema.NullOr(Timestamp),
  step: Schema.NullOr(ReportStep).annotate({ description: "what is being done while the status is `processing`" }),
  research: Schema.NullOr(ReportResearch).annotate({
    description: "what was looked up outside for it, so far; null where nothing was"
  }),
  error: Schema.NullOr(Schema.String).annotate({ description: "why a failed report failed" })
}).annotate({ identifier: "Report" })
export type Report = typeof Report.Type

/** What lists show of a report. */
export const itemOf: (report: Report) => ReportItem = Struct.pick(Struct.keys(ReportItem.fields))

/** What a caller asks for. */
export interface ReportRequest {
  readonly niche: string
  readonly report_type: ReportType
  readonly context: string | null
  /** The first day of the news that it looks at; by default the last 90 days, and older news if these are too few. */
  readonly since?: CalendarDate
  /** `false`: only what is stored may be used. */
  readonly research?: boolean
}

/** What a writer and the check made of it. */
export interface ReportResult {
  readonly executive_summary: string
  readonly sections: Sections
  readonly confidence: number
}

/**
 * How often a report is begun, and how often it is written, before it is given up as failed. What is written may kill
 * the process each time; while a report is only looked up, a process ends for other reasons.
 */
export const maxAttempts = { begun: 10, written: 3 }

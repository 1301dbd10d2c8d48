import { Schema, Struct } from "effect"
import { ReportId, ReportItem, ReportSection, ReportSource, type SectionSlug } from "./Report.ts"
import { Timestamp } from "./Timestamp.ts"

/** One of the two reports that are compared. */
export const ComparedReport = Schema.Struct({
  id: ReportId,
  title: Schema.String,
  report_type: ReportItem.fields.report_type,
  created_at: Timestamp
}).annotate({ identifier: "ComparedReport" })
export type ComparedReport = typeof ComparedReport.Type

/** What a claim rests on, as it is stored with its report; `n` is its number there. */
export const CitedSource = ReportSource.mapFields(
  Struct.pick(["n", "kind", "title", "url", "publisher", "published_at", "quote", "hash"])
).annotate({ identifier: "CitedSource" })
export type CitedSource = typeof CitedSource.Type

/** A sentence of a report that states a fact, with the stored sources that it cites. */
export const ReportClaim = Schema.Struct({
  section: Schema.String.annotate({ description: "slug of the section that says it, or `executive_summary`" }),
  sentence: Schema.String,
  citations: Schema.Array(CitedSource)
}).annotate({ identifier: "ReportClaim" })
export type ReportClaim = typeof ReportClaim.Type

/** A figure that is another one than before. */
export const ChangedFigure = Schema.Struct({
  of: Schema.NullOr(Schema.String).annotate({
    description: "what it measures, such as `revenue`; null for a figure of a sentence"
  }),
  before: Schema.NullOr(Schema.String).annotate({ description: "as it is written; null where there was none" }),
  after: Schema.NullOr(Schema.String).annotate({ description: "as it is written; null where there is none any more" })
}).annotate({ identifier: "ChangedFigure" })
export type ChangedFigure = typeof ChangedFigure.Type

/** How a claim of one report stands to the other report. */
export const ReportChange = Schema.Struct({
  kind: Schema.Literals(["contradicted", "changed", "new", "gone"]).annotate({
    description:
      "`contradicted`: the later report says the opposite; `changed`: the same with other figures; `new`: only the later report says it; `gone`: only the earlier one"
  }),
  before: Schema.NullOr(ReportClaim).annotate({ description: "null for what is new" }),
  after: Schema.NullOr(ReportClaim).annotate({ description: "null for what is gone" }),
  figures: Schema.Array(ChangedFigure).annotate({ description: "what differs in a claim that has `changed`" })
}).annotate({ identifier: "ReportChange" })
export type ReportChange = typeof ReportChange.Type

/**
 * How many claims of the two reports there are of each kind. Every claim is counted once; one that both have, and that
 * the later report also says otherwise, is `unchanged`, and stands beside what says so.
 */
export const ChangeCounts = Schema.Struct({
  new: Schema.Int,
  gone: Schema.Int,
  changed: Schema.Int,
  contradicted: Schema.Int,
  unchanged: Schema.Int
}).annotate({ identifier: "ChangeCounts" })
export type ChangeCounts = typeof ChangeCounts.Type

/** A number of an exhibit that is another one than before. */
export const ExhibitChange = Schema.Struct({
  exhibit: Schema.String.annotate({ description: "id of the exhibit, the same in both reports" }),
  row: Schema.String.annotate({ description: "the first cell of the row, which names it" }),
  column: Schema.String,
  unit: Schema.NullOr(Schema.String),
  before: Schema.NullOr(Schema.Finite),
  after: Schema.NullOr(Schema.Finite)
}).annotate({ identifier: "ExhibitChange" })
export type ExhibitChange = typeof ExhibitChange.Type

/** What one report says that an earlier one did not, and the other way round. */
export const ReportDiff = Schema.Struct({
  report: ComparedReport,
  against: Schema.NullOr(ComparedReport).annotate({
    description: "the earlier report; null where there is none to compare with, and then nothing is listed"
  }),
  counts: ChangeCounts,
  changes: Schema.Array(ReportChange).annotate({
    description: "what is contradicted, changed, new and gone, in this order and each in reading order"
  }),
  sources: Schema.Struct({ new: Schema.Array(CitedSource), gone: Schema.Array(CitedSource) }).annotate({
    description: "sources that the other report does not cite, nor any that tells the same story"
  }),
  exhibits: Schema.Array(ExhibitChange).annotate({
    description: "numbers in tables that both reports have"
  })
}).annotate({ identifier: "ReportDiff" })
export type ReportDiff = typeof ReportDiff.Type

/** The slug of the section that tells what is new since the account's previous report on the niche. */
export const sinceLastReport = "since_last_report" satisfies SectionSlug

/** That section, with what it was made from: the sentences of the previous report that it repeats cite nothing here. */
export const SinceLastReport = Schema.Struct({
  ...ReportSection.fields,
  against: ComparedReport,
  counts: ChangeCounts,
  said: Schema.Array(Schema.String).annotate({ description: "sentences of the previous report that it repeats" })
}).annotate({ identifier: "SinceLastReport" })
export type SinceLastReport = typeof SinceLastReport.Type

/** Whether two niches are one: the same text apart from case and white space. */
export const isSameNiche = (one: string, other: string): boolean => nicheKey(one) === nicheKey(other)

const nicheKey = (niche: string): string => niche.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase()

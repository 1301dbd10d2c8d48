import { Schema } from "effect"
import { ReportId } from "./Report.ts"

const Share = Schema.NullOr(Schema.Finite)

/** What a second look at a completed report finds: the figures, whether they pass, and what is wrong. */
export const ReportCheck = Schema.Struct({
  id: ReportId,
  passed: Schema.Boolean,
  citation_precision: Share,
  citation_recall: Share,
  numbers_grounded: Share,
  markers_resolved: Share,
  uncited_factual_sentences: Schema.Int,
  /** Sentences that cite what is dated after the report. */
  sources_after_report: Schema.Int,
  /** Numbers of sources whose stored words were changed since. */
  altered_sources: Schema.Array(Schema.Int),
  /** Whether exhibits were changed since. */
  altered_exhibits: Schema.Boolean,
  /** Rows of exhibits, counted from 1, that their citations don't bear out. */
  exhibit_faults: Schema.Array(Schema.Struct({ exhibit: Schema.String, row: Schema.Int, fault: Schema.String })),
  /** Sentences that their citations don't bear out, with the kind of fault. */
  faults: Schema.Array(
    Schema.Struct({ sentence: Schema.String, citations: Schema.Array(Schema.Int), fault: Schema.String })
  )
})
export type ReportCheck = typeof ReportCheck.Type

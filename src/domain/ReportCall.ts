import { Schema } from "effect"

/**
 * What a model is called for. While evidence is gathered: other words for a niche, and which news is about it. While a
 * report is written: which evidence is off topic (asked of the judge), a plan, each section, whether the evidence bears
 * out what was written (asked of the judge), other words for what it does not, the recommendation of a brief, the
 * summary.
 */
export const ReportCall = Schema.Literals([
  "expansion",
  "relevance",
  "topic",
  "plan",
  "section",
  "judge",
  "repair",
  "recommendation",
  "summary"
])
export type ReportCall = typeof ReportCall.Type

/** What the calls for one purpose took. */
export const CallRecord = Schema.Struct({
  step: ReportCall,
  calls: Schema.Int,
  tokens: Schema.Struct({ input: Schema.Int, output: Schema.Int }),
  cost: Schema.optionalKey(
    Schema.Finite.annotate({ description: "US dollars; left out where no price is configured" })
  ),
  seconds: Schema.Finite.annotate({
    description: "from the beginning of the first call to the end of the last; steps overlap"
  })
}).annotate({ identifier: "ReportCallRecord" })
export type CallRecord = typeof CallRecord.Type

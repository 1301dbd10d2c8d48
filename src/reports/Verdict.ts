import type { Report } from "../domain/Report.ts"
import type { ReportCheck } from "../domain/ReportCheck.ts"
import { recheck } from "./Recheck.ts"

/** What a report must measure at least: nine of ten claims borne out, nine of ten citations needed, every number and marker found. */
const gate = { citation_precision: 0.9, citation_recall: 0.9, numbers_grounded: 1, markers_resolved: 1 } as const

/** Checks a completed report again on the words that are stored with it, and says whether it passes. */
export const verdictOf = (report: Report): ReportCheck => {
  const { altered, faults, measured } = recheck(report)
  const { citation_precision, citation_recall, markers_resolved, numbers_grounded, uncited_factual_sentences } =
    measured
  const shares = {
    citation_precision,
    citation_recall,
    numbers_grounded,
    markers_resolved: markers_resolved ?? null
  }
  // Null where there was nothing to measure: a report without a claim has no false one.
  const reached = Object.entries(gate).every(([name, least]) => (shares[name as keyof typeof gate] ?? 1) >= least)
  const sources_after_report = faults.filter(({ fault }) => fault === "future").length
  return {
    id: report.id,
    passed: reached && sources_after_report === 0 && altered.length === 0,
    ...shares,
    uncited_factual_sentences,
    sources_after_report,
    altered_sources: altered,
    faults: faults.map(({ fault, sentence }) => ({
      sentence: sentence.text,
      citations: sentence.citations,
      fault: String(fault)
    }))
  }
}

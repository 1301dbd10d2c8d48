import { type Report, ReportId, type ReportRequest, type ReportResult } from "../../src/domain/Report.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"

/** A report as it is stored once it is completed, on the day of the tests' evidence or later. */
export const storedOf = ({ niche, report_type }: ReportRequest, result: ReportResult): Report => ({
  id: ReportId.make(1),
  niche,
  report_type,
  title: "",
  status: "completed",
  created_at: Timestamp.make("2026-11-22T00:00:00"),
  completed_at: Timestamp.make("2026-11-22T00:00:00"),
  step: null,
  research: null,
  error: null,
  ...result
})

/** What a report has beside its contents. */
export const withoutContents: Report = {
  id: ReportId.make(1),
  niche: "",
  report_type: "comprehensive_analysis",
  title: "",
  status: "completed",
  confidence: null,
  created_at: "2026-11-21T12:00:00" as Report["created_at"],
  completed_at: null,
  research: null,
  step: null,
  error: null,
  executive_summary: "",
  sections: {}
}

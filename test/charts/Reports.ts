import { type Report, ReportId } from "../../src/domain/Report.ts"
import type { Timestamp } from "../../src/domain/Timestamp.ts"

const source = (n: number) => ({
  n,
  kind: "signal",
  title: `Heat pumps in the news ${n}`,
  url: `https://news.example/${n}`,
  publisher: "Volt Daily",
  published_at: `2026-03-0${n}`,
  quote: "Heat pump sales rose"
})

const section = (title: string) => ({ title, content: "Heat pump sales rose [1].", citations: [1] })

/** A completed report with three sections, three sources and these exhibits, whatever they are. */
export const reportWith = (exhibits: unknown): Report => ({
  id: ReportId.make(17),
  niche: "heat pumps",
  report_type: "trend_report",
  title: "Trend report: heat pumps",
  status: "completed",
  created_at: "2026-03-10T12:00:00" as Timestamp,
  completed_at: "2026-03-10T12:00:09" as Timestamp,
  confidence: 0.4,
  research: null,
  step: null,
  error: null,
  executive_summary: "There is little evidence: 3 sources [1].",
  sections: {
    news: section("News"),
    search_interest: section("What people search for"),
    companies: section("Companies"),
    sources: [1, 2, 3].map(source),
    gaps: [],
    exhibits: exhibits as never
  }
})

import type { ReportType } from "../domain/Report.ts"
import type { Facet } from "./check/Lexicon.ts"

/** One section of a kind of report. */
export interface Section {
  readonly slug: string
  readonly title: string
  /** What belongs there, for a writer and for the reader who is told that nothing was found. */
  readonly about: string
  /** A first sentence that claims nothing: how to read what follows; empty where that is plain. */
  readonly opening: string
  /** Evidence with any of these facets belongs there; a section without facets rests on the others. */
  readonly facets: ReadonlyArray<Facet>
}

const section = (
  slug: string,
  title: string,
  about: string,
  opening: string,
  facets: ReadonlyArray<Facet>
): Section => ({ slug, title, about, opening, facets })

const outlook = section(
  "outlook",
  "Outlook",
  "plans, forecasts and expectations",
  "The outlook is that of the sources, not of this report.",
  ["outlook"]
)

/** The sections of every kind of report. */
export const outlines: Readonly<Record<ReportType, ReadonlyArray<Section>>> = {
  comprehensive_analysis: [
    section("market_overview", "Market overview", "the market at large", "", ["news"]),
    section("key_developments", "Key developments", "launches, deals and decisions", "", ["development"]),
    section("trends", "Trends", "what people search for, discuss and ask for", "", ["search", "social", "trend"]),
    section("competitive_landscape", "Competitive landscape", "competitors and how they stand to each other", "", [
      "competitor",
      "competition"
    ]),
    section("company_data", "Company data", "companies and their figures", "", ["company"]),
    section(
      "opportunities",
      "Opportunities",
      "what speaks for the market",
      "News that by its words speaks for the market.",
      ["favourable"]
    ),
    section("risks", "Risks", "what speaks against the market", "News that by its words speaks against the market.", [
      "adverse"
    ]),
    outlook
  ],
  decision_brief: [
    section("the_question", "The question", "the background of the decision", "", [
      "news",
      "company",
      "competitor",
      "search",
      "social"
    ]),
    section("evidence_for", "Evidence for", "what speaks for it", "", ["favourable"]),
    section("evidence_against", "Evidence against", "what speaks against it", "", ["adverse"]),
    section("risks", "Risks", "legal, supply and safety risks", "", ["hazard"]),
    section("recommendation", "Recommendation", "which way to decide", "", []),
    section(
      "what_would_change_this",
      "What would change this",
      "plans and forecasts that are still open",
      "Look again when these points are decided.",
      ["outlook"]
    )
  ],
  competitor_analysis: [
    section("market_context", "Market context", "the market that the competitors share", "", [
      "news",
      "search",
      "social"
    ]),
    section("competitor_profiles", "Competitor profiles", "the competitors that the account watches", "", [
      "competitor"
    ]),
    section("company_data", "Company data", "companies and their figures", "", ["company"]),
    section("recent_moves", "Recent moves", "launches, deals and decisions of competitors", "", [
      "competition",
      "development"
    ]),
    section("strengths", "Strengths", "what speaks for the companies named", "", ["favourable"]),
    section("weaknesses", "Weaknesses", "what speaks against the companies named", "", ["adverse"]),
    outlook
  ],
  trend_report: [
    section("trend_overview", "Trend overview", "where the market moves", "", ["trend", "news"]),
    section("search_interest", "Search interest", "what people search for", "", ["search"]),
    section("social_attention", "Social attention", "what people discuss", "", ["social"]),
    section("drivers", "Drivers", "what speaks for the trend", "", ["favourable"]),
    section("headwinds", "Headwinds", "what speaks against the trend", "", ["adverse"]),
    section("emerging_developments", "Emerging developments", "launches, deals and decisions", "", ["development"]),
    outlook
  ]
}

/** The sections of a kind of report, in reading order. */
export const outlineOf = (type: ReportType): ReadonlyArray<Section> => outlines[type]

/** What people call each kind of report. */
export const typeNames: Readonly<Record<ReportType, string>> = {
  comprehensive_analysis: "Comprehensive analysis",
  decision_brief: "Decision brief",
  competitor_analysis: "Competitor analysis",
  trend_report: "Trend report"
}

/** `Decision brief: electric vehicle charging`. */
export const titleOf = (request: { readonly report_type: ReportType; readonly niche: string }): string =>
  `${typeNames[request.report_type]}: ${request.niche}`

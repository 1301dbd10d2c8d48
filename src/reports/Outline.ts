import type { ReportType } from "../domain/Report.ts"
import type { Facet } from "./Lexicon.ts"

/** One section of a kind of report. */
export interface Section {
  readonly slug: string
  readonly title: string
  /** What belongs there, for a writer and for the reader who is told that nothing was found. */
  readonly about: string
  /** A first sentence that claims nothing. */
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

/** The sections of every kind of report. */
export const outlines: Readonly<Record<ReportType, ReadonlyArray<Section>>> = {
  comprehensive_analysis: [
    section("market_overview", "Market overview", "the market at large", "The most relevant news found comes first.", [
      "news"
    ]),
    section(
      "key_developments",
      "Key developments",
      "launches, deals and decisions",
      "These recent developments were found.",
      ["development"]
    ),
    section(
      "trends",
      "Trends",
      "what people search for, discuss and ask for",
      "Trends are read from searches, discussions and the news.",
      ["search", "social", "trend"]
    ),
    section(
      "competitive_landscape",
      "Competitive landscape",
      "competitors and how they stand to each other",
      "This is what the evidence says about competitors.",
      ["competitor", "competition"]
    ),
    section("company_data", "Company data", "companies and their figures", "These companies were found.", ["company"]),
    section(
      "opportunities",
      "Opportunities",
      "what speaks for the market",
      "Opportunities are read from the news that speaks for it.",
      ["favourable"]
    ),
    section(
      "risks",
      "Risks",
      "what speaks against the market",
      "Risks are read from the news that speaks against it.",
      ["adverse"]
    ),
    section(
      "outlook",
      "Outlook",
      "plans, forecasts and expectations",
      "The outlook is that of the sources, not of this report.",
      ["outlook"]
    )
  ],
  decision_brief: [
    section("the_question", "The question", "the background of the decision", "This background was found.", [
      "news",
      "company",
      "competitor",
      "search",
      "social"
    ]),
    section("evidence_for", "Evidence for", "what speaks for it", "These sources speak for it.", ["favourable"]),
    section("evidence_against", "Evidence against", "what speaks against it", "These sources speak against it.", [
      "adverse"
    ]),
    section("risks", "Risks", "legal, supply and safety risks", "These risks are named in the evidence.", ["hazard"]),
    section("recommendation", "Recommendation", "what follows from the evidence", "", []),
    section(
      "what_would_change_this",
      "What would change this",
      "plans and forecasts that are still open",
      "Look again when these points are decided.",
      ["outlook"]
    )
  ],
  competitor_analysis: [
    section(
      "market_context",
      "Market context",
      "the market that the competitors share",
      "The background comes first.",
      ["news", "search", "social"]
    ),
    section(
      "competitor_profiles",
      "Competitor profiles",
      "the competitors that the account watches",
      "These competitors on your list are named in the evidence.",
      ["competitor"]
    ),
    section("company_data", "Company data", "companies and their figures", "These companies were found.", ["company"]),
    section(
      "recent_moves",
      "Recent moves",
      "launches, deals and decisions of competitors",
      "These recent moves were found.",
      ["competition", "development"]
    ),
    section("strengths", "Strengths", "what speaks for the companies named", "These sources show strengths.", [
      "favourable"
    ]),
    section("weaknesses", "Weaknesses", "what speaks against the companies named", "These sources show weaknesses.", [
      "adverse"
    ]),
    section(
      "outlook",
      "Outlook",
      "plans, forecasts and expectations",
      "The outlook is that of the sources, not of this report.",
      ["outlook"]
    )
  ],
  trend_report: [
    section("trend_overview", "Trend overview", "where the market moves", "The most relevant news found comes first.", [
      "trend",
      "news"
    ]),
    section("search_interest", "Search interest", "what people search for", "These searches match the topic.", [
      "search"
    ]),
    section("social_attention", "Social attention", "what people discuss", "These discussions match the topic.", [
      "social"
    ]),
    section("drivers", "Drivers", "what speaks for the trend", "These sources name drivers.", ["favourable"]),
    section("headwinds", "Headwinds", "what speaks against the trend", "These sources name headwinds.", ["adverse"]),
    section(
      "emerging_developments",
      "Emerging developments",
      "launches, deals and decisions",
      "These recent developments were found.",
      ["development"]
    ),
    section(
      "outlook",
      "Outlook",
      "plans, forecasts and expectations",
      "The outlook is that of the sources, not of this report.",
      ["outlook"]
    )
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

import type { ReportType, SectionSlug } from "../domain/Report.ts"
import type { Facet } from "./evidence/Facets.ts"

/** One section of a kind of report. */
export interface Section {
  readonly slug: string
  readonly title: string
  /** What belongs there, for a writer and for the reader who is told that nothing was found. */
  readonly about: string
  /** A first sentence that claims nothing: how to read what follows; empty where that is plain. */
  readonly opening: string
  /**
   * Evidence with any of these facets belongs there; a section without facets rests on the others. If `news` comes
   * after others, any news belongs there only where nothing has one of the others.
   */
  readonly facets: ReadonlyArray<Facet>
  /** What a reader looks at there (see dossier/Dossier.ts). */
  readonly exhibits: ReadonlyArray<string>
  /** Whether only news belongs there that names a company of the market. */
  readonly ofCompanies: boolean
}

const section = (
  slug: SectionSlug,
  title: string,
  about: string,
  opening: string,
  facets: ReadonlyArray<Facet>,
  exhibits: ReadonlyArray<string> = []
): Section => ({ slug, title, about, opening, facets, exhibits, ofCompanies: false })

const ofCompanies = (section: Section): Section => ({ ...section, ofCompanies: true })

/*
 * News is sorted by the kinds of events that it tells. Which of it speaks for a market and which against is not sorted
 * by words: on a judged sample that agreed with a reader in 63 of 100 cases (bench/quality/kinds).
 */
const notSorted = "Without a model, news is not sorted into for and against"
const ventures = `${notSorted}: these are launches, deals, contracts, investments and approvals.`
const incidents = `${notSorted}: these are events that are risks by their kind, such as recalls, accidents, breaches, insolvencies, job cuts, lawsuits, bans and shortages.`
const mishaps = `${notSorted}: these are recalls, accidents, breaches, insolvencies, job cuts and the like.`

const outlook = section(
  "outlook",
  "Outlook",
  "plans, forecasts and expectations",
  "The outlook is that of the sources, not of this report.",
  ["outlook"],
  ["dates_ahead"]
)

/** The sections of every kind of report. */
export const outlines: Readonly<Record<ReportType, ReadonlyArray<Section>>> = {
  comprehensive_analysis: [
    section(
      "market_overview",
      "Market overview",
      "the market at large",
      "",
      ["news"],
      ["coverage", "figures", "disputed"]
    ),
    section(
      "key_developments",
      "Key developments",
      "launches, deals and decisions",
      "",
      ["development"],
      ["most_carried", "timeline"]
    ),
    section(
      "trends",
      "Trends",
      "what people search for, discuss and ask for",
      "",
      ["search", "social", "trend"],
      ["search_interest", "social_attention"]
    ),
    section(
      "competitive_landscape",
      "Competitive landscape",
      "competitors and how they stand to each other",
      "",
      ["competitor", "competition"],
      ["share_of_voice"]
    ),
    section("company_data", "Company data", "companies and their figures", "", ["company"], ["companies"]),
    section("opportunities", "Opportunities", "what speaks for the market", ventures, ["venture"]),
    section("risks", "Risks", "what speaks against the market", incidents, ["incident", "constraint"]),
    outlook
  ],
  decision_brief: [
    section(
      "the_question",
      "The question",
      "the background of the decision",
      "",
      ["news", "company", "competitor", "search", "social"],
      [
        "coverage",
        "most_carried",
        "timeline",
        "share_of_voice",
        "search_interest",
        "social_attention",
        "companies",
        "figures",
        "disputed"
      ]
    ),
    section("evidence_for", "Evidence for", "what speaks for it", ventures, ["venture"]),
    section("evidence_against", "Evidence against", "what speaks against it", mishaps, ["incident"]),
    section("risks", "Risks", "legal, supply and safety risks", "", ["constraint", "incident"]),
    section("recommendation", "Recommendation", "which way to decide", "", []),
    section(
      "what_would_change_this",
      "What would change this",
      "plans and forecasts that are still open",
      "Look again when these points are decided.",
      ["outlook"],
      ["dates_ahead"]
    )
  ],
  competitor_analysis: [
    section(
      "market_context",
      "Market context",
      "the market that the competitors share",
      "",
      ["news", "search", "social"],
      ["coverage", "search_interest", "social_attention", "figures", "disputed"]
    ),
    section(
      "competitor_profiles",
      "Competitor profiles",
      "the competitors that the account watches",
      "",
      ["competitor"],
      ["share_of_voice"]
    ),
    section("company_data", "Company data", "companies and their figures", "", ["company"], ["companies"]),
    ofCompanies(
      section(
        "recent_moves",
        "Recent moves",
        "launches, deals and decisions of competitors",
        "",
        ["competition", "development"],
        ["most_carried", "timeline"]
      )
    ),
    ofCompanies(section("strengths", "Strengths", "what speaks for the companies named", ventures, ["venture"])),
    ofCompanies(
      section("weaknesses", "Weaknesses", "what speaks against the companies named", incidents, [
        "incident",
        "constraint"
      ])
    ),
    outlook
  ],
  trend_report: [
    section(
      "trend_overview",
      "Trend overview",
      "where the market moves",
      "",
      ["trend", "news"],
      ["coverage", "share_of_voice", "figures", "disputed"]
    ),
    section("search_interest", "Search interest", "what people search for", "", ["search"], ["search_interest"]),
    section("social_attention", "Social attention", "what people discuss", "", ["social"], ["social_attention"]),
    section("drivers", "Drivers", "what speaks for the trend", ventures, ["venture"]),
    section("headwinds", "Headwinds", "what speaks against the trend", incidents, ["incident", "constraint"]),
    section(
      "emerging_developments",
      "Emerging developments",
      "launches, deals and decisions",
      "",
      ["development"],
      ["timeline", "most_carried"]
    ),
    outlook
  ]
}

/** The sections of a kind of report, in reading order. */
export const outlineOf = (type: ReportType): ReadonlyArray<Section> => outlines[type]

/**
 * What the summary of a kind of report looks for in turns, where no model writes one, and the exhibits that it tells
 * of: each kind answers other questions about the same evidence.
 */
export const leading: Readonly<
  Record<ReportType, { readonly facets: ReadonlyArray<Facet>; readonly exhibits: ReadonlyArray<string> }>
> = {
  comprehensive_analysis: {
    facets: ["news"],
    exhibits: ["coverage", "most_carried", "share_of_voice", "search_interest", "companies"]
  },
  decision_brief: { facets: ["venture", "incident", "constraint", "outlook"], exhibits: ["coverage", "most_carried"] },
  competitor_analysis: { facets: ["competition"], exhibits: ["share_of_voice", "companies"] },
  trend_report: {
    facets: ["trend", "outlook"],
    exhibits: ["coverage", "share_of_voice", "search_interest", "social_attention"]
  }
}

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

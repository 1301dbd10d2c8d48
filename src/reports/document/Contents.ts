import { Option, Schema } from "effect"
import { Exhibit } from "../../domain/Exhibit.ts"
import {
  type Conflict,
  type Report,
  ReportQuality,
  ReportSection,
  ReportSource,
  type SourceReason
} from "../../domain/Report.ts"
import { nothingFound } from "../check/Formulas.ts"
import { nothingFoundInSeveral } from "../EmptySections.ts"
import { outlines } from "../Outline.ts"
import { confidenceReason, percent } from "./ConfidenceReason.ts"
import { escape, markers } from "./Markdown.ts"

/** What a document tells of a report's quality. */
const Quality = Schema.Struct({
  writer: ReportQuality.fields.writer,
  judge: ReportQuality.fields.judge,
  judge_trial: ReportQuality.fields.judge_trial,
  citation_precision: ReportQuality.fields.citation_precision,
  citation_recall: ReportQuality.fields.citation_recall,
  conflicts: ReportQuality.fields.conflicts,
  support: ReportQuality.fields.support,
  sufficiency: ReportQuality.fields.sufficiency,
  counted_sources: ReportQuality.fields.counted_sources,
  counted_publishers: ReportQuality.fields.counted_publishers,
  agreement: ReportQuality.fields.agreement,
  freshness: ReportQuality.fields.freshness,
  on_topic: ReportQuality.fields.on_topic,
  independent_publishers: ReportQuality.fields.independent_publishers,
  unused_sources: ReportQuality.fields.unused_sources
})

/** A report's sections, separated from the other parts of its content. */
export interface Contents {
  readonly sections: ReadonlyArray<ReportSection & { readonly exhibits: ReadonlyArray<Exhibit> }>
  readonly sources: ReadonlyArray<ReportSource>
  readonly gaps: ReadonlyArray<string>
  readonly quality: typeof Quality.Type | null
  /** Tables that belong to no section, or to one that the report does not have. */
  readonly exhibits: ReadonlyArray<Exhibit>
}

const read = <A, B>(schema: Schema.Codec<A, unknown>, value: unknown, otherwise: B): A | B =>
  Option.getOrElse(Schema.decodeUnknownOption(schema)(value), () => otherwise)

const Sources = Schema.Array(ReportSource)
const Gaps = Schema.Array(Schema.String)
const decodeSection = Schema.decodeUnknownOption(ReportSection)
const Several = Schema.Array(Schema.Unknown)

/** A table with something in it, and a cell for each column in every row. */
const isTable = ({ columns, rows }: Exhibit): boolean =>
  columns.length > 0 && rows.length > 0 && rows.every(({ cells }) => cells.length === columns.length)

const nothings = new Set(
  Object.values(outlines).flatMap((sections) => sections.map((one) => escape(nothingFound(one))))
)

/** A section without saying that nothing was found; none if it says nothing else. */
const withoutNothing = <A extends ReportSection>(section: A): ReadonlyArray<A> => {
  const content = section.content
    .split("\n\n")
    .filter((part) => !nothings.has(part))
    .join("\n\n")
  return content === "" ? [] : [{ ...section, content }]
}

/** The contents of a report; all empty until it is completed. */
export const contentsOf = ({ sections: { sources, gaps, quality, exhibits, ...sections } }: Report): Contents => {
  const tables = read(Several, exhibits, [])
    .flatMap((one) => read(Exhibit, one, []))
    .filter(isTable)
  const written = Object.entries(sections).flatMap(([slug, section]) =>
    Option.toArray(Option.map(decodeSection(section), (section) => [slug, section] as const))
  )
  const slugs = new Set<string | null>(written.map(([slug]) => slug))
  const all = written.map(([slug, section]) => ({
    ...section,
    exhibits: tables.filter((exhibit) => exhibit.section === slug)
  }))
  const found = read(Sources, sources, [])
  const missing = read(Gaps, gaps, [])
  // The summary of a report without any source says so for all of its sections.
  const isEmpty = found.length === 0
  return {
    sections: isEmpty ? all.flatMap(withoutNothing) : all,
    sources: found,
    gaps: isEmpty ? missing.filter((gap) => !gap.endsWith(`: ${nothingFoundInSeveral}`)) : missing,
    quality: read(Quality, quality, null),
    exhibits: tables.filter(({ section }) => !slugs.has(section))
  }
}

/** How the judge did of what a model has written, as a sentence; nothing where there was none. */
const trialLine = ({ judge, judge_trial: trial = null }: typeof Quality.Type): string => {
  if (judge === undefined) return ""
  if (trial === null) return ` Its judge, ${judge}, was never tried: it is taken to catch 90 % of what is wrong.`
  const { faithful, faults } = trial
  return ` Its judge, ${judge}, refused ${faults.refused} of ${faults.of} false claims and ${faithful.refused} of ${faithful.of} faithful ones when it was tried.`
}

/** What the report measured of itself, in a few sentences; null until it is completed. */
export const qualityLine = ({ quality }: Contents): string | null => {
  if (quality === null) return null
  const { citation_precision, citation_recall, writer } = quality
  const measured =
    citation_recall === null || citation_precision === null
      ? "It claims nothing, so there was nothing to measure"
      : `${percent(citation_recall)} of its factual sentences are supported by what they cite, and ${percent(citation_precision)} of its citations are needed`
  const by = writer === "extractive" ? "by quoting its sources, without a model" : `by ${writer}`
  return `Written ${by}. ${measured}.${trialLine(quality)}`
}

/** Words of the report with their sources, without the stop behind them: more follows. */
const side = ({ sentence, sources }: Pick<Conflict, "sentence" | "sources">): string =>
  `${escape(sentence).replace(/[.!?]$/, "")} ${markers(sources)}`

/**
 * What each side says where the report's sources contradict each other, once for the same sources: a list in Markdown,
 * empty where none do.
 */
export const conflictsOf = ({ quality }: Contents): string => {
  const all = quality?.conflicts ?? []
  const isFirst = ({ sources }: Conflict, at: number) =>
    all.findIndex((other) => other.sources.join() === sources.join()) === at
  return all
    .filter(isFirst)
    .map((conflict) => `- ${(conflict.sides ?? [conflict]).map(side).join(", against: ")}.`)
    .join("\n")
}

/** Whether it is completed and found nothing to claim; its confidence is 0 then, though no claim has failed. */
export const claimsNothing = (report: Report): boolean => contentsOf(report).quality?.citation_recall === null

/** What a report's confidence is, what it measures, and what lowers it most. */
const confidenceLine = (report: Report): string => {
  const { quality } = contentsOf(report)
  const confidence = report.confidence ?? 0
  if (quality?.citation_recall === null) return `Confidence: ${percent(confidence)}, because it claims nothing.`
  const measured = `Confidence: ${percent(confidence)}. It measures how well the sources support the report, and whether they are many, fresh and on topic.`
  const reason = quality === null ? "" : confidenceReason(confidence, quality)
  return reason === "" ? measured : `${measured} ${reason}`
}

/** Where a report stands and when it was made, as one line. */
export const statusLine = (report: Report): string => {
  const { completed_at, created_at, error, status, step } = report
  const asked = `Asked for ${created_at.replace("T", " ")} UTC`
  if (status === "completed")
    return `${asked}, completed ${completed_at?.replace("T", " ")} UTC. ${confidenceLine(report)}`
  return `${asked}. Status: ${status}${step === null ? "" : `, ${step}`}${error === null ? "" : `. ${error}`}.`
}

/** An address that may be a link: http and https alone, without what could end one in Markdown. */
export const linkOf = (url: string | null): string | null => {
  const parsed = url === null ? null : URL.parse(url)
  return parsed?.protocol === "http:" || parsed?.protocol === "https:"
    ? parsed.href.replace(/[()<>[\]\\`]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    : null
}

/** What a source is, where no publisher says it. */
const kinds: Readonly<Record<ReportSource["kind"], string>> = {
  signal: "news",
  trending_keyword: "trending search",
  social_trend: "social topic",
  competitor: "your list of competitors",
  tracked_keyword: "your tracked keywords",
  company: "company data"
}

/** Where a source comes from, in the order in which a list of sources tells it. */
export const originOf = ({
  kind,
  published_at,
  published_at_estimated,
  publisher
}: ReportSource): ReadonlyArray<string> => [
  publisher ?? kinds[kind],
  ...(published_at === null ? [] : [published_at_estimated === true ? `first seen ${published_at}` : published_at])
]

/** The wording of each kind of reason. */
const told: Readonly<Record<SourceReason["kind"], (of: string) => string>> = {
  terms: (of) => `has ${of}`,
  concept: (of) => `is about ${of}`,
  context: (of) => `fits the context: ${of}`,
  related: (of) => `shares ${of} with other evidence`,
  publisher: (of) => `${of} writes mostly about the niche`,
  search: () => "a search for the niche found it",
  mention: (of) => `names ${of}`,
  model: (of) => `judged on topic by ${of}`,
  question: (of) => `found for the question: ${of}`
}

/** Why a source is evidence, as a sentence; null where nobody noted it. */
export const whyOf = ({ reasons = [], relevance }: ReportSource): string | null => {
  if (reasons.length === 0) return null
  const why = reasons.map(({ kind, of }) => told[kind](of.join(", "))).join("; ")
  return relevance === undefined ? why : `relevance ${relevance.toFixed(2)}: ${why}`
}

/** The headings of what stands around the sections. */
export const headings = {
  summary: "Executive summary",
  exhibits: "Further tables",
  conflicts: "Where sources contradict each other",
  sources: "Sources",
  unused: "Found and not used",
  gaps: "What is missing",
  quality: "Quality"
}

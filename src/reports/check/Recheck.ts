import { Option, Schema } from "effect"
import { Exhibit } from "../../domain/Exhibit.ts"
import { type Report, ReportQuality, ReportSection, ReportSource } from "../../domain/Report.ts"
import { ReportVerdict } from "../../domain/Verdict.ts"
import type { ReportCheck } from "../../domain/ReportCheck.ts"
import { SinceLastReport, sinceLastReport } from "../../domain/ReportDiff.ts"
import { type Checked, type Finding, findings, measure, withContents } from "./Check.ts"
import { exhibitFaults, hashOfExhibits } from "./Exhibits.ts"
import { hashOf } from "./Hash.ts"

/**
 * What a report must measure at least: nine of ten claims borne out, nine of ten citations needed, every number and
 * marker found.
 */
const gate = { citation_precision: 0.9, citation_recall: 0.9, numbers_grounded: 1, markers_resolved: 1 } as const

const sourcesOf = Schema.decodeUnknownSync(Schema.Array(ReportSource))
const writerOf = Schema.decodeUnknownOption(Schema.Struct({ writer: ReportQuality.fields.writer }))
const readExhibits = Schema.decodeUnknownOption(Schema.Array(Exhibit))
const readDay = Schema.decodeUnknownOption(Schema.Struct({ as_of: Schema.String }))
const readHash = Schema.decodeUnknownOption(Schema.Struct({ exhibits_hash: Schema.String }))
const readVerdict = Schema.decodeUnknownOption(ReportVerdict)
const verdictsIn = (stored: unknown) =>
  (Array.isArray(stored) ? stored : []).flatMap((verdict) => Option.toArray(readVerdict(verdict)))
const isSection = Schema.is(ReportSection)

const sinceOf = Schema.decodeUnknownOption(SinceLastReport)

/** What a report is checked by. */
export type Written = Pick<Report, "created_at" | "executive_summary" | "niche" | "sections">

/** The Markdown of a report's summary and sections, by their slugs, without what it says of an earlier report. */
export const contentsBySlug = ({ executive_summary, sections }: Written): ReadonlyArray<readonly [string, string]> => [
  ["executive_summary", executive_summary],
  ...Object.entries(sections).flatMap(([slug, part]): ReadonlyArray<readonly [string, string]> =>
    isSection(part) && slug !== sinceLastReport ? [[slug, part.content]] : []
  )
]

/** The day of a report's evidence; reports of earlier versions have that of their order. */
const dayOf = ({ created_at, sections }: Pick<Written, "created_at" | "sections">): string =>
  Option.getOrUndefined(readDay(sections["quality"]))?.as_of ?? created_at.slice(0, 10)

/** A report as it is stored, ready to be checked. */
export const checkedOf = (report: Written): Checked => {
  const { niche, sections } = report
  return withContents({
    contents: contentsBySlug(report).map(([, content]) => content),
    sources: sourcesOf(sections["sources"] ?? []),
    verdicts: new Map(
      verdictsIn(sections["verdicts"]).map(({ facts, sentence }) => [
        sentence,
        { supported: true, facts: facts.map((fact) => ({ ...fact, verdict: "supported" as const })) }
      ])
    ),
    niche,
    exhibits: Option.getOrElse(readExhibits(sections["exhibits"]), () => []),
    writer: Option.getOrUndefined(writerOf(sections["quality"]))?.writer,
    asOf: dayOf(report)
  })
}

/**
 * What a report says of an earlier one. It repeats claims of the report, so it is checked like them and not measured.
 */
const comparison = ({ sections }: Written, checked: Checked): ReadonlyArray<Finding> => {
  const part = sections[sinceLastReport]
  return isSection(part)
    ? findings({ ...checked, contents: [part.content], since: Option.getOrUndefined(sinceOf(part)) })
    : []
}

/**
 * Checks a completed report again on the words that are stored with it (no network, no other evidence, no clock), and
 * says whether it passes.
 */
export const recheck = (report: Report): ReportCheck => {
  const checked = checkedOf(report)
  const { citation_precision, citation_recall, markers_resolved, numbers_grounded, uncited_factual_sentences } =
    measure(checked)
  const shares = { citation_precision, citation_recall, numbers_grounded, markers_resolved: markers_resolved ?? null }
  const compared = comparison(report, checked)
  const faults = [...findings(checked), ...compared].flatMap(({ fault, sentence: { citations, text } }) =>
    fault === null ? [] : [{ sentence: text, citations, fault }]
  )
  const altered_sources = checked.sources
    .filter(({ hash, quote }) => hash !== undefined && hash !== hashOf(quote))
    .map(({ n }) => n)
  const exhibits = checked.exhibits ?? []
  const exhibit_faults = exhibitFaults(exhibits, checked.sources, dayOf(report))
  const hash = Option.getOrUndefined(readHash(report.sections["quality"]))?.exhibits_hash
  const altered_exhibits = hash === undefined ? exhibits.length > 0 : hash !== hashOfExhibits(exhibits)
  const sources_after_report = faults.filter(({ fault }) => fault === "future").length
  // Null if there was nothing to measure: a report without claims has no false one.
  const reached = Object.entries(gate).every(([name, least]) => (shares[name as keyof typeof gate] ?? 1) >= least)
  const holds = compared.every(({ fault }) => fault === null)
  return {
    id: report.id,
    passed:
      reached &&
      holds &&
      sources_after_report === 0 &&
      altered_sources.length === 0 &&
      !altered_exhibits &&
      exhibit_faults.length === 0,
    ...shares,
    uncited_factual_sentences,
    sources_after_report,
    altered_sources,
    altered_exhibits,
    exhibit_faults,
    faults
  }
}

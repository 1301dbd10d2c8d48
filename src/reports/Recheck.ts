import { Option, Schema } from "effect"
import { type Report, ReportQuality, ReportSection, ReportSource } from "../domain/Report.ts"
import { type Finding, findings, type Measured, measure } from "./Check.ts"
import { hashOf } from "./Hash.ts"

/** What a second look at a stored report finds. */
export interface Rechecked {
  readonly measured: Measured
  /** The sentences that don't hold. */
  readonly faults: ReadonlyArray<Finding>
  /** Numbers of the sources whose stored words are no longer those that the report was written from. */
  readonly altered: ReadonlyArray<number>
}

const sourcesOf = Schema.decodeUnknownSync(Schema.Array(ReportSource))
const writerOf = Schema.decodeUnknownOption(Schema.Struct({ writer: ReportQuality.fields.writer }))
const isSection = Schema.is(ReportSection)

/** Checks a completed report again on the words that are stored with it: no network, no other evidence, no clock. */
export const recheck = ({
  created_at,
  executive_summary,
  niche,
  sections
}: Pick<Report, "executive_summary" | "sections" | "niche" | "created_at">): Rechecked => {
  const sources = sourcesOf(sections["sources"] ?? [])
  const contents = Object.values(sections).flatMap((part) => (isSection(part) ? part.content : []))
  const writer = Option.getOrUndefined(writerOf(sections["quality"]))?.writer
  const checked = { contents: [executive_summary, ...contents], sources, niche, writer, asOf: created_at.slice(0, 10) }
  return {
    measured: measure(checked),
    faults: findings(checked).filter(({ fault }) => fault !== null),
    altered: sources.filter(({ hash, quote }) => hash !== undefined && hash !== hashOf(quote)).map(({ n }) => n)
  }
}

import type { ReportSource } from "../../../../domain/Report.ts"
import type { FurtherPiece } from "../../../evidence/FurtherSearch.ts"
import type { Candidate } from "../../../evidence/Piece.ts"
import type { Section } from "../../../Outline.ts"
import { readPlan } from "../Answer.ts"

/** What one section is to be about, and from which evidence. */
export interface PlannedSection {
  readonly section: Section
  readonly questions: ReadonlyArray<string>
  /** What its evidence comes to; empty if the plan does not say. */
  readonly point: string
  readonly sources: ReadonlyArray<ReportSource>
}

/** Pieces of evidence for a section, and sections that one piece may serve. */
const most = { evidence: 10, sections: 2 }

/**
 * The plan that an answer gives for these sections, in their order; null when it has another form. Sections with
 * neither evidence nor a question are left out.
 */
export const planOf = (
  text: string,
  sections: ReadonlyArray<Section>,
  sources: ReadonlyArray<ReportSource>
): ReadonlyArray<PlannedSection> | null => {
  const plan = readPlan(text)
  if (plan === null) return null
  const known = new Map(sources.map((source) => [source.n, source]))
  const times = new Map<number, number>()
  return sections.flatMap((section) => {
    const planned = plan.sections.find(({ slug }) => slug === section.slug)
    const chosen = (planned?.evidence ?? [])
      .flatMap((n) => known.get(n) ?? [])
      .filter(({ n }) => (times.get(n) ?? 0) < most.sections)
      .slice(0, most.evidence)
    for (const { n } of chosen) times.set(n, (times.get(n) ?? 0) + 1)
    const questions = plan.questions.flatMap(({ question, sections }) =>
      sections.includes(section.slug) ? [question] : []
    )
    return chosen.length + questions.length === 0
      ? []
      : [{ section, questions, point: planned?.point ?? "", sources: chosen }]
  })
}

/** Pieces that are added to one section, and to the report. */
const mostFurther = { section: 3, report: 12 }

/** What was found for the questions of a plan, section by section, so that each has its share. */
export const furtherFor = (
  plan: ReadonlyArray<PlannedSection>,
  found: ReadonlyArray<FurtherPiece>
): { readonly pieces: ReadonlyArray<Candidate>; readonly of: (planned: PlannedSection) => ReadonlyArray<number> } => {
  const pieces: Array<Candidate> = []
  const places = new Map<PlannedSection, Array<number>>(plan.map((planned) => [planned, []]))
  for (let round = 0; round < mostFurther.section; round++)
    for (const [planned, taken] of places) {
      const next = found.find(({ piece, questions }) => {
        const at = pieces.indexOf(piece)
        const isOpen = at === -1 ? pieces.length < mostFurther.report : !taken.includes(at)
        return isOpen && questions.some((question) => planned.questions.includes(question))
      })
      if (next === undefined) continue
      if (!pieces.includes(next.piece)) pieces.push(next.piece)
      taken.push(pieces.indexOf(next.piece))
    }
  return { pieces, of: (planned) => places.get(planned) ?? [] }
}

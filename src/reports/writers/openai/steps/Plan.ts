import type { ReportSource } from "../../../../domain/Report.ts"
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
 * The plan that an answer gives for these sections, in their order; null when it has another form. Sections without
 * evidence are left out.
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
    if (chosen.length === 0) return []
    const questions = plan.questions.flatMap(({ question, sections }) =>
      sections.includes(section.slug) ? [question] : []
    )
    return [{ section, questions, point: planned!.point, sources: chosen }]
  })
}

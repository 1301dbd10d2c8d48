import type { ReportRequest, ReportSource } from "../../../../domain/Report.ts"
import { titleOf } from "../../../Outline.ts"
import { lineOf } from "../Material.ts"
import type { PlannedSection } from "../steps/Plan.ts"
import type { Task } from "./Statements.ts"

/** Statements for one section, from its own evidence. */
export const sectionTask = (
  request: ReportRequest,
  { point, questions, section }: PlannedSection,
  others: ReadonlyArray<PlannedSection>,
  sources: ReadonlyArray<ReportSource>
): Task => ({
  step: "section",
  task: [
    `Write the section "${section.title}" (${section.about}) of a ${titleOf({ ...request, niche: "the niche below" })}.`,
    "Give up to six statements in `statements`, the most important first, each with a fact that helps to answer the section's",
    "questions; fewer where the evidence has less to say, and none where it has nothing for this section. Of what a text says",
    "take what the one who asks needs to act: costs, margins, prices, shares, waiting times, dates. `layout` is `prose` for",
    "facts that belong together, otherwise `list`. The sections under `elsewhere` are written by others: leave their points to",
    "them."
  ],
  asked: [
    JSON.stringify({ niche: request.niche, context: request.context }),
    JSON.stringify({ section: section.title, questions, point }),
    JSON.stringify({ elsewhere: others.map(({ point, section }) => `${section.title}: ${point}`) })
  ],
  evidence: sources.map(lineOf),
  numbers: sources.map(({ n }) => n)
})

import type { ReportRequest, ReportSource } from "../../../../domain/Report.ts"
import type { Question } from "../../../model/Chat.ts"
import { fencedQuestion } from "../../../model/Fence.ts"
import { type Section, titleOf } from "../../../Outline.ts"
import { planSchema } from "../Answer.ts"
import { lineOf } from "../Material.ts"

const rules = [
  "You plan a market research report from numbered evidence. Answer with one JSON object and nothing else.",
  "",
  "1. `questions`: think of who asks, and why. Split what was asked into three to eight questions that the report should",
  "   answer so that its reader can act, and name the `sections` that answer each.",
  "2. `sections`: for each section that is listed `evidence`, the numbers of the texts that it is to be written from, the",
  "   most important first, up to ten; and `point`, in one sentence what they come to for the reader.",
  "",
  "- Choose by what a text says, not by the words that it shares with a section's title. Each text belongs to the section in",
  "  which it matters most; a few may serve two.",
  "- Prefer texts that give facts: figures, decisions, dates, who did what. Take several that tell of the same thing only",
  "  where they add to or contradict each other.",
  "- What contradicts something else belongs into the same section with it.",
  "- Leave a section's `evidence` empty when nothing fits it. Don't fill it with what belongs elsewhere.",
  "- Name only sections and numbers that are listed."
]

/** Asks what the report should answer, and which evidence each of these sections is to be written from. */
export const planQuestion = (
  request: ReportRequest,
  sections: ReadonlyArray<Section>,
  sources: ReadonlyArray<ReportSource>
): Question => {
  const { context, niche } = request
  return fencedQuestion({
    step: "plan",
    rules,
    user: (fenced) => [
      [
        `Plan a ${titleOf({ ...request, niche: "the niche below" })}, with these sections:`,
        ...sections.map(({ about, slug, title }) => `- ${slug}: ${title}, ${about}`),
        "",
        fenced([JSON.stringify({ niche, context }), ...sources.map(lineOf)])
      ].join("\n")
    ],
    schema: planSchema(
      sections.map(({ slug }) => slug),
      sources.map(({ n }) => n)
    )
  })
}

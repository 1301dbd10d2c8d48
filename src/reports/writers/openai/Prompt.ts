import type { ReportRequest, ReportSource } from "../../../domain/Report.ts"
import { outlineOf, titleOf } from "../../Outline.ts"
import { answerSchema, replacementsSchema } from "./Answer.ts"
import type { Question } from "../../model/Chat.ts"
import { fenced, fenceRule, newFence } from "../../model/Fence.ts"
import { lineOf } from "./Material.ts"

const rules = (fence: string): string =>
  [
    "You write the statements of a market research report from numbered evidence. Answer with one JSON object and nothing else.",
    "",
    "- Write only what the evidence says. What you know from elsewhere has no place in the report.",
    "- A statement is one sentence of plain text in English: no Markdown, no markers such as [1], no addresses.",
    "- `citations` names the evidence that bears the statement out, by its numbers. Name no number that is not listed.",
    "- Write plainly, in your own words where they are clearer. Say who says or does it, and be no surer than the evidence:",
    "  keep may, plans, expects and reportedly, conditions, and whether some or all are meant.",
    "- Take figures, units, dates and names as they stand. You may give a difference, a sum or a share of figures that you cite.",
    "- Don't say that one thing caused another unless the evidence does.",
    "- `first_seen` is the day on which a text was found, not when it was published: don't date anything by it.",
    "- Where sources disagree, give each side a statement of its own.",
    "- Say nothing twice. Leave a section out when the evidence has nothing for it.",
    "- Each statement is checked against the evidence that it cites, and deleted if that does not say all of it.",
    "",
    fenceRule(fence)
  ].join("\n")

const evidenceLines = (
  { context, niche }: ReportRequest,
  sources: ReadonlyArray<ReportSource>
): ReadonlyArray<string> => [JSON.stringify({ niche, context }), ...sources.map(lineOf)]

/** Asks for a report. */
export const reportQuestion = (request: ReportRequest, sources: ReadonlyArray<ReportSource>): Question => {
  const evidence = evidenceLines(request, sources)
  const fence = newFence()
  const outline = outlineOf(request.report_type)
  const sections = outline.map(({ about, slug, title }) => `- ${slug}: ${title}, ${about}`)
  return {
    system: rules(fence),
    user: [
      [
        `Write a ${titleOf({ ...request, niche: "the niche below" })}. First a summary in \`executive_summary\`:`,
        "its first statement answers what was asked as far as the evidence does, and up to seven more give the most important points.",
        "Then these sections, each with up to six statements:",
        ...sections,
        "",
        fenced(fence, evidence)
      ].join("\n")
    ],
    schema: answerSchema(
      outline.map(({ slug }) => slug),
      sources.map(({ n }) => n)
    )
  }
}

/** A statement of an answer that does not hold, by its place in the answer, with what is wrong in words. */
export interface RejectedStatement {
  readonly statement: number
  readonly text: string
  readonly citations: ReadonlyArray<number>
  readonly wrong: string
}

/** Asks for other words for the statements that don't hold. */
export const repairQuestion = (
  request: ReportRequest,
  sources: ReadonlyArray<ReportSource>,
  rejected: ReadonlyArray<RejectedStatement>
): Question => {
  const evidence = evidenceLines(request, sources)
  const statements = rejected.map((statement) => JSON.stringify(statement))
  const fence = newFence()
  return {
    system: rules(fence),
    user: [
      fenced(fence, evidence),
      [
        "These statements were written from that evidence, and each has a fault, given as `wrong`. Replace each by a sentence that",
        "the evidence it cites bears out, in the evidence's own words; where there is none, answer with an empty `text`.",
        "",
        fenced(fence, statements)
      ].join("\n")
    ],
    schema: replacementsSchema(
      rejected.map(({ statement }) => statement),
      sources.map(({ n }) => n)
    )
  }
}

import type { ReportCall } from "../../../../domain/ReportCall.ts"
import { fencedQuestion } from "../../../model/Fence.ts"
import type { Question } from "../../../model/Chat.ts"
import { replacementsSchema, statementsSchema } from "../Answer.ts"

/** How statements are written, whatever they are for. */
const rules = [
  "You write part of a market research report from numbered evidence. Answer with one JSON object and nothing else.",
  "",
  "- Write only what the evidence says. What you know from elsewhere has no place in the report.",
  "- A statement is one sentence of plain text in English: no Markdown, no markers such as [1], no addresses.",
  "- `citations` names the evidence that bears the statement out, by its numbers. Name no number that is not listed.",
  "- Begin with the point: what happened, how much, to whom. Name who says it where it is an opinion, a forecast or one",
  "  company's own figure.",
  "- Write plainly, in your own words where they are clearer. Be no surer than the evidence: keep may, plans, expects and",
  "  reportedly, conditions, and whether some or all are meant.",
  "- Take figures, units, dates and names as they stand.",
  "- A figure that follows from others (a difference, a sum, a share, how many times as much) you don't work out yourself:",
  "  write {figure} in its place. `formula` says how it follows from figures of the evidence that you cite, each as it",
  "  stands there with its unit: (3.4 million - 2.6 million) / 3.4 million. `form` says what it gives: `amount`, `percent`",
  "  or `times`. Name these figures in the sentence as well, and have the larger one first in a difference. A statement",
  "  without {figure} has an empty `formula`, and the `form` `none`.",
  "- Don't say that one thing caused another unless the evidence does.",
  "- `first_seen` is the day on which a text was found, not when it was published: don't date anything by it.",
  "- Where sources contradict each other, write one statement that gives both sides and says who says which. Cite both, and",
  "  set `conflict` to true. Figures of different things, places or times do not contradict each other. All other",
  "  statements have `conflict` false.",
  "- Draw no conclusion for the one who asks that no source draws (too late, worth it, the right time): give the facts.",
  "- Any statement may be deleted later. So each is understood by itself, and none points to another: no also, no this, no",
  "  against that, no by the same count.",
  "- Say nothing twice.",
  "- Each statement is checked against the evidence that it cites, and deleted if that does not say all of it."
]

/** What is to be written, and from what. */
export interface Task {
  readonly step: ReportCall
  /** What to do with the data: words of our own. */
  readonly task: ReadonlyArray<string>
  /** What was asked and what the statements are about, as JSON. */
  readonly asked: ReadonlyArray<string>
  /** What may be cited: JSON with its number. */
  readonly evidence: ReadonlyArray<string>
  readonly numbers: ReadonlyArray<number>
}

/** Asks for statements. */
export const statementsQuestion = ({ asked, evidence, numbers, step, task }: Task): Question =>
  fencedQuestion({
    step,
    rules,
    user: (fenced) => [[...task, "", fenced([...asked, ...evidence])].join("\n")],
    schema: statementsSchema(numbers)
  })

/** A statement that does not hold, by its number, with what is wrong in words. */
export interface RejectedStatement {
  readonly statement: number
  readonly text: string
  readonly citations: ReadonlyArray<number>
  readonly wrong: string
}

/** Asks for other words for the statements that don't hold. */
export const repairQuestion = (
  { asked, evidence, numbers }: Task,
  rejected: ReadonlyArray<RejectedStatement>
): Question =>
  fencedQuestion({
    step: "repair",
    rules,
    user: (fenced) => [
      fenced([...asked, ...evidence]),
      [
        "These statements were written from that evidence, and each has a fault, given as `wrong`. Replace each by a sentence that",
        "the evidence it cites bears out, in the evidence's own words; where there is none, answer with an empty `text`.",
        "",
        fenced(rejected.map((statement) => JSON.stringify(statement)))
      ].join("\n")
    ],
    schema: replacementsSchema(
      rejected.map(({ statement }) => statement),
      numbers
    )
  })

import { Schema } from "effect"
import type { ReportRequest, ReportSource } from "../../domain/Report.ts"
import type { Question } from "../model/Chat.ts"
import { fencedQuestion } from "../model/Fence.ts"
import { jsonSchema, readJson } from "../model/Json.ts"

/*
 * Which of the evidence is about something else: "oats" the horse feed, in a report about oat milk. Words alone brought
 * it here; it can only go.
 */

const rules = [
  "You sort evidence for a market research report. For each numbered text decide whether it is about what was asked: its",
  "market, its products, the companies in it, their customers, suppliers and rules. Answer with one JSON object and",
  "nothing else: `off_topic` has the numbers of the texts that are about something else.",
  "",
  "- A text that only shares a word with the question is off topic.",
  "- A text that is about it in part, or from which a reader of the report would learn something, is on topic.",
  "- When in doubt, a text is on topic. Whether it is good news, or true, does not matter."
]

const answerOf = <Number extends Schema.Constraint>(number: Number) =>
  Schema.Struct({ off_topic: Schema.Array(number) })

const Answer = answerOf(Schema.Int)

/** Asks about all of them at once. */
export const topicQuestion = (
  { context, niche }: Pick<ReportRequest, "niche" | "context">,
  sources: ReadonlyArray<ReportSource>
): Question => {
  const lines = sources.map(({ n, publisher, quote }) =>
    JSON.stringify({ n, ...(publisher !== null && { publisher }), text: quote })
  )
  return fencedQuestion({
    step: "topic",
    rules,
    user: (fenced) => [fenced([JSON.stringify({ niche, context }), ...lines])],
    schema: jsonSchema(answerOf(Schema.Literals(sources.map(({ n }) => n))))
  })
}

/** Of these sources those that an answer names; none if it has another form, or leaves nothing. */
export const readOffTopic = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlySet<number> => {
  const named = new Set(readJson(Answer, text)?.off_topic)
  const off = sources.flatMap(({ n }) => (named.has(n) ? [n] : []))
  // An answer that names every source tells nothing apart, so all are kept.
  return new Set(off.length === sources.length ? [] : off)
}

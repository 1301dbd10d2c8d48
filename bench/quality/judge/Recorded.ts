import { Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import type { Verdict } from "../../../src/domain/Verdict.ts"
import { hashOf } from "../../../src/reports/check/Hash.ts"
import type { Question } from "../../../src/reports/model/Chat.ts"
import { claimsPerQuestion } from "../../../src/reports/judge/OpenAiJudge.ts"
import { factsQuestion, readVerdicts } from "../../../src/reports/judge/Questions.ts"
import { pairs } from "../../../src/reports/judge/Pairs.ts"

/** Answers of a language model, as they came. */
export const Recording = Schema.Struct({
  /** Which model gave them, and when. */
  from: Schema.String,
  answers: Schema.Array(Schema.Struct({ prompt: Schema.String, answer: Schema.String }))
})

/** What a model without structured answers reads, all in one. */
export const promptOf = ({ schema, system, user }: Question): string =>
  [system, `The JSON Schema of your answer:\n${JSON.stringify(schema)}`, ...user].join("\n\n")

/** By what an answer is known to be one to this prompt: its words, but for the fence, which is another each time. */
export const keyOf = (prompt: string): string => hashOf(prompt.replaceAll(/data-[0-9a-f]{16}/g, "data-"))

const perQuestion = claimsPerQuestion.facts

/** The questions about all pairs, as a judge is asked them. */
export const questions = () =>
  Array.from({ length: Math.ceil(pairs.length / perQuestion) }, (_, n) =>
    pairs.slice(n * perQuestion, (n + 1) * perQuestion)
  ).map((batch) => ({ batch, question: factsQuestion(batch.map(({ claim }) => claim)) }))

const file = new URL("recorded.json", import.meta.url)

/** The recorded verdicts on the pairs, null where nothing was recorded for the question as it is today. */
export const recordedVerdicts = (): { readonly from: string; readonly verdicts: ReadonlyArray<Verdict | null> } => {
  if (!existsSync(file)) return { from: "nobody", verdicts: pairs.map(() => null) }
  const { answers, from } = Schema.decodeUnknownSync(Recording)(JSON.parse(readFileSync(file, "utf8")))
  const known = new Map(answers.map(({ answer, prompt }) => [prompt, answer]))
  const verdicts = questions().flatMap(({ batch, question }) =>
    readVerdicts(known.get(keyOf(promptOf(question))) ?? "", batch.length)
  )
  return { from, verdicts }
}

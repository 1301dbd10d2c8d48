import { Schema } from "effect"
import { existsSync, readFileSync } from "node:fs"
import type { Verdict } from "../../../src/domain/Verdict.ts"
import { claimsPerQuestion } from "../../../src/reports/judge/OpenAiJudge.ts"
import { factsQuestion, readVerdicts } from "../../../src/reports/judge/Questions.ts"
import { keyOf, promptOf, Recording } from "../Recording.ts"
import { type Pair, pairs } from "../../../src/reports/judge/Pairs.ts"

const perQuestion = claimsPerQuestion.facts

/** The questions about pairs, as a judge is asked them. */
export const questions = (about: ReadonlyArray<Pair> = pairs) =>
  Array.from({ length: Math.ceil(about.length / perQuestion) }, (_, n) =>
    about.slice(n * perQuestion, (n + 1) * perQuestion)
  ).map((batch) => ({ batch, question: factsQuestion(batch.map(({ claim }) => claim)) }))

const file = new URL("recorded.json", import.meta.url)

/** A token is some four characters. */
const charactersPerToken = 4

interface Recorded {
  readonly from: string
  /** On the pairs; null where nothing was recorded for the question as it is today. */
  readonly verdicts: ReadonlyArray<Verdict | null>
  /** Of questions and answers together, by their length. */
  readonly tokens: number
}

/** What was recorded of a judge. */
export const recordedVerdicts = (): Recorded => {
  if (!existsSync(file)) return { from: "nobody", verdicts: pairs.map(() => null), tokens: 0 }
  const { answers, from } = Schema.decodeUnknownSync(Recording)(JSON.parse(readFileSync(file, "utf8")))
  const known = new Map(answers.map(({ answer, prompt }) => [prompt, answer]))
  const asked = questions().map(({ batch, question }) => {
    const prompt = promptOf(question)
    return { batch, prompt, answer: known.get(keyOf(prompt)) ?? "" }
  })
  return {
    from,
    verdicts: asked.flatMap(({ answer, batch }) => readVerdicts(answer, batch.length)),
    tokens: asked.reduce((sum, { answer, prompt }) => sum + prompt.length + answer.length, 0) / charactersPerToken
  }
}

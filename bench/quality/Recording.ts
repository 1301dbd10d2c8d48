import { Effect, Schema } from "effect"
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ModelFailed } from "../../src/outbound/ModelFailed.ts"
import { hashOf } from "../../src/reports/check/Hash.ts"
import type { Chat, Question } from "../../src/reports/model/Chat.ts"

/*
 * Answers of a language model that were recorded, in the place of a model. What is asked of it and was not recorded is
 * kept as a prompt, so that whoever can ask a model answers it; then the same is run again, until nothing is missing.
 */

/** Answers of a language model, as they came. */
export const Recording = Schema.Struct({
  /** Which model gave them, and when. */
  from: Schema.String,
  answers: Schema.Array(Schema.Struct({ prompt: Schema.String, answer: Schema.String }))
})

const fence = /data-[0-9a-f]{16}/g

/** What a model without structured answers reads, all in one; the fence has the same name each time. */
export const promptOf = ({ schema, system, user }: Question): string =>
  [system, ...(schema === null ? [] : [`The JSON Schema of your answer:\n${JSON.stringify(schema)}`]), ...user]
    .join("\n\n")
    .replaceAll(fence, "data-0123456789abcdef")

/** The key of a recorded answer: the words of its prompt without the name of the fence. */
export const keyOf = (prompt: string): string => hashOf(prompt.replaceAll(fence, "data-"))

/** What was asked and not recorded, by key. */
export interface Missing {
  readonly step: Question["step"]
  readonly prompt: string
}

/** Prompts that depend on earlier answers are written once these are there. */
const last: ReadonlySet<Question["step"]> = new Set(["recommendation", "summary"])

/** A token is some four characters. */
const tokens = (text: string): number => Math.ceil(text.length / 4)

/** A model that gives recorded answers. */
export const recordedChat = (known: ReadonlyMap<string, string>) => {
  const missing = new Map<string, Missing>()
  const used = new Map<string, string>()
  const chat: Chat = (question) =>
    Effect.suspend(() => {
      const prompt = promptOf(question)
      const key = keyOf(prompt)
      const text = known.get(key)
      if (text !== undefined) {
        used.set(key, text)
        return Effect.succeed({ text, unusable: null, tokens: { input: tokens(prompt), output: tokens(text) } })
      }
      if (missing.size === 0 || !last.has(question.step)) missing.set(key, { step: question.step, prompt })
      return Effect.fail(ModelFailed.final("no answer to this was recorded"))
    })
  return { chat, missing, used }
}

const nameOf = (key: string, { step }: Missing): string => `${step}-${key.slice(0, 12)}`

/** The answers in a folder, by the keys of their prompts: `NAME.prompt.txt` and `NAME.answer.txt`. */
export const answersIn = (folder: string): ReadonlyMap<string, string> => {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".prompt.txt")) : []
  return new Map(
    names.flatMap((name) => {
      const answer = join(folder, name.replace(".prompt.", ".answer."))
      return existsSync(answer)
        ? [[keyOf(readFileSync(join(folder, name), "utf8")), readFileSync(answer, "utf8")] as const]
        : []
    })
  )
}

/** Writes prompts to a folder. */
export const writePrompts = (folder: string, missing: ReadonlyMap<string, Missing>): void => {
  mkdirSync(folder, { recursive: true })
  for (const [key, one] of missing) writeFileSync(join(folder, `${nameOf(key, one)}.prompt.txt`), one.prompt)
}

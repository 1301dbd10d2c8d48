import { split } from "../../check/Sentences.ts"

/*
 * Sentences that speak to a language model rather than to a reader. News says what happened; it doesn't tell its reader
 * to ignore instructions. The list is short and plain, so it misses some: the fence, the schema and the check stand
 * behind it.
 */
const patterns: ReadonlyArray<RegExp> = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|prompts?|rules|guidelines|everything (?:above|before)|the above|(?:previous|prior|earlier) (?:text|messages?|context))\b/i,
  /\b(?:system|developer) (?:prompt|message|instructions?)\b/i,
  /\byou (?:are|must act as|will act as) (?:now )?(?:an?|the) (?:ai\b|assistant|language model|chatbot|llm)/i,
  /\b(?:as|dear) (?:an? )?(?:ai (?:assistant|model|language model)|language model|llm|chatbot)\b/i,
  /\b(?:new|additional|updated|important) instructions?\b.{0,20}(?::|\bfor (?:the|all|any) (?:ai|models?|assistants?|writers?))/i,
  /(?:^|[.:;!?"“(]\s*)(?:please )?(?:write|say|state|reply|respond|answer|output|print|claim|report|conclude|mention|repeat)\b.{0,30}\b(?:in (?:the|your) (?:report|summary|answer|response)|only\b|exactly\b|that every\b|the following\b)/i,
  /<\/?(?:system|assistant|user|instructions?|evidence|data)[^>]{0,40}>|\[\/?(?:INST|SYSTEM)\]|<\|[a-z_]+\|>/i
]

/** Whether a sentence is addressed to a model. */
export const isInstruction = (sentence: string): boolean => patterns.some((pattern) => pattern.test(sentence))

/** A text up to the first sentence that is addressed to a model: what follows it may be a part of it. */
export const withoutInstructions = (text: string): string => {
  const kept: Array<string> = []
  for (const line of text.split("\n")) {
    const sentences = split(line)
    const first = isInstruction(line) ? sentences.findIndex(isInstruction) : sentences.length
    kept.push(sentences.slice(0, Math.max(0, first)).join(" "))
    if (first < sentences.length) break
  }
  return kept.filter((line) => line !== "").join("\n")
}

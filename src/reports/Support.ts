import type { ReportSource } from "../domain/Report.ts"
import { directionOf, frame, isNegated } from "./Lexicon.ts"
import { isGrounded, numbers, withoutNumbers } from "./Numbers.ts"
import { type Sentence, split } from "./Sentences.ts"
import { contentStems, nameStems } from "./Words.ts"

/** How many of a sentence's words its citations may lack: one in five, which leaves room to paraphrase. */
const wordsLacking = 0.2

/** Why a sentence is not supported. */
export type Fault = "uncited" | "unresolved" | "number" | "name" | "words" | "direction" | "negation"

/** All that is stored of a source. */
const storedWords = (source: ReportSource): string =>
  [source.title, source.quote, source.publisher, source.published_at].filter((text) => text !== null).join("\n")

/** The part of the sources that says most nearly the same. */
const closest = (text: string, sources: ReadonlyArray<ReportSource>): string => {
  const wanted = new Set(contentStems(text))
  let best = { passage: "", shared: 0 }
  for (const passage of sources.flatMap((source) => storedWords(source).split("\n").flatMap(split))) {
    const shared = new Set(contentStems(passage).filter((word) => wanted.has(word))).size
    if (shared > best.shared) best = { passage, shared }
  }
  return best.passage
}

/** A sentence's numbers that its sources don't have. */
export const ungrounded = (text: string, sources: ReadonlyArray<ReportSource>): ReadonlyArray<string> => {
  const known = new Set(sources.flatMap((source) => numbers(storedWords(source))))
  return numbers(text).filter((number) => !isGrounded(number, known))
}

/**
 * What keeps these sources from supporting that text, or null when they do: every number and name must be among their
 * words, nearly all other words too, and the closest passage must not say the opposite (up for down, yes for no).
 */
export const faultOf = (text: string, sources: ReadonlyArray<ReportSource>): Fault | null => {
  if (ungrounded(text, sources).length > 0) return "number"
  const stored = sources.map(storedWords).join("\n")
  // With and without its numbers, since "1.FC" and "FC" are both its words.
  const known = new Set(contentStems(`${stored}\n${withoutNumbers(stored)}`))
  const lacks = (word: string): boolean => !known.has(word) && !frame.has(word)
  const said = withoutNumbers(text)
  if (nameStems(said).some(lacks)) return "name"

  const passage = closest(said, sources)
  const [here, there] = [directionOf(said), directionOf(passage)]
  if (here !== null && there !== null && here !== there) return "direction"
  // Denied in another sentence of the source is good enough: the closest passage is a guess.
  if (isNegated(said) !== isNegated(passage) && isNegated(said) !== isNegated(stored)) return "negation"

  const content = contentStems(said)
  return content.filter(lacks).length > Math.floor(content.length * wordsLacking) ? "words" : null
}

/** The same for a sentence with its markers, among all sources of a report. */
export const sentenceFault = (sentence: Sentence, sources: ReadonlyMap<number, ReportSource>): Fault | null => {
  if (sentence.citations.length === 0) return "uncited"
  const cited = sentence.citations.map((n) => sources.get(n))
  return cited.every((source) => source !== undefined) ? faultOf(sentence.text, cited) : "unresolved"
}

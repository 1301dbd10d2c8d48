import { Effect } from "effect"
import { quotationLength } from "../../domain/Article.ts"
import { contentStems, likeness } from "../../text/Words.ts"
import { split } from "../check/Sentences.ts"
import { isQuotable } from "./News.ts"
import { type Passage, passageOf } from "./Passage.ts"
import { type Relevance, threshold } from "./Relevance.ts"
import { each } from "./Steps.ts"

/** Of each article so many sentences are looked at. */
const mostSentences = 40

/** From this likeness on a sentence repeats what is known. */
const again = 0.7

interface Article {
  readonly text: string
  readonly language: string | null
  /** What is known already: the title, and the sentences of a feed. */
  readonly known: ReadonlyArray<string>
}

/**
 * The sentence of an article that says most about the niche, word for word; null if none is about it. It is all of the
 * article that a report keeps and shows, so it is no longer than a quotation may be.
 */
export const excerptOf = Effect.fnUntraced(function* (
  { known, language, text }: Article,
  relevance: (passage: Passage) => Relevance
) {
  const told = known.map((sentence) => new Set(contentStems(sentence)))
  const isNew = (sentence: string): boolean => {
    const stems = new Set(contentStems(sentence))
    return told.every((other) => likeness(stems, other) < again)
  }
  const sentences = text
    .split("\n")
    .flatMap(split)
    .filter((sentence) => [...sentence].length <= quotationLength && isQuotable(sentence))
    .slice(0, mostSentences)
  const scores = yield* each(sentences, (sentence) =>
    isNew(sentence) ? relevance(passageOf({ title: sentence, language })).score : 0
  )
  const best = Math.max(0, ...scores)
  return best < threshold ? null : sentences[scores.indexOf(best)]!
})

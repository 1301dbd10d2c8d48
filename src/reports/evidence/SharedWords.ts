import { Effect } from "effect"
import type { Signal } from "../../domain/Signal.ts"
import { termOf, words } from "../../search/Analysis.ts"
import { fallback } from "../../search/Languages.ts"
import type { WeightedTerm } from "../../search/Query.ts"
import type { SearchIndex } from "../../storage/search/SearchIndex.ts"
import { textOf } from "./News.ts"
import { isStopTerm } from "./Passage.ts"
import { each } from "./Steps.ts"

/** A word must be in so many of the texts, and in no larger share of all texts; so many of the best are taken. */
const settings = { texts: 2, share: 0.1, most: 15 }

/**
 * The words that news about a niche shares and other news seldom has, the most telling first: a search for them finds
 * news about the niche that says nothing of what was looked for.
 */
export const sharedWords = Effect.fnUntraced(function* (
  news: ReadonlyArray<Signal>,
  index: Pick<SearchIndex["Service"], "frequencies">
) {
  const found = new Map<string, { readonly text: string; count: number }>()
  yield* each(news, (signal) => {
    const language = signal.language ?? fallback
    const own = new Map(words(textOf(signal)).map(({ word }) => [termOf(word, language), word]))
    for (const [term, text] of own) {
      if (text.length < 3 || /^\d+$/.test(text) || isStopTerm(term, language)) continue
      const known = found.get(term)
      if (known === undefined) found.set(term, { text, count: 1 })
      else known.count++
    }
  })
  const shared = [...found].filter(([, { count }]) => count >= settings.texts)
  const { documents, frequency } = yield* index.frequencies(shared.map(([term]) => term))
  return shared
    .flatMap(([term, { count, text }]): ReadonlyArray<WeightedTerm> => {
      const among = frequency(term)
      return among > settings.share * documents
        ? []
        : [{ text, weight: count * Math.log(documents / Math.max(1, among)) }]
    })
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, settings.most)
})

/*
 * A small stand-in for Postgres's English text search, for the memory layers: the same rules on a lighter stemmer and a
 * plainer score, so that both find the same stories for everyday words.
 */

/** What matters little in English; a query of these alone finds nothing. */
const stopWords = new Set(
  (
    "a about above after again against all am an and any are as at be because been before being below between both but by can did do does " +
    "doing don down during each few for from further had has have having he her here hers him his how i if in into is it its just me more " +
    "most my no nor not now of off on once only or other our ours out over own s same she should so some such t than that the their theirs " +
    "them then there these they this those through to too under until up very was we were what when where which while who whom why will " +
    "with you your yours"
  ).split(" ")
)

/** Endings that change a word's form but not what it is about. */
const stem = (word: string): string =>
  word.length <= 3
    ? word
    : word
        .replace(/ies$/, "y")
        .replace(/(?<!s)s$/, "")
        .replace(/(?:ing|ed)$/, "")
        .replace(/e$/, "")

interface Word {
  readonly stem: string
  /** Place in the text; stop words count, so that a phrase keeps its gaps. */
  readonly at: number
}

const words = (text: string): ReadonlyArray<Word> =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)]
    .map(([word], at) => ({ word, at }))
    .filter(({ word }) => !stopWords.has(word))
    .map(({ word, at }) => ({ stem: stem(word), at }))

/** A text by its weight: what is found in the title counts most. */
interface Field {
  readonly text: string
  readonly weight: number
}

interface Part {
  readonly phrase: ReadonlyArray<Word>
  readonly negated: boolean
}

/** Any of the alternatives, each of which wants all of its parts. */
type Query = ReadonlyArray<ReadonlyArray<Part>>

const part = (text: string, negated = false): Part => ({ phrase: words(text), negated })

const alternatives = (query: ReadonlyArray<ReadonlyArray<Part>>): Query =>
  query.map((parts) => parts.filter(({ phrase }) => phrase.length > 0)).filter((parts) => parts.length > 0)

/** Every word; `"several words"` as they stand; `-word` not; `or` between alternatives. Exclusions alone ask for nothing. */
export const webSearch = (text: string): Query => {
  const query: Array<Array<Part>> = [[]]
  for (const [, minus, quoted, word] of text.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    if (word?.toLowerCase() === "or" && minus === "") query.push([])
    else query.at(-1)!.push(part(quoted ?? word ?? "", minus === "-"))
  }
  const asked = alternatives(query)
  return asked.some((parts) => parts.every(({ negated }) => negated)) ? [] : asked
}

/** Any of the terms, each as it stands. */
export const anyOf = (terms: ReadonlyArray<string>): Query => alternatives(terms.map((term) => [part(term)]))

const contains = (field: ReadonlyArray<Word>, phrase: ReadonlyArray<Word>): boolean =>
  field.some((start) =>
    phrase.every((word) =>
      field.some(({ stem, at }) => stem === word.stem && at - start.at === word.at - phrase[0]!.at)
    )
  )

/** How well the fields answer the query, or null when they don't. */
export const score = (fields: ReadonlyArray<Field>, query: Query): number | null => {
  const texts = fields.map(({ text, weight }) => ({ words: words(text), weight }))
  const weightOf = ({ phrase }: Part): number =>
    texts.reduce((sum, text) => sum + (contains(text.words, phrase) ? text.weight : 0), 0)
  const scores = query
    .filter((parts) => parts.every((part) => weightOf(part) > 0 !== part.negated))
    .map((parts) => parts.reduce((sum, part) => sum + (part.negated ? 0 : weightOf(part)), 0))
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0)
}

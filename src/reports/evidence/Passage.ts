import { analyse, termOf, words } from "../../search/Analysis.ts"
import { detect, fallback, stopWordsOf } from "../../search/Languages.ts"

/** A text prepared for the search for expressions, in the same terms as the search index. */
export interface Passage {
  readonly language: string
  /** Terms in order, with a space before and after each. */
  readonly title: string
  readonly text: string
  /** All terms, and the heads of those that may be compounds. */
  readonly terms: ReadonlySet<string>
  /** The country whose domain its address has. */
  readonly country: string | null
  /** Its publisher writes mostly about the niche's place, though the address does not tell. */
  readonly local?: boolean
  /** The original text: capitals distinguish names from words. */
  readonly written: string
}

const row = (terms: ReadonlyArray<string>): string => ` ${terms.join(" ")} `

/** What feeds add to their publisher's name. */
const added = /\b(?:rss|atom|feeds?|news|blog|latest|top stories|headlines)\b/gi

/** A publisher's name as a text. */
export const passageOfPublisher = (name: string): Passage =>
  passageOf({ title: name.slice(0, 200).replace(added, " "), language: fallback })

/** Languages that write compounds as one word, and how long a word is that begins one. */
const compounding = new Set(["de", "nl", "sv", "da", "no", "nb", "nn", "fi"])
const leastHead = 7

/** What a compound begins with, so that its first word finds it; null for short words and other languages. */
export const headOf = (term: string, language: string): string | null =>
  compounding.has(language) && term.length >= leastHead ? `${term.slice(0, leastHead)}…` : null

/** The last part of an address's host, if it has two letters: `at` of `https://orf.at/`. */
const countryOf = (url: string | null): string | null =>
  /^https?:\/\/[^/?#:]{1,253}\.([a-z]{2})(?:[/?#:]|$)/i.exec(url?.slice(0, 300) ?? "")?.[1]?.toLowerCase() ?? null

/** The rest of a text is ignored. */
const longest = 4_000

export const passageOf = (given: {
  readonly title: string
  readonly text?: string
  readonly language?: string | null
  readonly url?: string | null
}): Passage => {
  const title = given.title.slice(0, longest)
  const text = (given.text ?? "").slice(0, longest)
  const written = `${title}\n${text}`
  const language = given.language ?? detect(written) ?? fallback
  const terms = analyse({ title, text, source: "", language })
  return {
    language,
    title: row(terms.title),
    text: row(terms.text),
    terms: new Set([...terms.title, ...terms.text].flatMap((term) => [term, headOf(term, language) ?? term])),
    country: countryOf(given.url ?? null),
    written
  }
}

const stopTerms = new Map<string, ReadonlySet<string>>()

/** Whether small words of a language have this term: the Spanish "paro" is "par" in Portuguese, as is "para". */
export const isStopTerm = (term: string, language: string): boolean => {
  let terms = stopTerms.get(language)
  if (terms === undefined) {
    terms = new Set(stopWordsOf(language).map((word) => termOf(word.toLowerCase(), language)))
    stopTerms.set(language, terms)
  }
  return terms.has(term)
}

/** The terms of a phrase in texts of a language. */
export const termsOf = (phrase: string, language: string): ReadonlyArray<string> =>
  words(phrase).map(({ word }) => termOf(word, language))

/** A phrase as it stands between the spaces of a {@link Passage}. */
export const rowOf = (phrase: string, language: string): string => row(termsOf(phrase, language))

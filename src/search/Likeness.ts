import { fromText } from "./Analysis.ts"
import type { Plan } from "./Query.ts"
import { type Candidate, type Corpus, type Match, newest, scorer } from "./Ranking.ts"

/**
 * How many of a document's terms are used to search for others, and how much of the document's likeness to itself
 * others must have.
 */
const settings = { terms: 12, share: 0.25, ofTitle: 3, ofText: 2 }

/** All terms of a document, whatever they are found in. */
export const termsOf = (terms: string): ReadonlyArray<string> => {
  const { other, text, title } = fromText(terms)
  return [...new Set([...title, ...text, ...other])]
}

/** A document as a question for others that are like it: the terms that tell it best from all documents. */
export const questionOf = (own: Candidate, corpus: Corpus, languages: ReadonlyArray<string>): Plan => {
  const { text, title } = fromText(own.terms)
  const often = (term: string) =>
    title.includes(term) ? settings.ofTitle : Math.min(settings.ofText, text.filter((each) => each === term).length)
  const terms = termsOf(own.terms)
    // What no other has finds no other.
    .filter((term) => corpus.frequency(term) > 1)
    .map((term) => ({ term, weight: Math.log(1 + corpus.documents / corpus.frequency(term)) * often(term) }))
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, settings.terms)
    .map(({ term }) => term)
  const rows = terms.map((term) => [term])
  return {
    query: { units: terms.map((term) => ({ kind: "any", words: [term] })) },
    languages,
    terms: new Map(languages.map((language) => [language, rows])),
    empty: terms.length === 0
  }
}

/** The candidates that are most similar to the document, the most similar first. */
export const likest = (
  own: Candidate,
  candidates: ReadonlyArray<Candidate>,
  plan: Plan,
  corpus: Corpus,
  now: number
) => {
  const score = scorer(plan, corpus, now)
  const least = settings.share * (score({ ...own, at: now })?.score ?? 0)
  return candidates
    .filter(({ id }) => id !== own.id)
    .map(score)
    .filter((match): match is Match => match !== null && match.score >= least)
    .toSorted((one, other) => other.score - one.score || newest(one, other))
}

import { fieldsOf } from "./Analysis.ts"
import type { Plan, Terms } from "./Query.ts"

/*
 * What comes first. Engines find candidates, each in its own way; this one rule orders them, so that all engines agree:
 *
 *   - BM25 over title and text (BM25F: a word in the title counts as several in the text, fields are measured by their
 *     own lengths);
 *   - documents with a word as it was typed before those with words that are only near;
 *   - of them documents with all words before those with some;
 *   - times a recency that halves in 30 days, down to a floor: an excellent old match still beats a poor new one.
 */

export const settings = {
  /** How soon more of the same word says nothing new. */
  k1: 1.2,
  /** How much long fields are held against a document. */
  b: { title: 0.5, text: 0.75 },
  /** What one occurrence counts. */
  weight: { title: 2.5, text: 1, other: 0.5 },
  halfLifeMillis: 30 * 24 * 3_600_000,
  /** What is left of the score of what is very old. */
  floor: 0.6
}

/** What is known of all documents together. */
export interface Corpus {
  readonly documents: number
  /** Mean number of terms. */
  readonly titleLength: number
  readonly textLength: number
  /** In how many documents a term is. */
  readonly frequency: (term: string) => number
}

/** A document that may match. */
export interface Candidate {
  readonly id: number
  readonly at: number
  readonly language: string
  /** As `toText` of Analysis.ts writes them. */
  readonly terms: string
}

/** A document that matches. */
export interface Match {
  readonly id: number
  readonly at: number
  readonly score: number
  /** It has a word as it was typed. */
  readonly exact: boolean
  /** It has all words that are asked for. */
  readonly complete: boolean
}

/**
 * A unit of a question as texts of one language are looked through for it: with the space behind it; empty where they
 * pass over it. The space before it is looked at where it is found: it begins every word, and would be found as often.
 */
interface Sought {
  readonly row: string
  readonly single: boolean
}

const soughtIn = (units: ReadonlyArray<Terms>): ReadonlyArray<Sought> =>
  units.map((unit) => {
    const row = unit.filter((term) => term !== null)
    return { row: row.length === 0 ? "" : `${row.join(" ")} `, single: row.length === 1 }
  })

/** Where a row stands from there on; -1 where it does not. */
const find = (text: string, row: string, from: number): number => {
  let at = text.indexOf(row, from)
  while (at !== -1 && text[at - 1] !== " ") at = text.indexOf(row, at + 1)
  return at
}

const termsBetween = (text: string, from: number, to: number): number => {
  if (from >= to) return 0
  let count = 1
  for (let at = text.indexOf(" ", from); at !== -1 && at < to; at = text.indexOf(" ", at + 1)) count++
  return count
}

const idf = (documents: number, frequency: number): number =>
  Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))

/** How rare each unit of the question is, times what it counts. */
const weights = ({ query, terms }: Plan, { documents, frequency }: Corpus): ReadonlyArray<number> =>
  query.units.map(
    (unit, n) =>
      (unit.weight ?? 1) *
      unit.words.reduce((sum, _, m) => {
        const forms = new Set([...terms.values()].map((units) => units[n]![m]!).filter((term) => term !== null))
        const among = Math.min(
          documents,
          [...forms].reduce((most, term) => most + frequency(term), 0)
        )
        return sum + idf(documents, among)
      }, 0)
  )

/**
 * From when on documents of a list count as old, in milliseconds: they lose nothing in a minute, and the same list
 * within it is the same answer.
 */
export const startOfMinute = (millis: number): number => millis - (millis % 60_000)

export const recency = (age: number): number =>
  settings.floor + (1 - settings.floor) * 2 ** (-Math.max(0, age) / settings.halfLifeMillis)

/**
 * How well documents answer a question, or null where they don't. Terms are counted where they stand, without being
 * taken apart: candidates are many, and this is what they cost.
 */
export const scorer = (plan: Plan, corpus: Corpus, now: number): ((candidate: Candidate) => Match | null) => {
  const { b, k1, weight } = settings
  const rarity = weights(plan, corpus)
  const { units } = plan.query
  const sought = new Map([...plan.terms].map(([language, terms]) => [language, soughtIn(terms)]))
  return ({ at, id, language, terms }) => {
    const asked = sought.get(language)
    if (asked === undefined) return null
    const text = `${terms} `
    const { textFrom, textTo, titleFrom, titleTo } = fieldsOf(terms)
    const titleLength = termsBetween(text, titleFrom, titleTo)
    const textLength = termsBetween(text, textFrom, textTo)
    const lengths = {
      title: 1 - b.title + (b.title * titleLength) / (corpus.titleLength || 1),
      text: 1 - b.text + (b.text * textLength) / (corpus.textLength || 1)
    }
    let score = 0
    let matched = false
    let exact = false
    let complete = true
    for (let n = 0; n < units.length; n++) {
      const { row, single } = asked[n]!
      if (row === "") continue
      let inTitle = 0
      let inText = 0
      let inOther = 0
      for (let at = find(text, row, titleFrom); at !== -1; at = find(text, row, at + 1)) {
        if (at < titleTo) inTitle++
        else if (at < textTo) inText++
        else if (single) inOther++
      }
      const { beside, kind, near } = units[n]!
      const any = inTitle + inText + inOther > 0
      if (kind === "not") {
        if (any) return null
        continue
      }
      if (!any) {
        if (kind === "must") return null
        if (beside !== true) complete = false
        continue
      }
      matched = true
      exact ||= near !== true
      const frequency =
        (weight.title * inTitle) / lengths.title + (weight.text * inText + weight.other * inOther) / lengths.text
      score += rarity[n]! * ((frequency * (k1 + 1)) / (k1 + frequency))
    }
    return matched ? { id, at, score: score * recency(now - at), exact, complete } : null
  }
}

/**
 * Whether documents have all that must match and nothing that is excluded, whatever else they say. What nobody can tell
 * of a document, for want of its language, it has not.
 */
export const admits = (plan: Plan): ((candidate: Pick<Candidate, "language" | "terms">) => boolean) => {
  const { units } = plan.query
  const sought = new Map([...plan.terms].map(([language, terms]) => [language, soughtIn(terms)]))
  const asks = units.some(({ kind }) => kind !== "any")
  return ({ language, terms }) => {
    const asked = sought.get(language)
    if (asked === undefined) return !asks
    const text = `${terms} `
    const { textTo, titleFrom } = fieldsOf(terms)
    return units.every(({ kind }, n) => {
      const { row, single } = asked[n]!
      if (kind === "any" || row === "") return true
      const at = find(text, row, titleFrom)
      return (at !== -1 && (single || at < textTo)) === (kind === "must")
    })
  }
}

/** The best first: words as they were typed, all words before some, then by score, then the newest. */
export const compare = (one: Match, other: Match): number =>
  Number(other.exact) - Number(one.exact) ||
  Number(other.complete) - Number(one.complete) ||
  other.score - one.score ||
  newest(one, other)

/** The newest first. */
export const newest = (one: Pick<Match, "at" | "id">, other: Pick<Match, "at" | "id">): number =>
  other.at - one.at || other.id - one.id

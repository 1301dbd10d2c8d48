import type { Plan } from "../../search/Query.ts"
import type { Corpus } from "../../search/Ranking.ts"
import { languageTag } from "./Tags.ts"

/*
 * A question in the form that the database's index takes: tsqueries over a document's terms, which are letters and
 * digits.
 */

/** The most units that the index is asked for together (AND), the rarest. */
const mostAsked = 12

/** The index is asked for at most this many terms of a unit, the rarest ones, or for one term of each row. */
const mostOfUnit = 16

/** A unit's terms in a row, by the language of the documents that are checked for them; empty if it has none. */
const rowsByLanguage = (plan: Plan, n: number): ReadonlyMap<string, string> =>
  new Map(
    [...plan.terms].map(([language, units]) => [language, units[n]!.filter((term) => term !== null).join(" ")] as const)
  )

/** Terms in a row, the languages that have them, and those in which the word is left out and matches nothing. */
interface Row {
  readonly terms: ReadonlyArray<string>
  readonly languages: ReadonlyArray<string>
  readonly silent: ReadonlyArray<string>
}

/** The languages in which a unit has no terms. */
export const silentIn = ({ byLanguage }: Pick<Unit, "byLanguage">): ReadonlyArray<string> =>
  [...byLanguage].flatMap(([language, row]) => (row === "" ? [language] : []))

/** The rows of a unit: languages with the same terms share one. */
const rowsOf = (byLanguage: ReadonlyMap<string, string>): ReadonlyArray<Row> => {
  const found = Map.groupBy(byLanguage.keys(), (language) => byLanguage.get(language)!)
  const silent = silentIn({ byLanguage })
  return [...found].flatMap(([row, languages]) => (row === "" ? [] : [{ terms: row.split(" "), languages, silent }]))
}

export const anyOf = (parts: ReadonlyArray<string>): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(" | ")})`
const allOf = (parts: ReadonlyArray<string>): string => (parts.length === 1 ? parts[0]! : `(${parts.join(" & ")})`)

/**
 * The units of a question for the index, each with an upper bound of how many documents have it. `documents` is the
 * number of documents in each language.
 */
export const unitsOf = (plan: Plan, corpus: Corpus, documents: ReadonlyMap<string, number>) =>
  plan.query.units.flatMap(({ beside, kind }, n, all) => {
    if (beside === true) return []
    // All forms: one that was never counted may be in a document all the same, of which only some are counted. What
    // stands in for the same word counts as one of them.
    const next = all.findIndex((other, at) => at > n && other.beside !== true)
    const end = next < 0 ? all.length : next
    const byLanguage = rowsByLanguage(plan, n)
    const found = [
      byLanguage,
      ...Array.from({ length: end - n - 1 }, (_, at) => rowsByLanguage(plan, n + 1 + at))
    ].flatMap(rowsOf)
    if (found.length === 0) return []
    const left = ({ silent }: Row) =>
      Math.max(0, corpus.documents - silent.reduce((sum, language) => sum + (documents.get(language) ?? 0), 0))
    const among = found.reduce(
      (sum, row) => sum + Math.min(left(row), ...row.terms.map((term) => corpus.frequency(term))),
      0
    )
    const rarest = (row: ReadonlyArray<string>) =>
      [...new Set(row)]
        .toSorted((one, other) => corpus.frequency(one) - corpus.frequency(other))
        .slice(0, Math.max(1, Math.floor(mostOfUnit / found.length)))
    // Whether the words stand in a row is checked in the document.
    const sought = found.map(({ silent, terms }) =>
      allOf([...rarest(terms), ...silent.map((language) => `!${languageTag(language)}`)])
    )
    const rows = found.map(({ terms }) => terms)
    const languages = found.map(({ languages }) => languages)
    return [{ kind, rows, languages, among, sought, byLanguage }]
  })

export type Unit = ReturnType<typeof unitsOf>[number]

/**
 * The unit for counting: a document matches only by the terms of its own language, because another language's term may
 * be another word there.
 */
export const inOwnLanguage = (unit: Unit): Unit => {
  const all = [...unit.byLanguage.keys()]
  const sought = unit.rows.map((row, n) => {
    const own = unit.languages[n]!
    const others = all.filter((language) => !own.includes(language))
    const isMost = others.length < own.length
    return allOf([
      ...new Set(row),
      ...(isMost ? others.map((language) => `!${languageTag(language)}`) : [anyOf(own.map(languageTag))])
    ])
  })
  return { ...unit, sought }
}

export const isPhrase = ({ kind, rows }: Unit): boolean => kind !== "any" && rows.some((row) => row.length > 1)

/** Whether nothing must match, and of what may match something is several words in a row: `4.5`, `R&D`. */
export const mayMatchRows = (units: ReadonlyArray<Unit>): boolean =>
  !units.some(({ kind }) => kind === "must") &&
  units.some(({ kind, rows }) => kind === "any" && rows.some((row) => row.length > 1))

/** The words or phrases of which a document that may match has one: the rarest that must match, or else all. */
export const tellingOf = (units: ReadonlyArray<Unit>): ReadonlyArray<string> => {
  const must = units.filter(({ kind }) => kind === "must").toSorted((one, other) => one.among - other.among)
  const telling = must.length > 0 ? must.slice(0, 1) : units.filter(({ kind }) => kind === "any")
  return [...new Set(telling.flatMap(({ rows }) => rows.map((row) => row.join(" "))))]
}

/** A document must have one of these: a term, or several terms together. */
type Alternatives = ReadonlyArray<string>

const termsIn = (one: string): number => one.split(/ [&|] /).length
const sizeOf = (alternatives: Alternatives): number => alternatives.reduce((sum, one) => sum + termsIn(one), 0)

/** Divides them into parts of at most so many terms. */
const divided = (alternatives: Alternatives, most: number): ReadonlyArray<Alternatives> => {
  const parts: Array<Array<string>> = []
  let size = 0
  for (const one of alternatives) {
    if (parts.length === 0 || size + termsIn(one) > most) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(one)
    size += termsIn(one)
  }
  return parts
}

/** More terms than anybody asks for. */
export const anyNumber = 1_000_000

/** What the index is asked for. */
export interface Lookup {
  /**
   * All matches meet one of these tsqueries. Documents that have a phrase's words apart from each other meet one, too.
   */
  readonly queries: ReadonlyArray<string>
  /** What the index is not asked for: it is checked in the document. */
  readonly unasked: ReadonlyArray<Unit>
}

/** The index excludes only what is the same term in all languages: another term may be another word elsewhere. */
export const isOfAllLanguages = ({ byLanguage, rows }: Unit): boolean =>
  rows.length === 1 && rows[0]!.length === 1 && silentIn({ byLanguage }).length === 0

/**
 * How the documents are looked up that match a question and have one of each group of tags, with at most so many terms
 * in a query. Of very many words that must all match, only the rarest are asked for; words of which any may match are
 * asked for in parts.
 */
export const lookupOf = (
  units: ReadonlyArray<Unit>,
  tags: ReadonlyArray<Alternatives> = [],
  mostTerms = anyNumber
): Lookup => {
  const of = (kind: Unit["kind"]) => units.filter((unit) => unit.kind === kind)
  const unasked: Array<Unit> = []
  const [largest = [], ...others] = tags.toSorted((one, other) => other.length - one.length)
  const size = others.flat().length
  // The largest group of tags is asked for in parts, too.
  const part = Math.max(mostTerms / 8, mostTerms / 2 - size)
  const room = { not: mostTerms / 8, words: (7 * mostTerms) / 8 - size - Math.min(part, largest.length) }
  const fitting = (all: ReadonlyArray<Unit>, room: number, most: number, least: number) => {
    let size = 0
    return all.filter((unit, n) => {
      const fits = n < least || (n < most && size + sizeOf(unit.sought) <= room)
      if (fits) size += sizeOf(unit.sought)
      else unasked.push(unit)
      return fits
    })
  }
  const rarest = of("must").toSorted((one, other) => one.among - other.among)
  const must = fitting(rarest, room.words, mostAsked, 1).map(({ sought }) => sought)
  const any = must.length > 0 ? [] : [...new Set(of("any").flatMap(({ sought }) => sought))]
  // What is frequent first: it leaves least to look at.
  const excluded = of("not").toSorted((one, other) => other.among - one.among)
  unasked.push(...excluded.filter((unit) => !isOfAllLanguages(unit)))
  const not = fitting(excluded.filter(isOfAllLanguages), room.not, anyNumber, 0).map(
    ({ sought }) => `!${anyOf(sought)}`
  )
  const wanted = any.length > 0 ? divided(any, room.words).map((part) => [part]) : [must]
  const narrowed = largest.length === 0 ? [[]] : divided(largest, part).map((tags) => [...others, tags])
  return {
    queries: wanted.flatMap((words) => narrowed.map((tags) => [...[...words, ...tags].map(anyOf), ...not].join(" & "))),
    unasked
  }
}

/** An upper bound of how many documents match. */
export const matchesAtMost = (units: ReadonlyArray<Unit>): number => {
  const must = units.filter(({ kind }) => kind === "must")
  return must.length > 0
    ? Math.min(...must.map(({ among }) => among))
    : units.reduce((sum, { among, kind }) => sum + (kind === "any" ? among : 0), 0)
}

/** How many documents the index gives, were words independent of each other. */
export const expected = (units: ReadonlyArray<Unit>, documents: number): number => {
  const share = ({ among }: Unit) => Math.min(1, among / Math.max(1, documents))
  const must = units.filter(({ kind }) => kind === "must")
  const any = units.filter(({ kind }) => kind === "any")
  return (
    documents *
    (must.length > 0
      ? must.reduce((product, unit) => product * share(unit), 1)
      : Math.min(
          1,
          any.reduce((sum, unit) => sum + share(unit), 0)
        ))
  )
}

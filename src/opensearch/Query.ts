import { maxWideId } from "../domain/Id.ts"
import { bringerTag } from "../storage/search/Tags.ts"
import type { ClusterQuestion } from "../storage/search/SearchCluster.ts"
import type { SearchFilters } from "../storage/search/SearchIndex.ts"
import { silentIn, type Unit } from "../storage/search/Units.ts"

/*
 * Questions in the words of OpenSearch. Fields have terms that src/search made, between spaces: nothing is analysed
 * there.
 */

export type Json = { readonly [key: string]: unknown }

/** Rows of one unit, in as many languages; more of them would only make the question longer. */
const mostRows = 48

/** Units that must match are asked for up to so many, the rarest; the others are checked in the document. */
const mostAsked = 12

/** What a document that has all words is given more than any words can: those with some come after it. */
const ofAll = 1_000

const rowsOf = ({ rows }: Unit): ReadonlyArray<ReadonlyArray<string>> => rows.slice(0, mostRows)

const singles = (unit: Unit): ReadonlyArray<string> => [
  ...new Set(rowsOf(unit).flatMap((row) => (row.length === 1 ? row : [])))
]

/** Words in a row stand in the title or in the text, and in neither across. */
const phrasesOf = (row: string): ReadonlyArray<Json> =>
  ["title", "text"].map((field) => ({ match_phrase: { [field]: row } }))

const phrases = (unit: Unit): ReadonlyArray<Json> =>
  rowsOf(unit).flatMap((row) => (row.length > 1 ? phrasesOf(row.join(" ")) : []))

const anyOf = (clauses: ReadonlyArray<Json>): Json =>
  clauses.length === 1 ? clauses[0]! : { bool: { should: clauses, minimum_should_match: 1 } }

/** Documents that have a unit, however often, except those in languages in which it is left out as a stop word. */
const has = (unit: Unit): Json => {
  const terms = singles(unit)
  const found = anyOf([...(terms.length === 0 ? [] : [{ terms: { terms } }]), ...phrases(unit)])
  const silent = silentIn(unit)
  return silent.length === 0 ? found : { bool: { filter: [found], must_not: [{ terms: { language: silent } }] } }
}

/** Documents that have a unit in their own language: in another language the same term may be another word. */
const hasInLanguage = ({ byLanguage }: Unit): Json =>
  anyOf(
    [...Map.groupBy(byLanguage, ([, row]) => row)].flatMap(([row, languages]) =>
      row === ""
        ? []
        : [
            {
              bool: {
                filter: [
                  row.includes(" ") ? anyOf(phrasesOf(row)) : { terms: { terms: [row] } },
                  { terms: { language: languages.map(([language]) => language) } }
                ]
              }
            }
          ]
    )
  )

/** The same, the more the rarer its words are and the more often they are there. */
const counts = (unit: Unit): Json => {
  const terms = singles(unit)
  return anyOf([...(terms.length === 0 ? [] : [{ match: { terms: terms.join(" ") } }]), ...phrases(unit)])
}

const time = (date: Date): number => date.getTime()

const filtersOf = (filters: SearchFilters, newest: number): ReadonlyArray<Json> => {
  const { before, broughtBy, language, since, sources, until } = filters
  return [
    // Indexes of the first version have no room for the largest.
    ...(newest === maxWideId ? [] : [{ range: { id: { lte: newest } } }]),
    ...(since === undefined ? [] : [{ range: { published_at: { gte: time(since) } } }]),
    ...(before === undefined ? [] : [{ range: { published_at: { lt: time(before) } } }]),
    ...(until === undefined
      ? []
      : [{ range: { published_at: { lte: time(until) } } }, { range: { first_seen_at: { lte: time(until) } } }]),
    ...(sources === undefined ? [] : [{ terms: { source: sources } }]),
    ...(language === undefined ? [] : [{ term: { language } }]),
    ...(broughtBy === undefined ? [] : [{ terms: { tags: broughtBy.map(bringerTag) } }])
  ]
}

/** Documents that match. `ranked`: with their scores, so that only the best have to be looked at. */
export const queryOf = ({ filters, newest, units }: ClusterQuestion, ranked: boolean): Json => {
  const of = (kind: Unit["kind"]) => units.filter((unit) => unit.kind === kind)
  const must = of("must")
    .toSorted((one, other) => one.among - other.among)
    .slice(0, mostAsked)
  const any = of("any")
  const asked = [...must, ...any]
  const all = { constant_score: { filter: { bool: { filter: asked.map(has) } }, boost: ofAll } }
  return {
    bool: {
      filter: [...filtersOf(filters, newest), ...must.map(has)],
      must_not: [
        ...of("not").map(hasInLanguage),
        ...(filters.except === undefined ? [] : [{ term: { id: filters.except } }])
      ],
      should: ranked ? [...asked.map(counts), ...(asked.length > 1 ? [all] : [])] : any.map(has),
      minimum_should_match: must.length > 0 ? 0 : 1
    }
  }
}

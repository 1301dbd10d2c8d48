import type { Plan } from "../../search/Query.ts"
import type { Corpus } from "../../search/Ranking.ts"

/*
 * A question in the form that the database's index takes: tsqueries over a document's terms, which are letters and
 * digits.
 */

/** The most words that the index is asked for together (AND). */
const mostAsked = 12

/** A unit's terms in a row, in each language. */
export const rowsOf = (plan: Plan, n: number): ReadonlyArray<ReadonlyArray<string>> => [
  ...new Map(
    [...plan.terms.values()].flatMap((units) => {
      const row = units[n]!.filter((term) => term !== null)
      return row.length === 0 ? [] : [[row.join(" "), row] as const]
    })
  ).values()
]

export const anyOf = (parts: ReadonlyArray<string>): string =>
  parts.length === 1 ? parts[0]! : `(${parts.join(" | ")})`
const allOf = (parts: ReadonlyArray<string>): string => (parts.length === 1 ? parts[0]! : `(${parts.join(" & ")})`)

/** The units of a question for the index, with an upper bound of how many documents have each. */
export const unitsOf = (plan: Plan, corpus: Corpus) =>
  plan.query.units.flatMap(({ beside, kind }, n, all) => {
    if (beside === true) return []
    // All forms: one that was never counted may be in a document all the same, of which only some are counted. What
    // stands in for the same word counts as one of them.
    const next = all.findIndex((other, at) => at > n && other.beside !== true)
    const end = next < 0 ? all.length : next
    const rows = Array.from({ length: end - n }, (_, at) => rowsOf(plan, n + at)).flat()
    if (rows.length === 0) return []
    const among = rows.reduce((sum, row) => sum + Math.min(...row.map(corpus.frequency)), 0)
    return [{ kind, rows, among }]
  })

export type Unit = ReturnType<typeof unitsOf>[number]

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

/** What a document is to have one of: terms, or several of them together. */
type Alternatives = ReadonlyArray<string>

/** A unit's rows; whether the words of one stand in a row is checked in the document. */
const alternativesOf = ({ rows }: Unit): Alternatives => rows.map((row) => allOf([...new Set(row)]))

const termsIn = (alternatives: Alternatives): number =>
  alternatives.reduce((sum, one) => sum + one.split(" & ").length, 0)

/** Groups with no more terms than this together: what has the most is asked for by halves. */
const byHalves = (groups: ReadonlyArray<Alternatives>, most: number): ReadonlyArray<ReadonlyArray<Alternatives>> => {
  const sizes = groups.map((group) => (group.length > 1 ? termsIn(group) : 0))
  const widest = sizes.indexOf(Math.max(...sizes))
  if (groups.reduce((sum, group) => sum + termsIn(group), 0) <= most || !(sizes[widest]! > 0)) return [groups]
  const group = groups[widest]!
  const middle = Math.ceil(group.length / 2)
  return [group.slice(0, middle), group.slice(middle)].flatMap((half) => byHalves(groups.with(widest, half), most))
}

/** What the index is asked for. */
export interface Lookup {
  /** Documents that match meet one of these tsqueries; with phrases others do, too. */
  readonly queries: ReadonlyArray<string>
  /** What the index is not asked to leave out. */
  readonly unasked: ReadonlyArray<Unit>
}

/**
 * How documents that match a question are looked up, which have one of each group of tags, too: with no more terms in a
 * query than this.
 */
export const lookupOf = (
  units: ReadonlyArray<Unit>,
  tags: ReadonlyArray<Alternatives> = [],
  mostTerms = Infinity
): Lookup => {
  const of = (kind: Unit["kind"]) => units.filter((unit) => unit.kind === kind)
  // Each once, the rarest first; of very many only the rarest, as the others are checked in the document.
  const must = of("must")
    .toSorted((one, other) => one.among - other.among)
    .flatMap((unit) =>
      unit.rows.length === 1 ? [...new Set(unit.rows[0])].map((term) => [term]) : [alternativesOf(unit)]
    )
  const rarest = [...new Map(must.map((group) => [anyOf(group), group])).values()].slice(0, mostAsked)
  const any = rarest.length > 0 ? [] : [...new Set(of("any").flatMap(alternativesOf))]
  // A quarter of the room is for what is excluded; the rest of that is left out of what was found.
  const excluded: Array<Unit> = []
  const unasked: Array<Unit> = []
  let size = 0
  for (const unit of of("not").filter(({ rows }) => rows.every((row) => row.length === 1))) {
    const fits = size + unit.rows.length <= mostTerms / 4
    if (fits) size += unit.rows.length
    const list = fits ? excluded : unasked
    list.push(unit)
  }
  const not = excluded.map((unit) => `!${anyOf(alternativesOf(unit))}`)
  const groups = byHalves([...rarest, ...(any.length > 0 ? [any] : []), ...tags], mostTerms - size)
  return { queries: groups.map((each) => [...each.map(anyOf), ...not].join(" & ")), unasked }
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

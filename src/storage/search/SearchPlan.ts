import { Effect } from "effect"
import { type Plan, planOf, type Query } from "../../search/Query.ts"
import type { Corpus } from "../../search/Ranking.ts"
import type { Counts, CountsReader } from "./Counts.ts"
import { tagsOfFilters } from "./SearchScope.ts"
import type { SearchFilters } from "./SearchIndex.ts"
import { matchesAtMost, type Unit, unitsOf } from "./Units.ts"

/** A question with all that decides how its signals are found. */
export interface SearchPlan {
  readonly counts: Counts
  readonly corpus: Corpus
  readonly plan: Plan
  readonly units: ReadonlyArray<Unit>
  /** About how many documents match, rather more than fewer. */
  readonly matches: number
}

const termsOf = (plan: Plan): ReadonlyArray<string> => [
  ...new Set([...plan.terms.values()].flat(2).filter((term) => term !== null))
]

export const makeSearchPlan = ({ corpusOf, read }: CountsReader) =>
  /** Null for a question that finds nothing. */
  Effect.fnUntraced(function* (query: Query, filters: SearchFilters) {
    if (filters.broughtBy?.length === 0) return null
    const counts = yield* read
    const languages = filters.language === undefined ? [...counts.languages.keys()] : [filters.language]
    const plan = planOf(query, languages)
    if (plan.empty || languages.length === 0) return null
    const tags = tagsOfFilters({ filters, upTo: counts.newest })
    const corpus = yield* corpusOf(counts, [...termsOf(plan), ...tags.flat()])
    const units = unitsOf(plan, corpus, counts.languages)
    // What the filters leave, and of that as large a share as of all documents, or twice that.
    const left = Math.min(
      counts.documents,
      ...tags.map((group) => group.reduce((sum, tag) => sum + corpus.frequency(tag), 0))
    )
    const most = matchesAtMost(units)
    const matches = Math.min(most, left, Math.ceil((2 * most * left) / Math.max(1, counts.documents)))
    return { counts, corpus, plan, units, matches } satisfies SearchPlan
  })

export type Planner = ReturnType<typeof makeSearchPlan>

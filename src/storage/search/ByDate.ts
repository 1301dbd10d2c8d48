import { Clock, Effect } from "effect"
import { SignalId } from "../../domain/Signal.ts"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import { type Match, scorer } from "../../search/Ranking.ts"
import { type Matches, mostLooked, stretchLength } from "./Matches.ts"
import type { SearchScope } from "./SearchScope.ts"
import type { SearchPlan, Planner } from "./SearchPlan.ts"
import { nothingFound, type SearchPage, type SearchRequest } from "./SearchIndex.ts"
import { expected, isPhrase, tellingOf } from "./Units.ts"

/** No more matches than this are found by the index and sorted, more are found from the newest documents on. */
const mostSorted = 10_000

/** So often documents are looked through for a page. */
const mostRounds = 20

/** Lists from the newest on. */
export const makeByDate = (planned: Planner, { meeting, stretch, total }: Matches) => {
  /**
   * As many as match, until there are enough or as many documents are looked at as a question may cost; then the list
   * goes on from there.
   */
  const walk = Effect.fnUntraced(function* (
    { corpus, counts, matches, plan, units }: SearchPlan,
    narrowed: SearchScope,
    limit: number,
    after: DatePosition | undefined
  ) {
    const score = scorer(plan, corpus, narrowed.asOf)
    const telling = tellingOf(units)
    const enough = 2 * limit + 10
    const few = Math.min(matches, expected(units, counts.documents)) <= mostSorted
    const through = units.some(isPhrase) ? stretchLength : Math.ceil((enough * counts.documents) / Math.max(1, matches))
    const rounds = units.some(isPhrase) ? mostLooked / stretchLength : mostRounds
    const found: Array<Match> = []
    let last = after
    for (let round = 0; round < rounds; round++) {
      const length = few ? enough * 4 ** round : round === 0 ? Math.min(stretchLength, through) : stretchLength
      const rows = yield* few
        ? meeting(counts.engine, units, narrowed, { limit: length, after: last })
        : stretch(telling, narrowed, length, last)
      for (const { terms, ...row } of rows) {
        const match = terms === null ? null : score({ ...row, terms })
        if (match !== null) found.push(match)
      }
      const end = rows.at(-1)
      if (end === undefined || rows.length < length) return { found, onwards: null }
      last = { at: end.at, id: end.id }
      if (found.length > limit) break
    }
    return { found, onwards: last ?? null }
  })

  return Effect.fnUntraced(function* (request: SearchRequest, after: DatePosition | undefined) {
    const { enough, filters, query } = request
    const limit = enough ?? request.limit
    const asked = yield* planned(query, filters)
    if (asked === null || asked.units.every(({ kind }) => kind === "not")) return nothingFound
    const asOf = yield* Clock.currentTimeMillis
    const narrowed = { filters, asOf, newest: 2 ** 31 - 1, upTo: asked.counts.newest }
    const { found, onwards } = yield* walk(asked, narrowed, limit, after)
    const page = found.slice(0, limit)
    const last = page.at(-1)
    return {
      start: null,
      ids: page.map(({ id }) => SignalId.make(id)),
      next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : onwards,
      total: yield* total(asked, narrowed, found.length),
      meant: new Map<string, string>()
    } satisfies SearchPage
  })
}

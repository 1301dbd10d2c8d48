import { Clock, Effect } from "effect"
import { maxWideId } from "../../domain/Id.ts"
import { SignalId } from "../../domain/Signal.ts"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import { type Match, scorer } from "../../search/Ranking.ts"
import type { Finder } from "./Finder.ts"
import type { Forgiving } from "./Forgiving.ts"
import type { SearchScope } from "./SearchScope.ts"
import type { SearchPlan, Planner } from "./SearchPlan.ts"
import { nothingFound, type SearchPage, type SearchRequest } from "./SearchIndex.ts"

/** What lists by date are made with. */
interface Given<E> {
  readonly planned: Planner
  readonly finder: Finder<E>
  readonly forgiven: Forgiving
}

/** Lists from the newest on. */
export const makeByDate = <E>({ finder: { total: counted, walk }, forgiven, planned }: Given<E>) => {
  /**
   * As many as match, until there are enough or as many documents are looked at as a question may cost; then the list
   * goes on from there.
   */
  const enough = Effect.fnUntraced(function* (
    asked: SearchPlan,
    narrowed: SearchScope,
    limit: number,
    after: DatePosition | undefined
  ) {
    const score = scorer(asked.plan, asked.corpus, narrowed.asOf)
    const { round, rounds } = walk(asked, narrowed, 2 * limit + 10)
    const found: Array<Match> = []
    let last = after
    for (let n = 0; n < rounds; n++) {
      const { isEnd, rows } = yield* round(n, last)
      for (const { terms, ...row } of rows) {
        const match = terms === null ? null : score({ ...row, terms })
        if (match !== null) found.push(match)
      }
      const end = rows.at(-1)
      if (end === undefined || isEnd) return { found, onwards: null }
      last = { at: end.at, id: end.id }
      if (found.length > limit) break
    }
    return { found, onwards: last ?? null }
  })

  return Effect.fnUntraced(function* (request: SearchRequest, after: DatePosition | undefined) {
    const { filters, query } = request
    const limit = request.enough ?? request.limit
    const typed = yield* planned(query, filters)
    if (typed === null || typed.units.every(({ kind }) => kind === "not")) return nothingFound
    const { asked, meant, near } = yield* forgiven(request, typed)
    const asOf = yield* Clock.currentTimeMillis
    const narrowed = { filters, asOf, newest: maxWideId, upTo: asked.counts.newest }
    const [{ found, onwards }, total] = yield* Effect.all(
      [enough(asked, narrowed, limit, after), counted(asked, narrowed)],
      { concurrency: 2 }
    )
    const page = found.slice(0, limit)
    const last = page.at(-1)
    const all = { count: found.length, exact: onwards === null }
    return {
      start: null,
      ids: page.map(({ id }) => SignalId.make(id)),
      next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : onwards,
      // If all matches are on this page, their number is exact even if they were not counted.
      total: after === undefined && onwards === null ? all : (total ?? all),
      meant,
      near
    } satisfies SearchPage
  })
}

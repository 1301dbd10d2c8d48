import { Clock, Effect } from "effect"
import { SignalId } from "../../domain/Signal.ts"
import { mostFaceted, type RankPosition } from "../../domain/SignalSearch.ts"
import { compare, type Match, scorer, startOfMinute } from "../../search/Ranking.ts"
import { type Finder, stages } from "./Finder.ts"
import type { SearchScope } from "./SearchScope.ts"
import { inOwnLanguage } from "./Units.ts"
import { withWords } from "../../search/Query.ts"
import type { Forgiven, Forgiving } from "./Forgiving.ts"
import type { SearchPlan, Planner } from "./SearchPlan.ts"
import {
  fewForTypos,
  mostRanked,
  nothingFound,
  type SearchPage,
  type SearchRequest,
  type SearchTotal
} from "./SearchIndex.ts"

/** Rankings that readers are in the midst of. */
const mostRemembered = 64

/** A ranking as far as it has been asked for. */
interface Ranking extends Forgiven {
  readonly ids: Array<number>
  readonly seen: Set<number>
  stage: number
  /** How many candidates its last stage had. */
  candidates: number
  total: SearchTotal | null
}

const emptyRanking = ({ asked, meant, near }: Forgiven): Ranking => ({
  asked,
  ids: [],
  seen: new Set(),
  stage: -1,
  candidates: 0,
  total: null,
  meant,
  near
})

const append = (ranking: Ranking, matches: ReadonlyArray<Match>): void => {
  for (const { id } of matches.toSorted(compare)) {
    if (ranking.seen.has(id)) continue
    ranking.seen.add(id)
    ranking.ids.push(id)
  }
}

/** What lists by relevance are made with. */
interface Given<E> {
  readonly planned: Planner
  readonly finder: Finder<E>
  readonly forgiven: Forgiving
}

/** Lists by relevance. Where few documents match, all of them are ranked, and the answer is exact. */
export const makeByRelevance = <E>({ finder, forgiven, planned }: Given<E>) => {
  const rankings = new Map<string, Ranking>()

  const remember = (key: string, ranking: Ranking): void => {
    rankings.delete(key)
    rankings.set(key, ranking)
    if (rankings.size > mostRemembered) rankings.delete(rankings.keys().next().value!)
  }

  /** All that match, where they are few. */
  const exactly = Effect.fnUntraced(function* (asked: SearchPlan, narrowed: SearchScope) {
    const { corpus, plan, units } = asked
    if (units.every(({ kind }) => kind === "not")) return []
    const rows = yield* finder.matching(asked, narrowed, mostRanked)
    const score = scorer(plan, corpus, narrowed.asOf)
    return rows.map(score).filter((match) => match !== null)
  })

  /** Extends a ranking until it has so many, or there are no more; or by one look at that many candidates. */
  const extendTo = Effect.fnUntraced(function* (ranking: Ranking, narrowed: SearchScope, wanted: number, once = false) {
    const { asked } = ranking
    if (ranking.stage < 0 && asked.matches <= finder.few(asked)) {
      append(ranking, yield* exactly(asked, narrowed))
      ranking.total = { count: ranking.ids.length, exact: true }
      ranking.stage = stages.length
    }
    const score = scorer(asked.plan, asked.corpus, narrowed.asOf)
    const extend = Effect.gen(function* () {
      while (ranking.ids.length < wanted && ranking.stage < stages.length - 1) {
        ranking.stage = once ? stages.findIndex((most) => most >= wanted) : ranking.stage + 1
        const rows = yield* finder.candidates(asked, narrowed, ranking.stage)
        // There are no more, or none that a question may cost. As many as were wanted are no end, even where the stage
        // before had more than it wanted.
        const isEnd = rows.length <= ranking.candidates && rows.length < stages[ranking.stage]!
        if (once || isEnd) ranking.stage = stages.length
        ranking.candidates = rows.length
        const fresh = rows.filter(({ id }) => !ranking.seen.has(id))
        append(
          ranking,
          fresh.map(score).filter((match) => match !== null)
        )
      }
    })
    if (once || ranking.total !== null) yield* extend
    else {
      const [, total] = yield* Effect.all([extend, finder.total(asked, narrowed)], { concurrency: 2 })
      ranking.total = total
    }
    ranking.total ??= { count: ranking.ids.length, exact: false }
    // The number of candidates is limited, so a list of few matches is completed with those that were not among them.
    const { count, exact } = ranking.total
    if (exact && ranking.stage >= stages.length - 1 && ranking.ids.length < Math.min(wanted, count)) {
      const all = yield* exactly({ ...asked, units: asked.units.map(inOwnLanguage) }, narrowed)
      append(
        ranking,
        all.filter(({ id }) => !ranking.seen.has(id))
      )
    }
  })

  /** Extends a ranking by what matches other words, which were probably meant. */
  const addNear = Effect.fnUntraced(function* (ranking: Ranking, request: SearchRequest, narrowed: SearchScope) {
    const other = yield* planned(withWords(request.query, ranking.near), request.filters)
    if (other === null) return
    const more = { ...emptyRanking({ asked: other, meant: new Map(), near: new Map() }), seen: new Set(ranking.seen) }
    yield* extendTo(more, narrowed, mostFaceted)
    // Below those that have the words as they were asked for.
    ranking.ids.push(...more.ids)
    more.ids.forEach((id) => ranking.seen.add(id))
    ranking.total = { count: ranking.ids.length, exact: more.total!.exact && more.ids.length < mostFaceted }
    ranking.stage = stages.length
  })

  return Effect.fnUntraced(function* (request: SearchRequest, after: RankPosition | undefined) {
    const { enough, filters, forgiving, limit, once, query } = request
    const asked = yield* planned(query, filters)
    if (asked === null) return nothingFound
    const asOf = after?.asOf ?? startOfMinute(yield* Clock.currentTimeMillis)
    const newest = after?.newest ?? (yield* finder.newest(asked))
    const narrowed = { filters, asOf, newest, upTo: asked.counts.newest }
    const key = JSON.stringify([query, filters, asOf, newest, forgiving, once])
    // Who asks anew sees what has changed since somebody else asked.
    const known = after === undefined ? undefined : rankings.get(key)
    const ranking = known ?? emptyRanking(yield* forgiven(request, asked))
    const first = ranking.stage < 0
    const offset = after?.offset ?? 0
    yield* extendTo(ranking, narrowed, Math.min(offset + (enough ?? limit + 1), mostRanked), once)
    if (first && ranking.near.size > 0 && ranking.total!.count < fewForTypos) yield* addNear(ranking, request, narrowed)
    const ids = ranking.ids.slice(offset, offset + limit)
    const isMore = ranking.ids.length > offset + limit && offset + limit < mostRanked
    remember(key, ranking)
    return {
      start: { asOf, newest, offset: 0 },
      ids: ids.map((id) => SignalId.make(id)),
      next: isMore ? { asOf, newest, offset: offset + limit } : null,
      total: ranking.total!,
      meant: ranking.meant,
      near: ranking.near
    } satisfies SearchPage
  })
}

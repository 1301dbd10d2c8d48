import { Effect } from "effect"
import type { Candidate } from "../../search/Ranking.ts"
import { type Finder, newestMatches, stages } from "./Finder.ts"
import type { ClusterFailed, ClusterQuestion, SearchCluster } from "./SearchCluster.ts"
import { mostRanked } from "./SearchIndex.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import type { SearchScope } from "./SearchScope.ts"

/** How far back the best of the last months go, at each stage. */
const recentMonths = [2, 6, 24, 24]

/** With no more matches than this all are fetched: beyond, the best cost less. */
const few = 200

const question = ({ units }: SearchPlan, { filters, newest }: SearchScope): ClusterQuestion => ({
  units,
  filters,
  newest
})

/** The same for documents that have all of several words: they come before those with some. */
const ofAll = ({ units, ...rest }: ClusterQuestion): ReadonlyArray<ClusterQuestion> => {
  const isOne = units.filter(({ kind }) => kind !== "not").length === 1
  if (isOne || !units.some(({ kind }) => kind === "any")) return []
  return [{ ...rest, units: units.map((unit) => (unit.kind === "any" ? { ...unit, kind: "must" } : unit)) }]
}

/** A cluster's index, which finds the best and the newest of however many match. */
export const makeClusterFinder = (cluster: SearchCluster): Finder<ClusterFailed> => ({
  newest: () => cluster.newest,
  document: cluster.document,
  few: () => few,
  matching: (asked, narrowed, limit) => cluster.latest({ ...question(asked, narrowed), limit }),
  candidates: (asked, narrowed, stage) => {
    const recent = new Date(Math.min(narrowed.upTo, narrowed.asOf))
    recent.setUTCMonth(recent.getUTCMonth() - recentMonths[stage]!)
    const limit = stages[stage]!
    const whole = question(asked, narrowed)
    const latest = [whole, ...ofAll(whole)].map((each) =>
      cluster.latest({ ...each, limit: Math.max(limit, newestMatches) })
    )
    return Effect.map(
      Effect.all([cluster.best({ ...whole, recent, limit }), ...latest], { concurrency: "unbounded" }),
      (found) => [...new Map(found.flat().map((row) => [row.id, row])).values()]
    )
  },
  total: (asked, narrowed) => cluster.count(question(asked, narrowed)),
  walk: (asked, narrowed, enough) => ({
    // What it finds it finds by the terms of all languages: some of that may match in none.
    rounds: 6,
    round: (n, after) => {
      const limit = Math.min(enough * 4 ** n, mostRanked)
      return Effect.map(
        cluster.latest({ ...question(asked, narrowed), limit, after }),
        (rows: ReadonlyArray<Candidate>) => ({ rows, isEnd: rows.length < limit })
      )
    }
  })
})

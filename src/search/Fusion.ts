/*
 * Two rankings made one: reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). Scores of words and of
 * meaning have no common measure, places have.
 */

/** As in the paper: how little the first places count above those behind them. */
const k = 60

/** All that any of the rankings has, the best first; of what is as good, what an earlier ranking has. */
export const fused = <Id extends number>(...rankings: ReadonlyArray<ReadonlyArray<Id>>): ReadonlyArray<Id> => {
  const scores = new Map<Id, number>()
  for (const ranking of rankings)
    ranking.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (k + place + 1)))
  return [...scores].toSorted((one, other) => other[1] - one[1]).map(([id]) => id)
}

/*
 * Merges two rankings by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). The scores of words and of
 * meaning are not comparable, but ranks are.
 */

/** The constant of the paper: the larger it is, the less the first ranks stand out. */
const k = 60

/** Everything in any of the rankings, the best first; ties go to the earlier ranking. */
export const fused = <Id extends number>(...rankings: ReadonlyArray<ReadonlyArray<Id>>): ReadonlyArray<Id> => {
  const scores = new Map<Id, number>()
  for (const ranking of rankings)
    ranking.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (k + place + 1)))
  return [...scores].toSorted((one, other) => other[1] - one[1]).map(([id]) => id)
}

/** A pair of places, in the earlier list and in the later one. */
export type Pair = readonly [before: number, after: number]

/** Pairs are looked at as far as one of the two has no more than so many others that are more like it. */
const most = 12

/**
 * So many of `others` that share most with each of `own`; what shares less than half of the shorter one is left out.
 */
function* likest(
  own: ReadonlyArray<ReadonlySet<string>>,
  others: ReadonlyArray<ReadonlySet<string>>
): Generator<void, Array<Pair>> {
  const places = new Map<string, Array<number>>()
  for (const [at, terms] of others.entries())
    for (const term of terms) {
      const known = places.get(term)
      if (known === undefined) places.set(term, [at])
      else known.push(at)
    }
  const found: Array<Pair> = []
  for (const [at, terms] of own.entries()) {
    const shared = new Map<number, number>()
    for (const term of terms)
      for (const there of places.get(term) ?? []) shared.set(there, (shared.get(there) ?? 0) + 1)
    const near = [...shared].flatMap(([there, count]) => {
      const [mine, its] = [terms.size, others[there]!.size]
      return 2 * count >= Math.min(mine, its) ? [{ there, likeness: count / (mine + its - count) }] : []
    })
    // Of those that are as much alike the nearest in order: reports of one kind are built alike.
    const apart = ({ there }: (typeof near)[number]) => Math.abs(there - at)
    near.sort((one, other) => other.likeness - one.likeness || apart(one) - apart(other) || one.there - other.there)
    for (const { there } of near.slice(0, most)) found.push([at, there])
    yield
  }
  return found
}

/**
 * The pairs of two lists that are worth a closer look, by the terms that they share: an index finds them, so that long
 * reports are not compared sentence by sentence. Exchanging the lists gives the same pairs, turned round.
 */
export function* candidates(
  before: ReadonlyArray<ReadonlySet<string>>,
  after: ReadonlyArray<ReadonlySet<string>>
): Generator<void, ReadonlyArray<Pair>> {
  const forwards = yield* likest(before, after)
  const backwards = yield* likest(after, before)
  const known = new Map<number, Pair>()
  for (const [b, a] of [...forwards, ...backwards.map(([a, b]): Pair => [b, a])])
    known.set(b * after.length + a, [b, a])
  return [...known.values()]
}

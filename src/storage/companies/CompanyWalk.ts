/*
 * Search walks the companies from the largest down, as far as it pays: of what many companies answer to, the first few
 * that it meets are the best there are.
 */

/**
 * How many of the largest companies are looked at first, for each one that is asked for. Answers of which there are
 * more than one in so many are then found without reading all of them; of rarer ones the index gives few enough to
 * sort.
 */
export const walkedPerAnswer = 50

/**
 * A row that the index finds costs about five times what a row of the walk does: it lies anywhere, and all of them are
 * read before the first is known.
 */
const costOfFound = 5

/** Fewer hits tell nothing about how many there are. */
const leastHits = 2

/** How many answers of each tier were found. */
export const hits = (large: ReadonlyArray<{ readonly tier: number }>, tiers: number): ReadonlyArray<number> =>
  Array.from({ length: tiers }, (_, n) => large.filter(({ tier }) => tier === n).length)

/**
 * How far to walk so that the best tier which is frequent, but not that frequent, has answers enough as well; null when
 * the index is likely to bring its answers for less.
 */
export const longerWalk = (
  hits: ReadonlyArray<number>,
  { limit, total, walk }: { readonly limit: number; readonly walk: number; readonly total: number }
): number | null => {
  for (const count of hits) {
    if (count >= limit) return null
    // Half as far again as it would take if they were spread evenly.
    const needed = Math.ceil((1.5 * walk * limit) / count)
    const expected = (count / walk) * total
    if (count >= leastHits && needed < costOfFound * expected) return needed
  }
  return null
}

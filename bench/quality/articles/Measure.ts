/** How much of a text was found, and how much of what was found is the text: 0 to 1 each, null of nothing. */
export interface Shares {
  readonly precision: number | null
  readonly recall: number | null
}

const length = 4

/** How often each run of four words stands in a text; a text of fewer words is one run. */
const shinglesOf = (text: string): ReadonlyMap<string, number> => {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  if (words.length === 0) return counts
  for (let at = 0; at < Math.max(1, words.length - length + 1); at++) {
    const shingle = words.slice(at, at + length).join(" ")
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)

/** Compares what was found with the text that is meant, run by run. */
export const compare = (meant: string, found: string): Shares => {
  const wanted = shinglesOf(meant)
  const given = shinglesOf(found)
  const right = sum([...wanted].map(([shingle, count]) => Math.min(count, given.get(shingle) ?? 0)))
  const share = (counts: ReadonlyMap<string, number>) => (counts.size === 0 ? null : right / sum(counts.values()))
  return { precision: share(given), recall: share(wanted) }
}

/** The means over all pages of which there is a share, and their harmonic mean. */
export const mean = (pages: ReadonlyArray<Shares>) => {
  const of = (key: keyof Shares) => {
    const shares = pages.flatMap((page) => page[key] ?? [])
    return shares.length === 0 ? 0 : sum(shares) / shares.length
  }
  const [precision, recall] = [of("precision"), of("recall")]
  return { precision, recall, f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

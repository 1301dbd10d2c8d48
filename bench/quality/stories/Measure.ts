export interface BCubed {
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

/**
 * B³ (Bagga and Baldwin 1998): for each signal the share of its cluster that tells its story, and the share of its
 * story that is in its cluster; then the mean over the signals. Only labelled signals count; one without a cluster is
 * alone. `of` are the signals to take the mean over, and all labelled ones count as their neighbours.
 */
export const bCubed = (
  stories: ReadonlyMap<string, string>,
  clusters: ReadonlyMap<string, string>,
  of: Iterable<string> = stories.keys()
): BCubed => {
  const told = [...stories].map(([id, story]) => ({ id, story, cluster: clusters.get(id) ?? `alone ${id}` }))
  const sizes = (keyOf: (signal: (typeof told)[number]) => string) => {
    const sizes = new Map<string, number>()
    for (const signal of told) sizes.set(keyOf(signal), (sizes.get(keyOf(signal)) ?? 0) + 1)
    return (signal: (typeof told)[number]) => sizes.get(keyOf(signal))!
  }
  const ofStory = sizes(({ story }) => story)
  const ofCluster = sizes(({ cluster }) => cluster)
  const ofBoth = sizes(({ cluster, story }) => JSON.stringify([cluster, story]))
  const wanted = new Set(of)
  const judged = told.filter(({ id }) => wanted.has(id))
  const mean = (size: (signal: (typeof told)[number]) => number) =>
    judged.reduce((sum, signal) => sum + ofBoth(signal) / size(signal), 0) / judged.length
  const [precision, recall] = [mean(ofCluster), mean(ofStory)]
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) }
}

/** How many clusters have signals of several stories: news that a reader would miss. */
export const mixed = (stories: ReadonlyMap<string, string>, clusters: ReadonlyMap<string, string>): number => {
  const told = Map.groupBy(
    [...stories].flatMap(([id, story]) => {
      const cluster = clusters.get(id)
      return cluster === undefined ? [] : [{ cluster, story }]
    }),
    ({ cluster }) => cluster
  )
  return [...told.values()].filter((signals) => new Set(signals.map(({ story }) => story)).size > 1).length
}

/** The tables whose rows are remembered outside of the database. The migrations have a trigger for each. */
export const watchedTables = [
  "api_keys",
  "articles",
  "companies",
  "competitors",
  "listed_sources",
  "signal_sightings",
  "signal_stories",
  "signals",
  "social_trends",
  "source_choices",
  "sources",
  "trending_keywords",
  "trending_snapshots",
  "watch_events",
  "watches"
] as const
export type WatchedTable = (typeof watchedTables)[number]

export const isWatched = (table: string): table is WatchedTable =>
  (watchedTables as ReadonlyArray<string>).includes(table)

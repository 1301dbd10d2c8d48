import { Effect } from "effect"
import { secCompanies } from "./companies/sec.ts"
import { googleTrends } from "./keywords/google-trends.ts"
import { feed } from "./signals/feeds.ts"
import { reddit } from "./social/reddit.ts"
import type { Source } from "./Source.ts"
import type { SourcesList } from "./SourcesFile.ts"

/** The sources of the operator's list, in its order: the one place that knows them all. */
export const registry = Effect.fnUntraced(function* (list: SourcesList, contact: string | undefined) {
  const trends = list.googleTrends
  const sources: ReadonlyArray<Source> = [
    ...(yield* Effect.forEach(list.feeds, feed)),
    ...(trends === null ? [] : yield* Effect.forEach(trends.countries, (country) => googleTrends(trends, country))),
    ...(list.reddit === null ? [] : [yield* reddit(list.reddit)]),
    ...(list.secCompanies === null ? [] : [yield* secCompanies(list.secCompanies, contact)])
  ]
  return sources
})

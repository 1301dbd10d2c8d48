import { Effect } from "effect"
import { secCompanies } from "./companies/sec.ts"
import type { Credentials } from "./Credentials.ts"
import { googleTrends } from "./keywords/google-trends.ts"
import { keywordRanks } from "./ranks/keyword-ranks.ts"
import { RankSource } from "./ranks/RankSource.ts"
import { feed } from "./signals/feeds.ts"
import { gdelt } from "./signals/gdelt.ts"
import { googleNews } from "./signals/google-news.ts"
import { hackerNews } from "./signals/hacker-news.ts"
import { secFilings } from "./signals/sec-filings.ts"
import { bluesky } from "./social/bluesky.ts"
import { mastodon } from "./social/mastodon.ts"
import { pytrendsExplore } from "./social/pytrends-explore.ts"
import { pytrendsSearches } from "./social/pytrends-searches.ts"
import { pytrendsWikipedia } from "./social/pytrends-wikipedia.ts"
import { reddit } from "./social/reddit.ts"
import { tiktok } from "./social/tiktok.ts"
import { x } from "./social/x.ts"
import type { Source } from "./Source.ts"
import type { SourcesList } from "./list/SourcesFile.ts"

/** The sources of the operator's list, in its order: the one place that knows them all. */
export const registry = Effect.fnUntraced(function* (
  list: SourcesList,
  contact: string | undefined,
  credentials: Credentials
) {
  const { mastodon: instances, pytrends, tiktok: hashtags, x: places } = list
  const trends = list.googleTrends
  const ranks = yield* RankSource
  const sources: ReadonlyArray<Source> = [
    ...(yield* Effect.forEach(list.feeds, feed)),
    ...(list.gdelt === null ? [] : [yield* gdelt(list.gdelt)]),
    ...(list.hackerNews === null ? [] : yield* hackerNews(list.hackerNews)),
    ...(list.secFilings === null ? [] : [yield* secFilings(list.secFilings, contact)]),
    ...(list.googleNews === null ? [] : [yield* googleNews(list.googleNews)]),
    ...(trends === null ? [] : yield* Effect.forEach(trends.countries, (country) => googleTrends(trends, country))),
    ...(list.reddit === null ? [] : [yield* reddit(list.reddit, credentials)]),
    ...(pytrends === null ? [] : [yield* pytrendsSearches(pytrends, trends), yield* pytrendsWikipedia(pytrends)]),
    ...(pytrends === null || pytrends.exploreBase === null
      ? []
      : [yield* pytrendsExplore(pytrends, pytrends.exploreBase)]),
    ...(places === null ? [] : yield* Effect.forEach(places.woeids, (woeid) => x(places, woeid, credentials))),
    ...(hashtags === null ? [] : yield* Effect.forEach(hashtags.countries, (country) => tiktok(hashtags, country))),
    ...(instances === null
      ? []
      : (yield* Effect.forEach(instances.instances, (instance) => mastodon(instance, instances.every))).flat()),
    ...(list.bluesky === null ? [] : [yield* bluesky(list.bluesky)]),
    ...(list.secCompanies === null ? [] : yield* secCompanies(list.secCompanies, contact)),
    // Whom to ask for positions is a setting, and what accounts track is theirs to say: no list names it.
    ...(ranks === null ? [] : [yield* keywordRanks(ranks)])
  ]
  return sources
})

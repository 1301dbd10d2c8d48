import { DateTime, type Duration, Effect } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import { idle, type Source, stored } from "../Source.ts"
import { exploreUrl } from "./google-trends.ts"
import { ranked } from "./Listing.ts"

/** As many topics as a list shows. */
const most = 100

/**
 * What was searched most over a week, computed from our own snapshots of Google Trends: nothing is fetched. Google
 * shows what trends now; what was searched for three days ago and no longer, only the snapshots know.
 */
export const pytrendsSearches = Effect.fnUntraced(function* (every: Duration.Duration, hasSnapshots: boolean) {
  const trendingKeywords = yield* TrendingKeywords
  const socialTrends = yield* SocialTrends
  const name = SourceName.make("pytrends:searches")
  return {
    name,
    kind: "social",
    platform: "pytrends",
    title: "Searches of seven days, from own snapshots of Google Trends",
    url: "https://trends.google.com",
    missing: hasSnapshots ? null : '"google_trends" is not in the sources file: there will be no snapshots',
    every,
    run: Effect.fnUntraced(function* () {
      const since = toCalendarDate(DateTime.subtract(yield* DateTime.now, { days: 6 }))
      const searched = yield* trendingKeywords.mostSearched({ since, limit: most })
      if (searched.length === 0) return idle("there are no snapshots of Google Trends yet")
      const topics = searched.map(({ keyword, volume }, index) =>
        ranked(index + 1, {
          title: keyword,
          score: volume,
          score_kind: "searches",
          url: exploreUrl(keyword),
          site: "own snapshots of Google Trends, 7 days"
        })
      )
      const written = yield* socialTrends.replace(name, "pytrends", topics)
      return stored({ fetched: topics.length, ...written, skipped: {} })
    })
  } satisfies Source
})

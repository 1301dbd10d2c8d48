import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import type { NewTrendingKeyword } from "../../src/domain/TrendingKeyword.ts"

/** Google's page about a search term, the same for every country. */
export const exploreUrl = (keyword: string): string =>
  `https://trends.google.com/trends/explore?q=${encodeURIComponent(keyword.toWellFormed())}`

/**
 * A country's trending keywords as topics of the platform, in Google's order. Items of the feed link to the feed
 * itself, so the link is Google's page about the topic, so that a topic of two countries is one story.
 */
export const toSocialTrends = (keywords: ReadonlyArray<NewTrendingKeyword>): ReadonlyArray<NewSocialTrend> =>
  keywords.map(({ keyword, volume }, index) => ({
    title: keyword,
    score: volume,
    score_kind: volume === null ? "rank" : "searches",
    subreddit: null,
    site: null,
    url: exploreUrl(keyword),
    rank: index + 1
  }))

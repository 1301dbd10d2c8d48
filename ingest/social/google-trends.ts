import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import type { NewTrendingKeyword } from "../../src/domain/TrendingKeyword.ts"

/**
 * A country's trending keywords as topics of the platform, in Google's order. Items of the feed link to the feed itself, so the link
 * is Google's page about the topic: the same for every country, so that a topic of two countries is one story.
 */
export const toSocialTrends = (keywords: ReadonlyArray<NewTrendingKeyword>): ReadonlyArray<NewSocialTrend> =>
  keywords.map(({ keyword, volume }, index) => ({
    title: keyword,
    score: volume,
    score_kind: volume === null ? "rank" : "searches",
    subreddit: null,
    site: null,
    url: `https://trends.google.com/trends/explore?q=${encodeURIComponent(keyword)}`,
    rank: index + 1
  }))

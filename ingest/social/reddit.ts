import { Effect } from "effect"
import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import type { FeedItem } from "../feed/Feed.ts"
import { FeedParser } from "../feed/FeedParser.ts"
import { Fetch } from "../Fetch.ts"
import { done, fromFetch, type Source, unchanged, unreadable } from "../Source.ts"
import type { SourcesList } from "../SourcesFile.ts"

/** The subreddit that a post's own page lies in; posts on profiles lie in none. */
const subredditOf = ({ categories, link }: FeedItem): string | null => {
  const path = /\/r\/(\w+)\/comments\//.exec(link ?? "")?.[1]
  return path ?? categories.find((category) => /^\w{2,21}$/.test(category)) ?? null
}

/** The posts in reddit's order, each page once. The Atom form has no score: the rank stands in for it. */
export const toSocialTrends = (items: ReadonlyArray<FeedItem>): ReadonlyArray<NewSocialTrend> => {
  const posts = new Map<string, FeedItem>()
  for (const item of items) if (!posts.has(item.link ?? item.title)) posts.set(item.link ?? item.title, item)
  return [...posts.values()].map((item, index) => ({
    title: item.title,
    score: null,
    score_kind: "rank",
    subreddit: subredditOf(item),
    site: null,
    url: item.link,
    rank: index + 1
  }))
}

/**
 * What the listed subreddits talk about, in the Atom form that needs no credentials. All of them in one request: reddit answers an
 * address about once a minute, and mixes the posts of several so that each has its share.
 */
export const reddit = Effect.fnUntraced(function* ({ base, every, subreddits }: NonNullable<SourcesList["reddit"]>) {
  const fetch = yield* Fetch
  const parser = yield* FeedParser
  const socialTrends = yield* SocialTrends
  const name = SourceName.make("reddit")
  const url = `${base}/r/${subreddits.join("+")}/hot/.rss?limit=100`
  return {
    name,
    kind: "social",
    platform: "reddit",
    title: `Reddit: ${subreddits.map((subreddit) => `r/${subreddit}`).join(", ")}`,
    url,
    missing: null,
    every,
    run: Effect.fnUntraced(function* (validators) {
      const fetched = yield* fetch.get(url, { validators }).pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const { items } = yield* parser
        .parse({ bytes: fetched.bytes, contentType: fetched.contentType ?? undefined, url: fetched.url })
        .pipe(Effect.mapError((refused) => unreadable(refused.message)))
      const posts = toSocialTrends(items)
      const written = yield* socialTrends.replace(name, "reddit", posts)
      const repeated = items.length - posts.length
      return done(fetched, { fetched: items.length, ...written, skipped: repeated === 0 ? {} : { repeated } })
    })
  } satisfies Source
})

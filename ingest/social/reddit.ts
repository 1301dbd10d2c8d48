import { Effect, Result } from "effect"
import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import type { Credentials } from "../Credentials.ts"
import type { FeedItem } from "../feed/Feed.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { feedIn } from "../FeedDocument.ts"
import { Fetch } from "../fetch/Fetch.ts"
import type { Document } from "../parse/Document.ts"
import { Parser } from "../parse/Parser.ts"
import { reader } from "../parse/Reader.ts"
import { done, fromFetch, type Source, unchanged } from "../Source.ts"
import type { SocialList } from "./Entries.ts"
import { mostBytes, posts } from "./RedditListing.ts"
import { withRedditToken } from "./RedditToken.ts"

const name = SourceName.make("reddit")

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

/** The posts of a fetched document in the Atom form, and how many entries it has. */
export const readPosts = async (document: Document) =>
  Result.map(await feedIn(document), ({ items }) => ({ entries: items.length, posts: toSocialTrends(items) }))

const atom = reader(import.meta.url, readPosts)

type Subreddits = NonNullable<SocialList["reddit"]>

const names = ({ subreddits }: Subreddits): string => subreddits.map((subreddit) => `r/${subreddit}`).join(", ")

/** With an app of the operator's: posts with their points. */
const withApp = Effect.fnUntraced(function* (entry: Subreddits, app: NonNullable<Credentials["reddit"]>) {
  const fetch = yield* Fetch
  const parser = yield* Parser
  const socialTrends = yield* SocialTrends
  const withToken = yield* withRedditToken(entry.base, app)
  const url = `${entry.oauthBase}/r/${entry.subreddits.join("+")}/hot?limit=100&raw_json=1`
  return {
    name,
    kind: "social",
    platform: "reddit",
    title: `Reddit: ${names(entry)}`,
    url,
    missing: null,
    every: entry.every,
    run: Effect.fnUntraced(function* () {
      const fetched = yield* withToken((authorization) =>
        fetch.get(url, { accept: "application/json", authorization, maxBytes: mostBytes })
      )
      const { rows, skipped, topics } = yield* parser.read(posts, fetched)
      const written = yield* socialTrends.replace(name, "reddit", topics)
      return done(fetched, { fetched: rows, ...written, skipped })
    })
  } satisfies Source
})

/**
 * Without credentials, in the Atom form. All subreddits in one request: reddit answers an address about once a minute, and mixes the
 * posts of several so that each has its share.
 */
const withoutApp = Effect.fnUntraced(function* (entry: Subreddits) {
  const fetch = yield* Fetch
  const parser = yield* Parser
  const socialTrends = yield* SocialTrends
  const url = `${entry.base}/r/${entry.subreddits.join("+")}/hot/.rss?limit=100`
  return {
    name,
    kind: "social",
    platform: "reddit",
    title: `Reddit without points: ${names(entry)}`,
    url,
    missing: null,
    every: entry.every,
    run: Effect.fnUntraced(function* (validators) {
      const fetched = yield* fetch.get(url, { validators, maxBytes: MAX_BYTES }).pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const { entries, posts } = yield* parser.read(atom, fetched)
      const written = yield* socialTrends.replace(name, "reddit", posts)
      const repeated = entries - posts.length
      return done(fetched, { fetched: entries, ...written, skipped: repeated === 0 ? {} : { repeated } })
    })
  } satisfies Source
})

/** What the listed subreddits talk about. */
export const reddit = (entry: Subreddits, { reddit: app }: Credentials) =>
  app === null ? withoutApp(entry) : withApp(entry, app)

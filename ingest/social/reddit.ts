import { Duration, Effect, Result, Schema } from "effect"
import type { NewSocialTrend } from "../../src/domain/SocialTrend.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import type { Credentials } from "../Credentials.ts"
import type { FeedItem } from "../feed/Feed.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { feedIn } from "../FeedDocument.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { counted, done, type Source } from "../Source.ts"
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

const fields = {
  base: address("https://www.reddit.com"),
  /** Where requests with a token go. */
  oauth_base: address("https://oauth.reddit.com"),
  // Reddit answers without credentials about once a minute; half an hour leaves room for others at the same address.
  every: interval(Duration.minutes(30)),
  subreddits: Schema.Array(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_]{2,21}$/, { expected: "a subreddit's name without r/" }))
  )
}

type Entry = Schema.Struct<typeof fields>["Type"]

const names = ({ subreddits }: Entry): string => subreddits.map((subreddit) => `r/${subreddit}`).join(", ")

/** With an app of the operator's: posts with their points. */
const withApp = Effect.fnUntraced(function* (entry: Entry, app: NonNullable<Credentials["reddit"]>) {
  const { read } = yield* reading
  const socialTrends = yield* SocialTrends
  const withToken = yield* withRedditToken(entry.base, app)
  const url = `${entry.oauth_base}/r/${entry.subreddits.join("+")}/hot?limit=100&raw_json=1`
  return {
    name,
    kind: "social",
    platform: "reddit",
    title: `Reddit: ${names(entry)}`,
    url,
    missing: null,
    every: entry.every,
    run: Effect.fnUntraced(function* () {
      const asked = { accept: "application/json", maxBytes: mostBytes }
      const { answer, value } = yield* withToken((authorization) => read(posts, url, { ...asked, authorization }))
      const written = yield* socialTrends.replace(name, "reddit", value.topics)
      return done(answer, { fetched: value.rows, ...written, skipped: value.skipped })
    })
  } satisfies Source
})

/**
 * Without credentials, in the Atom form. All subreddits in one request: reddit answers an address about once a minute,
 * and mixes the posts of several so that each has its share.
 */
const withoutApp = Effect.fnUntraced(function* (entry: Entry) {
  const { runOf } = yield* reading
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
    run: runOf(atom, url, { maxBytes: MAX_BYTES }, ({ entries, posts }) =>
      Effect.map(socialTrends.replace(name, "reddit", posts), (written) => ({
        fetched: entries,
        ...written,
        skipped: counted({ repeated: entries - posts.length })
      }))
    )
  } satisfies Source
})

/** What the listed subreddits talk about. */
export const reddit = service(
  fields,
  Effect.fnUntraced(function* (entry, { credentials: { reddit: app } }) {
    if (entry.subreddits.length === 0) return []
    return [app === null ? yield* withoutApp(entry) : yield* withApp(entry, app)]
  })
)

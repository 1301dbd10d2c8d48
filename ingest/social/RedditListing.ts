import { Result, Schema } from "effect"
import type { Fetched } from "../fetch/Fetch.ts"
import type { SourceFailed } from "../Source.ts"
import { type Listing, listing, pageOn, readJson } from "./Listing.ts"

/*
 * A listing of reddit's API: things of several kinds, of which a post is `t3` and a subreddit `t5`.
 */

const Answer = Schema.Struct({
  kind: Schema.Literal("Listing"),
  data: Schema.Struct({ children: Schema.Array(Schema.Unknown) })
})

const Post = Schema.Struct({
  kind: Schema.Literal("t3"),
  data: Schema.Struct({
    title: Schema.String,
    permalink: Schema.String,
    score: Schema.optional(Schema.Unknown),
    subreddit: Schema.optional(Schema.String),
    url: Schema.optional(Schema.Unknown),
    stickied: Schema.optional(Schema.Unknown)
  })
})

const Subreddit = Schema.Struct({
  kind: Schema.Literal("t5"),
  data: Schema.Struct({ display_name: Schema.String, title: Schema.optional(Schema.String) })
})

const site = "https://www.reddit.com"

/** The page that a post links to; one of reddit's own (text, pictures, videos) is shown by its discussion. */
const pageOf = ({ permalink, url }: (typeof Post.Type)["data"]): string => {
  const target = typeof url === "string" ? URL.parse(url) : null
  const outside =
    target !== null && /^https?:$/.test(target.protocol) && !/(^|\.)(reddit\.com|redd\.it)$/.test(target.host)
  return outside ? target.href : pageOn(site, permalink)
}

const named = (subreddit: string | undefined): string | undefined =>
  /^\w{2,30}$/.test(subreddit ?? "") ? subreddit : undefined

/**
 * The posts in reddit's order with their points. Those that moderators hold on top stand there for no merit and are left out; subreddits
 * have no points.
 */
export const readListing = (fetched: Fetched): Result.Result<Listing, SourceFailed> =>
  Result.flatMap(readJson(fetched, Answer), ({ data: { children } }) =>
    listing(children, Schema.Union([Post, Subreddit]), (thing) => {
      if (thing.kind === "t5")
        return {
          title: thing.data.title || thing.data.display_name,
          score: null,
          score_kind: "rank",
          subreddit: named(thing.data.display_name),
          url: `${site}/r/${encodeURIComponent(thing.data.display_name.toWellFormed())}/`
        }
      if (thing.data.stickied === true) return "stickied"
      return {
        title: thing.data.title,
        score: thing.data.score,
        score_kind: "points",
        subreddit: named(thing.data.subreddit),
        url: pageOf(thing.data)
      }
    })
  )

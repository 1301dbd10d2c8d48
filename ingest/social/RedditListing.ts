import { Result, Schema } from "effect"
import type { Document } from "../parse/Document.ts"
import { readJson, usualBounds } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { type Listing, listing, pageOn } from "./Listing.ts"

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

/** Posts with a gallery carry each picture in seven sizes: a hundred of them can be 3 MB and 60,000 values. */
export const mostBytes = 4_000_000
const bounds = { ...usualBounds, maxValues: 200_000 }

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
 * The posts in reddit's order with their points. Those that moderators hold on top stand there for no merit and are
 * left out; subreddits have no points.
 */
export const readListing = (document: Document): Result.Result<Listing, string> =>
  Result.flatMap(readJson(document, Answer, undefined, bounds), ({ data: { children } }) =>
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

export const posts = reader(import.meta.url, readListing)

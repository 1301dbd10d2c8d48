import { Result, Schema } from "effect"
import type { Fetched } from "../fetch/Fetch.ts"
import type { SourceFailed } from "../Source.ts"
import { type Listing, listing, readJson } from "./Listing.ts"

/*
 * The front page of Hacker News as Algolia's search has it: the stories that are on it, those with the most points first.
 */

const Answer = Schema.Struct({ hits: Schema.Array(Schema.Unknown) })

const Story = Schema.Struct({
  objectID: Schema.String,
  title: Schema.String,
  /** Questions to the readers have none. */
  url: Schema.optional(Schema.NullOr(Schema.String)),
  points: Schema.optional(Schema.Unknown)
})

/** The stories as topics, with the pages that they lead to; those that lead to none, with their discussion. */
export const readTopics = (fetched: Fetched): Result.Result<Listing, SourceFailed> =>
  Result.flatMap(readJson(fetched, Answer), ({ hits }) =>
    listing(hits, Story, ({ objectID, points, title, url }) => ({
      title,
      score: points,
      score_kind: "points",
      url: url || `https://news.ycombinator.com/item?id=${encodeURIComponent(objectID.toWellFormed())}`,
      site: "Hacker News"
    }))
  )

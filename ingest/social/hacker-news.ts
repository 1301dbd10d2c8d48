import { Result, Schema } from "effect"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Listing, listing } from "./Listing.ts"

/*
 * The front page of Hacker News as Algolia's search has it: the stories that are on it, those with the most points
 * first.
 */

const Answer = Schema.Struct({ hits: Schema.Array(Schema.Unknown) })

const Story = Schema.Struct({
  objectID: Schema.String,
  title: Schema.String,
  /** Missing for questions that readers ask each other ("Ask HN"). */
  url: Schema.optional(Schema.NullOr(Schema.String)),
  points: Schema.optional(Schema.Unknown)
})

/** The stories as topics, with the pages that they lead to; those that lead to none, with their discussion. */
export const readTopics = (document: Document): Result.Result<Listing, string> =>
  Result.flatMap(readJson(document, Answer), ({ hits }) =>
    listing(hits, Story, ({ objectID, points, title, url }) => ({
      title,
      score: points,
      score_kind: "points",
      url: url || `https://news.ycombinator.com/item?id=${encodeURIComponent(objectID.toWellFormed())}`,
      site: "Hacker News"
    }))
  )

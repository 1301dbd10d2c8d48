import { Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { jsonSource } from "./JsonSource.ts"
import { type Listing, listing, pageOn } from "./Listing.ts"

/*
 * Bluesky's trends (lexicon app.bsky.unspecced.getTrends, which Bluesky may change without notice). `postCount` is
 * since the trend began; links are paths of the web application.
 */

const Answer = Schema.Struct({ trends: Schema.Array(Schema.Unknown) })

const Trend = Schema.Struct({
  topic: Schema.String,
  displayName: Schema.optional(Schema.String),
  link: Schema.String,
  postCount: Schema.optional(Schema.Unknown)
})

const application = "https://bsky.app"

/** The trends in Bluesky's order. */
export const readTrends = (document: Document): Read<Listing> =>
  Result.flatMap(readJson(document, Answer), ({ trends }) =>
    listing(trends, Trend, ({ displayName, link, postCount, topic }) => ({
      title: displayName || topic,
      score: postCount,
      score_kind: "posts",
      url: pageOn(application, link),
      site: "Bluesky"
    }))
  )

/** What Bluesky talks about. */
export const bluesky = service(
  {
    base: address("https://public.api.bsky.app"),
    // Trends of the day change by the minute; their order matters by the half hour.
    every: interval(Duration.minutes(30))
  },
  ({ base, every }) =>
    Effect.map(
      jsonSource({
        name: SourceName.make("bluesky"),
        platform: "feed",
        title: "Bluesky trends",
        url: `${base}/xrpc/app.bsky.unspecced.getTrends?limit=25`,
        every,
        list: reader(import.meta.url, readTrends)
      }),
      Array.of
    ),
  { switchable: true }
)

import { Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { bearer } from "./Bearer.ts"
import { jsonSource } from "./JsonSource.ts"
import { type Listing, listing } from "./Listing.ts"

/*
 * X API v2, trends by WOEID (where-on-earth id: 1 is the world). `tweet_count` is of the last 24 hours, and many trends
 * have none.
 */

const Answer = Schema.Struct({
  data: Schema.optional(Schema.Array(Schema.Unknown)),
  errors: Schema.optional(Schema.Array(Schema.Unknown))
})

const Trend = Schema.Struct({ trend_name: Schema.String, tweet_count: Schema.optional(Schema.Unknown) })

/** The trends in X's order. An answer may hold errors in their place, with status 200. */
export const readTrends = (document: Document): Read<Listing> =>
  Result.flatMap(readJson(document, Answer), ({ data, errors }) =>
    data === undefined && errors !== undefined
      ? Result.fail("X reports errors in place of trends")
      : listing(data ?? [], Trend, ({ trend_name, tweet_count }) => ({
          title: trend_name,
          score: tweet_count,
          score_kind: "posts",
          url: `https://x.com/search?q=${encodeURIComponent(trend_name.toWellFormed())}`
        }))
  )

const trends = reader(import.meta.url, readTrends)

/** X answers with at most so many. */
const mostTrends = 50

/** What places talk about on X. */
export const x = service(
  {
    base: address("https://api.x.com"),
    // X counts posts over a day, and every request costs its user.
    every: interval(Duration.hours(1)),
    woeids: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })))
  },
  ({ base, every, woeids }, { credentials: { xBearer } }) =>
    Effect.forEach(new Set(woeids), (woeid) =>
      jsonSource({
        name: SourceName.make(`x:${woeid}`),
        platform: "x",
        title: `X trends, WOEID ${woeid}`,
        url: `${base}/2/trends/by/woeid/${woeid}?max_trends=${mostTrends}&trend.fields=trend_name,tweet_count`,
        missing: xBearer === null ? "X_BEARER_TOKEN is not set: X answers only those who have a token" : null,
        authorization: xBearer === null ? undefined : bearer(xBearer),
        every,
        list: trends
      })
    )
)

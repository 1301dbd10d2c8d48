import { Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { address, interval, service, usually } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { SourceFailed } from "../Source.ts"
import { jsonSource } from "./JsonSource.ts"
import { type Listing, listing } from "./Listing.ts"

/*
 * TikTok Creative Center, popular hashtags of the last seven days. Views and posts are of TikTok's own count for the
 * country.
 */

const Rows = Schema.optional(Schema.NullOr(Schema.Array(Schema.Unknown)))

/** In both forms 0 is success; the status is 200 either way. */
const Answer = Schema.Union([
  Schema.Struct({ code: Schema.Int, data: Schema.optional(Schema.NullOr(Schema.Struct({ list: Rows }))) }),
  // Since 2026, with counts as digits in strings.
  Schema.Struct({ BaseResp: Schema.Struct({ StatusCode: Schema.Int }), items: Rows })
])

const Hashtag = Schema.Union([
  Schema.Struct({
    hashtag_name: Schema.String,
    video_views: Schema.optional(Schema.Unknown),
    is_promoted: Schema.optional(Schema.Unknown)
  }),
  Schema.Struct({
    hashtagName: Schema.String,
    vv: Schema.optional(Schema.Unknown),
    publishCnt: Schema.optional(Schema.Unknown)
  })
])

/** The name, and how often it was watched; where an answer has no views, how many posts carry it. */
const counted = (hashtag: typeof Hashtag.Type) => {
  if ("hashtag_name" in hashtag)
    return { name: hashtag.hashtag_name, score: hashtag.video_views, score_kind: "views" } as const
  const { hashtagName: name, publishCnt, vv } = hashtag
  return vv === undefined
    ? ({ name, score: publishCnt, score_kind: "posts" } as const)
    : ({ name, score: vv, score_kind: "views" } as const)
}

/** What TikTok answers to those whom it does not let in. */
const noPermission = 40_101

/** The hashtags in TikTok's order, without those that somebody pays for. */
export const readHashtags = (document: Document): Read<Listing> =>
  Result.flatMap(readJson(document, Answer), (answer): Read<Listing> => {
    const [code, rows] =
      "code" in answer ? [answer.code, answer.data?.list] : [answer.BaseResp.StatusCode, answer.items]
    if (code !== 0)
      return Result.fail(
        new SourceFailed({
          state: code === noPermission ? "blocked" : "error",
          message: `TikTok answered with code ${code} in place of hashtags`,
          restSeconds: null
        })
      )
    return listing(rows ?? [], Hashtag, (hashtag) => {
      if ("is_promoted" in hashtag && hashtag.is_promoted === true) return "promoted"
      const { name, score, score_kind } = counted(hashtag)
      const url = `https://www.tiktok.com/tag/${encodeURIComponent(name.toWellFormed())}`
      return { title: `#${name}`, score, score_kind, url }
    })
  })

const hashtags = reader(import.meta.url, readHashtags)

/** What countries watch on TikTok. Off until the operator has agreed to TikTok's terms. */
export const tiktok = service(
  {
    base: address("https://ads.tiktok.com"),
    // Creative Center's lists are of the last seven days.
    every: interval(Duration.hours(12)),
    countries: Schema.Array(CountryCode),
    /** Whether the operator has read TikTok's terms for Creative Center and agrees to them. */
    terms_accepted: usually(Schema.Boolean, false)
  },
  ({ base, countries, every, terms_accepted }) =>
    Effect.forEach(new Set(countries), (country) =>
      jsonSource({
        name: SourceName.make(`tiktok:${country.toLowerCase()}`),
        platform: "tiktok",
        title: `TikTok hashtags, ${country}`,
        url: `${base}/creative_radar_api/v1/popular_trend/hashtag/list?page=1&limit=50&period=7&country_code=${country}&sort_by=popular`,
        missing: terms_accepted
          ? null
          : 'TikTok\'s terms are not agreed to: read them, then set "terms_accepted": true in "tiktok" of the sources file',
        every,
        list: hashtags
      })
    )
)

import { Duration, Schema } from "effect"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { Interval, type Service, service, ServiceEntry, WebAddress, withoutSlash } from "../list/Entry.ts"

/*
 * The social platforms in the operator's list:
 *
 *   { "reddit": { "subreddits": ["technology"] },
 *     "pytrends": { "topics": ["Electric vehicle"] },
 *     "x": { "woeids": [1] },
 *     "tiktok": { "countries": ["US"], "terms_accepted": false },
 *     "mastodon": { "instances": ["https://mastodon.social"] },
 *     "bluesky": true }
 */

const Reddit = Schema.Struct({
  ...ServiceEntry,
  subreddits: Schema.Array(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_]{2,21}$/, { expected: "a subreddit's name without r/" }))
  ),
  /** Where requests with a token go. */
  oauth_base: Schema.optionalKey(WebAddress)
})

const Pytrends = Schema.Struct({
  /** What the interest of is looked up, each also the title of an article of Wikipedia. */
  topics: Schema.Array(
    Schema.String.check(Schema.isPattern(/^[^\p{C}|#<>[\]{}]{1,100}$/u, { expected: "the title of an article" }))
  ).check(Schema.isMaxLength(50)),
  every: Schema.optionalKey(Interval),
  wikipedia: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(/^[a-z-]{2,12}$/, { expected: "the language of a Wikipedia, such as en" }))
  ),
  wikimedia_base: Schema.optionalKey(WebAddress),
  /** Where Google Trends' explore answers; without it, it is not asked. */
  explore_base: Schema.optionalKey(WebAddress)
})

const X = Schema.Struct({
  ...ServiceEntry,
  woeids: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2_147_483_647 })))
})

const TikTok = Schema.Struct({
  ...ServiceEntry,
  countries: Schema.Array(CountryCode),
  /** Whether the operator has read TikTok's terms for Creative Center and agrees to them. */
  terms_accepted: Schema.optionalKey(Schema.Boolean)
})

const Mastodon = Schema.Struct({ instances: Schema.Array(WebAddress), every: Schema.optionalKey(Interval) })

const Bluesky = Schema.Union([Schema.Boolean, Schema.Struct(ServiceEntry)])

export const socialEntries = {
  reddit: Schema.optionalKey(Reddit),
  pytrends: Schema.optionalKey(Pytrends),
  x: Schema.optionalKey(X),
  tiktok: Schema.optionalKey(TikTok),
  mastodon: Schema.optionalKey(Mastodon),
  bluesky: Schema.optionalKey(Bluesky)
}

const File = Schema.Struct(socialEntries)

/** The social platforms of the list with every default filled in. */
export interface SocialList {
  readonly reddit: (Service & { readonly subreddits: ReadonlyArray<string>; readonly oauthBase: string }) | null
  readonly pytrends: {
    readonly topics: ReadonlyArray<string>
    readonly every: Duration.Duration
    readonly wikipedia: string
    readonly wikimediaBase: string
    readonly exploreBase: string | null
  } | null
  readonly x: (Service & { readonly woeids: ReadonlyArray<number> }) | null
  readonly tiktok: (Service & { readonly countries: ReadonlyArray<string>; readonly termsAccepted: boolean }) | null
  readonly mastodon: { readonly instances: ReadonlyArray<string>; readonly every: Duration.Duration } | null
  readonly bluesky: Service | null
}

/** Reddit answers without credentials about once a minute; half an hour leaves room for others at the same address. */
const everyReddit = Duration.minutes(30)
/** Pageviews come once a day, searches once an hour; six hours are soon enough for sums over a week. */
const everyInterest = Duration.hours(6)
/** X counts posts over a day, and every request costs its user. */
const everyX = Duration.hours(1)
/** Creative Center's lists are of the last seven days. */
const everyTikTok = Duration.hours(12)
/** Trends of the day change by the minute; their order matters by the half hour. */
const everyTrends = Duration.minutes(30)

/** The social part of the list. */
export const socialList = (file: typeof File.Type): SocialList => {
  const { bluesky, mastodon, pytrends, reddit, tiktok, x } = file
  return {
    reddit:
      reddit === undefined || reddit.subreddits.length === 0
        ? null
        : {
            ...service(reddit, "https://www.reddit.com", everyReddit),
            subreddits: reddit.subreddits,
            oauthBase: withoutSlash(reddit.oauth_base ?? "https://oauth.reddit.com")
          },
    pytrends:
      pytrends === undefined
        ? null
        : {
            topics: [...new Set(pytrends.topics)],
            every: pytrends.every ?? everyInterest,
            wikipedia: pytrends.wikipedia ?? "en",
            wikimediaBase: withoutSlash(pytrends.wikimedia_base ?? "https://wikimedia.org"),
            exploreBase: pytrends.explore_base === undefined ? null : withoutSlash(pytrends.explore_base)
          },
    x: x === undefined ? null : { ...service(x, "https://api.x.com", everyX), woeids: [...new Set(x.woeids)] },
    tiktok:
      tiktok === undefined
        ? null
        : {
            ...service(tiktok, "https://ads.tiktok.com", everyTikTok),
            countries: [...new Set(tiktok.countries)],
            termsAccepted: tiktok.terms_accepted ?? false
          },
    mastodon:
      mastodon === undefined
        ? null
        : {
            instances: [...new Set(mastodon.instances.map((address) => new URL(address).origin))],
            every: mastodon.every ?? everyTrends
          },
    bluesky:
      bluesky === undefined || bluesky === false
        ? null
        : service(bluesky === true ? {} : bluesky, "https://public.api.bsky.app", everyTrends)
  }
}

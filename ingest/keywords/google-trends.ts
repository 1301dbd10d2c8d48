import { Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { CountryCode, type NewTrendingKeyword } from "../../src/domain/TrendingKeyword.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../../src/storage/keywords/TrendingKeywords.ts"
import type { FeedItem } from "../feed/Feed.ts"
import { MAX_BYTES } from "../feed/Limits.ts"
import { feedIn } from "../FeedDocument.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { counted, type Source } from "../Source.ts"
import { toSocialTrends } from "../social/google-trends.ts"

/** What Google Trends adds to RSS, in today's form and in the older one: approximate searches. */
const traffic = "ht:approx_traffic"

/** The largest volume that a row holds (Postgres integer). */
const largest = 2_147_483_647

/** `200+`, `1,000,000+` and `2M+` as a number; null where there is none. */
export const volumeOf = (text: string | undefined): number | null => {
  const [, digits, unit] = /^(\d[\d,. ]{0,14}?)\s*([KM]?)\+?$/i.exec(text?.trim() ?? "") ?? []
  if (digits === undefined) return null
  const count = Number(digits.replace(/[,. ]/g, ""))
  return Math.min(largest, count * (unit === "" ? 1 : unit?.toUpperCase() === "K" ? 1_000 : 1_000_000))
}

/** The keywords of the document in its order, each once. */
export const toKeywords = (items: ReadonlyArray<FeedItem>, country: string): ReadonlyArray<NewTrendingKeyword> => {
  const keywords = new Map<string, NewTrendingKeyword>()
  for (const { title, extensions } of items)
    if (!keywords.has(title))
      keywords.set(title, { keyword: title, country, volume: volumeOf(extensions[traffic]?.[0]) })
  return [...keywords.values()]
}

/** The keywords of a fetched document, how many items it has, and how long it asks to be left alone. */
export const readKeywords = async (document: Document, country: string) =>
  Result.map(await feedIn(document, { extensions: [traffic] }), ({ items, ttlMinutes }) => ({
    items: items.length,
    keywords: toKeywords(items, country),
    ttlMinutes
  }))

const trending = reader(import.meta.url, readKeywords)

/**
 * What a country searches for at present. One document fills two lists: trending keywords, and social trends of Google.
 */
const ofCountry = Effect.fnUntraced(function* (base: string, every: Duration.Duration, country: string) {
  const { runOf } = yield* reading
  const trendingKeywords = yield* TrendingKeywords
  const socialTrends = yield* SocialTrends
  const name = SourceName.make(`google-trends:${country.toLowerCase()}`)
  const url = `${base}/trending/rss?geo=${country}`
  return {
    name,
    kind: "keywords",
    platform: "google_trends",
    title: `Google Trends, ${country}`,
    url,
    missing: null,
    every,
    run: runOf(
      trending,
      url,
      { maxBytes: MAX_BYTES },
      Effect.fnUntraced(function* ({ items, keywords }) {
        const written = yield* trendingKeywords.upsert(keywords)
        yield* socialTrends.replace(name, "google_trends", toSocialTrends(keywords))
        return { fetched: items, ...written, skipped: counted({ repeated: items - keywords.length }) }
      }),
      country
    )
  } satisfies Source
})

export const googleTrends = service(
  {
    base: address("https://trends.google.com"),
    // Google renews its list about every hour.
    every: interval(Duration.hours(1)),
    countries: Schema.Array(CountryCode)
  },
  ({ base, countries, every }) => Effect.forEach(new Set(countries), (country) => ofCountry(base, every, country))
)

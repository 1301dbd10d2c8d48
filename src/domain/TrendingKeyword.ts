import { Schema } from "effect"
import { countries } from "./Country.ts"
import { CalendarDate } from "./Timestamp.ts"

const countryCode = (accepts: (text: string) => boolean) =>
  Schema.String.annotate({ message: "must be a string" }).check(
    Schema.makeFilter<string>(
      (text) => accepts(text) || "must be an ISO 3166-1 alpha-2 code in upper case, such as US or GB",
      { toJsonSchema: () => ({ pattern: "^[A-Z]{2}$" }) }
    )
  )

/** ISO 3166-1 alpha-2, upper case: the form, as rows have it. */
export const CountryCode = countryCode((text) => /^[A-Z]{2}$/.test(text))

/** The code of a country that there is, as callers give it: an unknown one would find nothing and never say why. */
export const KnownCountryCode = countryCode((text) => countries.has(text))

/** Where a keyword's volume goes; see {@link trendOf} for the rule. */
export const Trend = Schema.Literals(["new", "rising", "stable", "falling"])
export type Trend = typeof Trend.Type

/** A search term that many people look for at present. */
export const TrendingKeyword = Schema.Struct({
  keyword: Schema.String,
  volume: Schema.NullOr(Schema.Int).annotate({ description: "approximate searches; null when the source gives none" }),
  trend: Trend,
  country: CountryCode
}).annotate({ identifier: "TrendingKeyword" })
export type TrendingKeyword = typeof TrendingKeyword.Type

/** Days that {@link TrendingHistory} covers: today, in UTC, and those before it. */
export const trendingHistoryDays = 30

/** How a trending keyword fared: the highest volume of each day on which it was seen, oldest first. */
export const TrendingHistory = Schema.Struct({
  keyword: Schema.String,
  country: CountryCode,
  days: Schema.Array(Schema.Struct({ date: CalendarDate, volume: Schema.NullOr(Schema.Int) }))
}).annotate({ identifier: "TrendingHistory" })
export type TrendingHistory = typeof TrendingHistory.Type

/** A keyword under 24 hours old is `new`. */
export const newForMillis = 24 * 3_600_000

/**
 * A change counts from a fifth (20 %) of the previous day's snapshot on; as a whole number, because binary floating
 * point has no exact 0.2.
 */
export const significantPart = 5

/**
 * The rule for `trend`, in its one place: `new` when first seen under 24 hours ago; otherwise `rising` or `falling`
 * when the volume is 20 % or more above or below the previous day's snapshot; otherwise, or when either is unknown,
 * `stable`.
 */
export const trendOf = (input: {
  readonly now: Date
  readonly firstSeen: Date
  readonly volume: number | null
  readonly previousVolume: number | null
}): Trend => {
  if (input.now.getTime() - input.firstSeen.getTime() < newForMillis) return "new"
  if (input.volume === null || input.previousVolume === null || input.previousVolume === 0) return "stable"
  const change = input.volume - input.previousVolume
  if (Math.abs(change) * significantPart < input.previousVolume) return "stable"
  return change > 0 ? "rising" : "falling"
}

/** A keyword as a source lists it now. */
export interface NewTrendingKeyword {
  readonly keyword: string
  readonly country: string
  readonly volume: number | null
}

/** A keyword with the searches that we have seen it get over some days, all countries together. */
export interface SearchedKeyword {
  readonly keyword: string
  readonly volume: number
}

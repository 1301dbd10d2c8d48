import type { SocialTrend } from "../../domain/SocialTrend.ts"
import { dayAfter } from "../../domain/Timestamp.ts"
import type { Trend, TrendingHistory, TrendingKeyword } from "../../domain/TrendingKeyword.ts"
import { html, type Html } from "../../text/Html.ts"
import { badge, type Tone } from "./Badge.ts"
import type { ChartData } from "./Chart.ts"
import { count } from "./Figure.ts"
import { sparkline } from "./Sparkline.ts"
import { table } from "./Table.ts"
import { watchRow } from "./WatchLink.ts"

const tones: Record<Trend, readonly [Tone, string]> = {
  new: ["busy", "new"],
  rising: ["good", "▲ rising"],
  stable: ["off", "stable"],
  falling: ["warn", "▼ falling"]
}

/** Where a keyword's volume goes. */
const trendBadge = (trend: Trend): Html => badge(...tones[trend])

/** The last days of the calendar (UTC), oldest first. */
export const daysUpTo = (now: Date, days: number): ReadonlyArray<string> =>
  Array.from({ length: days }, (_, index) => dayAfter(now, index + 1 - days))

/** What is drawn over days: what it is called, and its volume on each day on which it was seen. */
type Past = Pick<TrendingHistory, "keyword" | "days">

/** The volumes of a keyword on each of these days; null on those on which it was not seen. */
const volumesOn = (days: ReadonlyArray<string>, history: Past): ReadonlyArray<number | null> => {
  const volumes = new Map(history.days.map(({ date, volume }): [string, number | null] => [date, volume]))
  return days.map((day) => volumes.get(day) ?? null)
}

/** A keyword's volumes as a small line. */
export const volumeLine = (days: ReadonlyArray<string>, history: Past | undefined): Html =>
  history === undefined ? html`<span class="quiet">–</span>` : sparkline(volumesOn(days, history))

/** Searches, each with its past. */
export const searchTable = (
  caption: string,
  keywords: ReadonlyArray<TrendingKeyword>,
  histories: ReadonlyArray<TrendingHistory>,
  days: ReadonlyArray<string>
): Html => {
  const known = new Map(histories.map((history) => [`${history.country} ${history.keyword}`, history]))
  return table(caption, keywords, [
    { title: "Search", cell: ({ keyword }) => keyword },
    { title: "Country", cell: ({ country }) => country },
    { title: "Searches", kind: "number", cell: ({ volume }) => (volume === null ? "–" : count(volume)) },
    { title: "Trend", cell: ({ trend }) => trendBadge(trend) },
    { title: "30 days", cell: ({ country, keyword }) => volumeLine(days, known.get(`${country} ${keyword}`)) },
    {
      title: "Actions",
      kind: "actions",
      cell: ({ country, keyword }) => watchRow(keyword, "trending", { about: keyword, country })
    }
  ])
}

/** As many lines as can be told apart in one chart. */
const drawn = 5

/** Those with the longest past, then as they were given: a chart over time is of those that have one. */
export const worthDrawing = <A extends Past>(histories: ReadonlyArray<A>): ReadonlyArray<A> =>
  histories
    .filter(({ days }) => days.length > 1)
    .toSorted((one, other) => other.days.length - one.days.length)
    .slice(0, drawn)

/** Several keywords' volumes, to be drawn together. */
export const volumes = (days: ReadonlyArray<string>, histories: ReadonlyArray<Past>): ChartData => {
  const columns = histories.map((history) => volumesOn(days, history))
  return {
    series: histories.map(({ keyword }) => keyword),
    days: days.map((date, index) => ({ date, values: columns.map((column) => column[index] ?? null) }))
  }
}

/** What scores count. */
export const units: Record<SocialTrend["score_kind"], string> = {
  points: "points",
  searches: "searches",
  posts: "posts",
  views: "views",
  rank: ""
}

/** What a topic scored, in what it counts; where the source gives an order alone, its rank. */
export const score = (trend: SocialTrend): string =>
  trend.score_kind === "rank" ? `no. ${trend.rank}` : `${count(trend.score)} ${units[trend.score_kind]}`

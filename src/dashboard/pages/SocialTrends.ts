import { Effect } from "effect"
import { NotFound } from "../../domain/Failure.ts"
import { Platform, type SocialTrend, type SourceStatus } from "../../domain/SocialTrend.ts"
import { trendingHistoryDays, type TrendingHistory } from "../../domain/TrendingKeyword.ts"
import { html, type Html } from "../Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge, type Tone } from "../parts/Badge.ts"
import { empty, heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { daysUpTo, score, volumeLine } from "../parts/Trend.ts"
import { platformNames, trendTabs } from "../parts/TrendTabs.ts"
import { home } from "../Place.ts"
import { view, type Visitor } from "../Routes.ts"

const place = `${home}/trends`

const notFound = new NotFound({ code: "not_found", message: "There is no such platform." })

const states: Record<typeof SourceStatus.Type, readonly [Tone, string]> = {
  ok: ["good", "fresh"],
  stale: ["warn", "overdue"],
  empty: ["off", "empty"],
  not_configured: ["off", "not set up"],
  error: ["bad", "failing"]
}

/** Of what is searched for, the past is known: its own volumes, whatever country they are from. */
const pastOf = (histories: ReadonlyArray<TrendingHistory>, { platform, title }: SocialTrend) =>
  platform === "google_trends" || platform === "pytrends"
    ? histories.find(({ keyword }) => keyword === title)
    : undefined

const whereOf = ({ platform, source, subreddit }: SocialTrend): string =>
  subreddit === undefined ? (source ?? platformNames[platform]) : `r/${subreddit}`

const topicTable = (
  trends: ReadonlyArray<SocialTrend>,
  histories: ReadonlyArray<TrendingHistory>,
  days: ReadonlyArray<string>
): Html => {
  const drawn = trends.some((trend) => pastOf(histories, trend) !== undefined)
  return table("Topics, in the platform's order", trends, [
    { title: "Topic", cell: ({ title, url }) => outbound(url, title || "Untitled") },
    { title: "Where", cell: whereOf },
    { title: "Score", kind: "number", cell: score },
    ...(drawn
      ? [{ title: "Searches in 30 days", cell: (trend: SocialTrend) => volumeLine(days, pastOf(histories, trend)) }]
      : [])
  ])
}

const show = Effect.fnUntraced(function* ({ api, now, params }: Visitor) {
  const platform = yield* pathParam(Platform, params["platform"], notFound)
  const [{ data, source_status, updated_at }, { data: histories }] = yield* Effect.all([
    api.social_trends.list({ params: { platform } }),
    api.seo.history({ query: {} })
  ])
  const name = platformNames[platform]
  const page: Page = {
    title: `${name} · Trends`,
    place,
    main: html`${heading("Trends", "What people search for and talk about, day by day.")} ${trendTabs(platform)}
    ${section(
      name,
      data.length > 0
        ? topicTable(data, histories, daysUpTo(now, trendingHistoryDays))
        : source_status === "not_configured"
          ? empty(`${name} is not set up`, html`What it needs is said under <a href="${home}/sources">Sources</a>.`)
          : empty(
              "No topic yet",
              html`They come in as the platform is read; see <a href="${home}/sources">Sources</a>.`
            ),
      html`${badge(...states[source_status])}
      ${updated_at !== null && html`<span class="quiet">updated ${when(updated_at, now)}</span>`}`
    )}`
  }
  return page
})

export const socialTrendsPages = [view("/trends/:platform", show)]

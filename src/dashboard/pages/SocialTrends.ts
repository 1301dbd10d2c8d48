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

const table = (
  trends: ReadonlyArray<SocialTrend>,
  histories: ReadonlyArray<TrendingHistory>,
  days: ReadonlyArray<string>
): Html => {
  const drawn = trends.some((trend) => pastOf(histories, trend) !== undefined)
  return html`<table class="rows">
    <caption class="sr">
      Topics, in the platform's order
    </caption>
    <thead>
      <tr>
        <th scope="col">Topic</th>
        <th scope="col">Where</th>
        <th scope="col" class="number">Score</th>
        ${drawn && html`<th scope="col">Searches in 30 days</th>`}
      </tr>
    </thead>
    <tbody>
      ${trends.map(
        (trend) =>
          html`<tr>
            <th scope="row">${outbound(trend.url, trend.title || "Untitled")}</th>
            <td data-label="Where">
              ${trend.subreddit === undefined ? (trend.source ?? platformNames[trend.platform]) : `r/${trend.subreddit}`}
            </td>
            <td data-label="Score" class="number">${score(trend)}</td>
            ${drawn && html`<td data-label="Searches in 30 days">${volumeLine(days, pastOf(histories, trend))}</td>`}
          </tr>`
      )}
    </tbody>
  </table>`
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
        ? table(data, histories, daysUpTo(now, trendingHistoryDays))
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

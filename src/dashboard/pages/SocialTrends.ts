import { Effect } from "effect"
import { missing } from "../../domain/Missing.ts"
import { Platform, type SocialHistory, type SocialTrend, type SourceStatus } from "../../domain/SocialTrend.ts"
import { html, type Html } from "../../text/Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge, type Tone } from "../parts/Badge.ts"
import { empty, heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { section } from "../parts/Section.ts"
import { drawnDays, socialCharts } from "../parts/SocialChart.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { score, volumeLine } from "../parts/Trend.ts"
import { platformNames, trendTabs } from "../parts/TrendTabs.ts"
import { watchRow, watchThis } from "../parts/WatchLink.ts"
import { home } from "../Place.ts"
import { type PageRequest, view } from "../Routes.ts"

const place = `${home}/trends`

const notFound = missing("not_found")

const states: Record<typeof SourceStatus.Type, readonly [Tone, string]> = {
  ok: ["good", "fresh"],
  stale: ["warn", "overdue"],
  empty: ["off", "empty"],
  not_configured: ["off", "not read"],
  error: ["bad", "failing"]
}

type Topic = SocialHistory["topics"][number]

const whereOf = ({ platform, source, subreddit }: SocialTrend): string =>
  subreddit === undefined ? (source ?? platformNames[platform]) : `r/${subreddit}`

/** What makes a topic of the list and one of the history the same. */
const keyOf = ({ platform, title, url }: Pick<Topic, "platform" | "title" | "url">): string =>
  `${platform} ${url} ${title}`

const topicTable = (
  trends: ReadonlyArray<SocialTrend>,
  { topics }: SocialHistory,
  days: ReadonlyArray<string>,
  platform: Platform
): Html => {
  const known = new Map(topics.map((topic) => [keyOf(topic), topic]))
  const line = (trend: SocialTrend): Html => {
    const topic = known.get(keyOf(trend))
    return volumeLine(
      days,
      topic && { keyword: topic.title, days: topic.days.map(({ date, score }) => ({ date, volume: score })) }
    )
  }
  return table("Topics, in the platform's order", trends, [
    { title: "Topic", cell: ({ title, url }) => outbound(url, title || "Untitled") },
    { title: "Where", cell: whereOf },
    { title: "Score", kind: "number", cell: score },
    { title: `${days.length} days`, cell: line },
    {
      title: "Actions",
      kind: "actions",
      cell: ({ title }) => title !== "" && watchRow(title, "social", { about: title.slice(0, 500), platform })
    }
  ])
}

const show = Effect.fnUntraced(function* ({ api, now, params }: PageRequest) {
  const platform = yield* pathParam(Platform, params["platform"], notFound)
  const [{ data, source_status, updated_at }, { data: history }] = yield* Effect.all([
    api.social_trends.list({ params: { platform } }),
    api.social_trends.history({ params: { platform } })
  ])
  const name = platformNames[platform]
  const days = drawnDays(now, history)
  return {
    title: `${name} · Trends`,
    place,
    main: html`${heading("Trends", "What people search for and talk about, day by day.", watchThis("social", { platform }))}
    ${trendTabs(platform)}
    ${section(
      name,
      data.length > 0
        ? [socialCharts(history, days), topicTable(data, history, days, platform)]
        : source_status === "not_configured"
          ? empty(`${name} is not read`, html`<a href="${home}/sources">Sources</a> shows what it needs.`)
          : empty(
              "No topic yet",
              html`They come in as the platform is read; see <a href="${home}/sources">Sources</a>.`
            ),
      html`${badge(...states[source_status])}
      ${updated_at !== null && html`<span class="quiet">updated ${when(updated_at, now)}</span>`}`
    )}`
  } satisfies Page
})

export const socialTrendsPages = [view("/trends/:platform", show)]

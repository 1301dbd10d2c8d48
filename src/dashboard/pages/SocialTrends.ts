import { Effect } from "effect"
import { NotFound } from "../../domain/Failure.ts"
import {
  Platform,
  type ScoreKind,
  type SocialHistory,
  socialHistoryDays,
  type SocialTrend,
  type SourceStatus
} from "../../domain/SocialTrend.ts"
import { html, type Html } from "../Html.ts"
import type { Page } from "../Layout.ts"
import { pathParam } from "../Params.ts"
import { badge, type Tone } from "../parts/Badge.ts"
import { chart } from "../parts/Chart.ts"
import { empty, heading } from "../parts/Heading.ts"
import { outbound } from "../parts/Outbound.ts"
import { section } from "../parts/Section.ts"
import { table } from "../parts/Table.ts"
import { when } from "../parts/Time.ts"
import { daysUpTo, type Past, score, units, volumeLine, volumes, worthDrawing } from "../parts/Trend.ts"
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

type Topic = SocialHistory["topics"][number]

/** A topic's line. Where the source gives an order alone its score is 101 less its place, and the place is what is drawn. */
const lineOf = ({ days, score_kind, title }: Topic): Past & Pick<Topic, "score_kind"> => ({
  keyword: title || "Untitled",
  score_kind,
  days: days.map(({ date, score }) => ({ date, volume: score_kind === "rank" ? 101 - score : score }))
})

const captions: Record<ScoreKind, string> = {
  points: "Points a day",
  searches: "Searches a day",
  posts: "Posts a day",
  views: "Views a day",
  rank: "Place a day"
}

/** The platform's volume over time: topics of one kind of score, since others cannot share its scale, and all together. */
const charts = (history: SocialHistory, days: ReadonlyArray<string>): Html => {
  const lines = history.topics.map(lineOf)
  const kind = worthDrawing(lines)[0]?.score_kind
  if (kind === undefined)
    return html`<p class="quiet">The lines begin with the second day on which a topic is on the list.</p>`
  const all = history.days
    .filter(({ score_kind }) => score_kind === kind)
    .map(({ date, score }) => ({ date, volume: score }))
  return html`${chart({
    caption: captions[kind],
    about: "topics with the longest past; a gap: not on the list that day",
    kind: kind === "rank" ? "rank" : "lines",
    data: volumes(days, worthDrawing(lines.filter(({ score_kind }) => score_kind === kind)))
  })}
  ${
    kind !== "rank" &&
    chart({
      caption: "All topics together",
      about: `${units[kind]} a day`,
      kind: "bars",
      data: volumes(days, [{ keyword: captions[kind], days: all }])
    })
  }`
}

const whereOf = ({ platform, source, subreddit }: SocialTrend): string =>
  subreddit === undefined ? (source ?? platformNames[platform]) : `r/${subreddit}`

/** What makes a topic of the list and one of the history the same. */
const keyOf = ({ platform, title, url }: Pick<Topic, "platform" | "title" | "url">): string =>
  `${platform} ${url} ${title}`

const topicTable = (
  trends: ReadonlyArray<SocialTrend>,
  { topics }: SocialHistory,
  days: ReadonlyArray<string>
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
    { title: "30 days", cell: line }
  ])
}

const show = Effect.fnUntraced(function* ({ api, now, params }: Visitor) {
  const platform = yield* pathParam(Platform, params["platform"], notFound)
  const [{ data, source_status, updated_at }, { data: history }] = yield* Effect.all([
    api.social_trends.list({ params: { platform } }),
    api.social_trends.history({ params: { platform } })
  ])
  const name = platformNames[platform]
  const days = daysUpTo(now, socialHistoryDays)
  const page: Page = {
    title: `${name} · Trends`,
    place,
    modules: ["charts.js"],
    main: html`${heading("Trends", "What people search for and talk about, day by day.")} ${trendTabs(platform)}
    ${section(
      name,
      data.length > 0
        ? [charts(history, days), topicTable(data, history, days)]
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

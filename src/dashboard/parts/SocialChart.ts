import { rankOf, type ScoreKind, type SocialHistory, socialHistoryDays } from "../../domain/SocialTrend.ts"
import { html, type Html } from "../../text/Html.ts"
import { chart } from "./Chart.ts"
import { daysUpTo, units, volumes, worthDrawing } from "./Trend.ts"

const captions: Record<ScoreKind, string> = {
  points: "Points a day",
  searches: "Searches a day",
  posts: "Posts a day",
  views: "Views a day",
  rank: "Place a day"
}

/**
 * Where topics live for hours a month would be all gap: the days drawn begin with the first on which one was seen, a
 * week at least.
 */
const fewestDays = 7

/** The days that are drawn, up to today. */
export const drawnDays = (now: Date, { topics }: SocialHistory): ReadonlyArray<string> => {
  const first = topics.flatMap(({ days }) => days.slice(0, 1).map(({ date }) => date)).sort()[0]
  const days = daysUpTo(now, socialHistoryDays)
  const begin = first === undefined ? -1 : days.indexOf(first)
  return days.slice(begin === -1 ? -fewestDays : Math.min(begin, days.length - fewestDays))
}

/** As much of a headline as tells it from others under a chart. */
const longestName = 48

const nameOf = (title: string): string =>
  title.length > longestName ? `${title.slice(0, longestName).toWellFormed().trimEnd()}…` : title || "Untitled"

/**
 * A platform's volume over time: topics of one kind of score, since others cannot share its scale, and all together.
 * Where the source gives an order alone places are drawn, which do not add up.
 */
export const socialCharts = (history: SocialHistory, days: ReadonlyArray<string>): Html => {
  const lines = history.topics.map(({ days, score_kind, title }) => ({
    keyword: nameOf(title),
    score_kind,
    days: days.map(({ date, score }) => ({ date, volume: score_kind === "rank" ? rankOf(score) : score }))
  }))
  const kind = worthDrawing(lines)[0]?.score_kind
  if (kind === undefined)
    return html`<p class="quiet">The lines begin with the second day on which a topic is on the list.</p>`
  const together = history.days
    .filter(({ score_kind }) => score_kind === kind)
    .map(({ date, score }) => ({ date, volume: score }))
  return html`${chart({
    caption: captions[kind],
    about: "topics with the longest history; a gap: not on the list that day",
    kind: kind === "rank" ? "rank" : "lines",
    data: volumes(days, worthDrawing(lines.filter(({ score_kind }) => score_kind === kind)))
  })}
  ${
    kind !== "rank" &&
    chart({
      caption: "All topics together",
      about: `${units[kind]} a day`,
      kind: "columns",
      data: volumes(days, [{ keyword: captions[kind], days: together }])
    })
  }`
}

import type { Company } from "../../domain/Company.ts"
import type { Competitor } from "../../domain/Competitor.ts"
import { rankOf, type SocialTrend } from "../../domain/SocialTrend.ts"
import { type CalendarDate, dayAfter } from "../../domain/Timestamp.ts"
import type { TrackedKeyword } from "../../domain/TrackedKeyword.ts"
import type { TrendingKeyword } from "../../domain/TrendingKeyword.ts"
import { shownHost } from "../../text/ShownHost.ts"
import { hostOf } from "../../text/Host.ts"
import { quoted } from "../document/Markdown.ts"
import type { Facet } from "./Facets.ts"
import type { FoundSearch, FoundTopic } from "./Market.ts"
import type { Candidate } from "./Piece.ts"
import { type Relevance, reasonsByWords } from "./Relevance.ts"

/** One of the service's own facts, with how much its words are about the niche. */
interface Matching<A> extends Relevance {
  readonly item: A
}

const count = (value: number): string => value.toLocaleString("en-US")

/** A fact of the service's own data, in one sentence that is also its quote. */
const fact = (
  kind: Candidate["kind"],
  facet: Facet,
  score: number,
  reasons: NonNullable<Candidate["reasons"]>,
  piece: Pick<Candidate, "title" | "url" | "publisher" | "quote"> & { readonly published_at?: string | null }
): Candidate => ({
  kind,
  published_at: null,
  ...piece,
  reasons,
  facets: new Set([facet]),
  attribution: null,
  headline: null,
  sentences: [{ text: piece.quote, verbatim: false }],
  score
})

/** If searches match equally well, the busier one counts more: 0 to 0.1, so volume never outweighs a word. */
const busyness = (volume: number | null): number => (volume === null ? 0 : Math.min(0.1, Math.log10(volume + 1) / 100))

/** A search in one country with its earlier days. */
export interface Search extends Omit<FoundSearch, "n"> {
  readonly trend: TrendingKeyword["trend"]
}

/** What was known on the day before, and a week before; null where nothing was. */
export const earlier = <A extends { readonly date: string }>(
  before: ReadonlyArray<A>,
  today: string
): { readonly day: A | null; readonly week: A | null } => ({
  day: before.find(({ date }) => date === dayAfter(today, -1)) ?? null,
  week: before.find(({ date }) => date === dayAfter(today, -7)) ?? null
})

/** `(20,000 the day before, 11,000 a week before)`; empty where neither is known. */
const comparedTo = (day: number | null, week: number | null): string => {
  const told = [
    day === null ? null : `${count(day)} the day before`,
    week === null ? null : `${count(week)} a week before`
  ].filter((part) => part !== null)
  return told.length === 0 ? "" : ` (${told.join(", ")})`
}

/** One search in all the countries where it is trending, at least one, the busiest first. */
export const ofTrendingKeyword = (
  { item, score, ...why }: Matching<ReadonlyArray<Search>>,
  today: string
): Candidate => {
  const busiest = item.toSorted((one, other) => (other.volume ?? 0) - (one.volume ?? 0))
  const { keyword, volume } = busiest[0]!
  const told = busiest.map(({ before, country, trend, volume }) => {
    const { day, week } = earlier(before, today)
    const then = comparedTo(day?.volume ?? null, week?.volume ?? null)
    return volume === null ? `${trend} in ${country}` : `about ${count(volume)} searches in ${country}, ${trend}${then}`
  })
  return fact("trending_keyword", "search", score + 1 + busyness(volume), reasonsByWords(why), {
    title: keyword,
    url: null,
    publisher: null,
    quote: `Trending search ${quoted(keyword)}: ${told.join("; ")}.`
  })
}

const forums: Readonly<Record<SocialTrend["platform"], string>> = {
  reddit: "Reddit",
  google_trends: "Google Trends",
  pytrends: "Google Trends",
  x: "X",
  tiktok: "TikTok",
  feed: "the feed"
}

/** What people do to raise a topic's score. */
const attention: Partial<Record<SocialTrend["score_kind"], string>> = { searches: "Searched", views: "Viewed" }

/** Where people discuss a topic. */
export const forumOf = ({ platform, source, subreddit }: SocialTrend): string =>
  subreddit !== undefined ? `Reddit, r/${subreddit}` : (source ?? forums[platform])

/** What a topic's score is, as its quote says it: where a site gives only an order, the place. */
export const scoreOf = (score: number, kind: SocialTrend["score_kind"]): number =>
  kind === "rank" ? rankOf(score) : score

export const ofSocialTrend = (
  { item, score, ...why }: Matching<SocialTrend & Pick<FoundTopic, "before">>,
  today: string
): Candidate => {
  const forum = forumOf(item)
  const { day, week } = earlier(item.before, today)
  const said = (then: { readonly score: number } | null) =>
    then === null ? null : scoreOf(then.score, item.score_kind)
  const measured =
    item.score_kind === "rank" ? `rank ${item.rank}` : `${count(item.score)} ${item.score_kind}, rank ${item.rank}`
  return fact("social_trend", "social", score + 1, reasonsByWords(why), {
    title: item.title,
    url: item.url,
    publisher: forum,
    quote: `${attention[item.score_kind] ?? "Discussed"} on ${forum}: ${quoted(item.title)}, ${measured}${comparedTo(said(day), said(week))}.`
  })
}

/** A competitor that much of the news names comes before others. */
export const ofCompetitor = ({ name, domain }: Competitor, stories = 0): Candidate =>
  fact("competitor", "competitor", 2 + Math.min(stories, 100) / 1_000, [{ kind: "mention", of: [name] }], {
    title: name,
    url: null,
    publisher: null,
    quote: `On your list of competitors: ${name} (${shownHost(domain)}).`
  })

/** Whether anything is known of a keyword by that day. That an account tracks it says nothing about a market. */
export const isMeasured = ({ position_history, search_volume }: TrackedKeyword, today: CalendarDate): boolean =>
  search_volume !== null || position_history.some(({ date }) => date <= today)

export const ofTrackedKeyword = (
  { item: keyword, score, ...why }: Matching<TrackedKeyword>,
  today: CalendarDate
): Candidate => {
  const latest = keyword.position_history.findLast(({ date }) => date <= today)
  const place =
    latest === undefined
      ? "not checked yet"
      : latest.position === null
        ? `not found on ${latest.date}`
        : `position ${latest.position} on ${latest.date}`
  const volume = keyword.search_volume === null ? "" : `, about ${count(keyword.search_volume)} searches`
  return fact("tracked_keyword", "search", score + 1, reasonsByWords(why), {
    title: keyword.keyword,
    url: keyword.target_url,
    publisher: null,
    published_at: latest?.date ?? null,
    quote: `Your tracked keyword ${quoted(keyword.keyword)}: ${place}${volume}.`
  })
}

/** The scale on which people read an amount. */
const scaleOf = (amount: number): readonly [by: number, name: string] =>
  amount >= 1e9 ? [1e9, " billion"] : amount >= 1e6 ? [1e6, " million"] : [1, ""]

const digitsOf = (scaled: number): number => (scaled < 100 ? 2 : 0)

/** The amount that {@link money} says. */
export const saidAs = (amount: number): number => {
  const [by] = scaleOf(amount)
  return Math.round(Number((amount / by).toFixed(digitsOf(amount / by))) * by)
}

/** An amount as people read it; storage keeps the exact one. */
export const money = (amount: number, currency: string): string => {
  const [by, scale] = scaleOf(amount)
  const scaled = amount / by
  const figure = scaled.toLocaleString("en-US", { maximumFractionDigits: digitsOf(scaled) })
  return currency === "USD" ? `$${figure}${scale}` : `${figure}${scale} ${currency}`
}

export const ofCompany = ({ item: company, score, ...why }: Matching<Company>): Candidate => {
  const { name, ticker, revenue, market_cap, currency, revenue_period_end, source_url } = company
  const about = [ticker, company.industry].filter((part) => part !== null).join(", ")
  const period = revenue_period_end === null ? "" : ` in the period to ${revenue_period_end}`
  const figures = [
    revenue === null ? null : `revenue ${money(revenue, currency)}${period}`,
    market_cap === null ? null : `market value ${money(market_cap, currency)}`
  ].filter((figure) => figure !== null)
  return fact(
    "company",
    "company",
    score + 1 + figures.length / 2,
    score > 0 ? reasonsByWords(why) : [{ kind: "mention", of: why.matched }],
    {
      title: name,
      url: source_url,
      publisher: source_url === null ? null : hostOf(source_url),
      quote: `${name}${about === "" ? "" : ` (${about})`}: ${figures.length === 0 ? "no figures stored" : figures.join("; ")}.`
    }
  )
}

import type { Company } from "../domain/Company.ts"
import type { Competitor } from "../domain/Competitor.ts"
import type { ReportSource } from "../domain/Report.ts"
import type { Signal } from "../domain/Signal.ts"
import type { SocialTrend } from "../domain/SocialTrend.ts"
import type { CalendarDate } from "../domain/Timestamp.ts"
import type { TrackedKeyword } from "../domain/TrackedKeyword.ts"
import type { TrendingKeyword } from "../domain/TrendingKeyword.ts"
import { type Facet, facetsOf } from "./Lexicon.ts"
import { quoted } from "./Markdown.ts"
import { split } from "./Sentences.ts"
import { namesCompany, relevance, type Topic } from "./Topic.ts"
import { contentStems, likeness } from "./Words.ts"

/** One numbered piece of evidence, with what it can be used for and how it is told. */
export interface Piece extends ReportSource {
  readonly facets: ReadonlySet<Facet>
  /** Who says it and when, as it stands after a quotation: `Reuters, 2026-01-31`; null when the service itself does. */
  readonly attribution: string | null
  /** A title without its publisher; null for what is not news. */
  readonly headline: string | null
  /** What can be said of it, the best first; `verbatim` ones are somebody's words and stand in quotation marks. */
  readonly sentences: ReadonlyArray<{ readonly text: string; readonly verbatim: boolean }>
  /** How much it matters by itself; only the order counts. */
  readonly score: number
}

/** A piece before it is chosen and numbered. */
export type Candidate = Omit<Piece, "n">

/** All words of a piece of news. */
export const textOf = ({ title, snippet }: Signal): string => (snippet === "" ? title : `${title}\n${snippet}`)

/** After 30 days news counts half as fresh. */
const halfLifeDays = 30

const freshness = (published: string, before: Date): number =>
  0.5 ** (Math.max(0, before.getTime() - Date.parse(published)) / 86_400_000 / halfLifeDays)

/** Feeds end a title with the publisher: `… - Reuters`, `… | Reuters`. */
const headline = ({ title, source }: Signal): string => {
  const cut = /^(.{20,}?)\s+[-–—|]\s+([^-–—|]{2,60})$/.exec(title)
  return cut !== null && likeness(new Set(contentStems(cut[2]!)), new Set(contentStems(source))) >= 0.5
    ? cut[1]!
    : title
}

/** What a publisher says to its readers about its pages, and not about the world. */
const isAboutPage =
  /\b(?:promo(?:tion)? code|coupon|(?:was|has been) (?:last )?updated (?:on|at)|first appeared on|read (?:more|the full|the whole)|continue reading|click (?:here|on)|subscribe|sign up (?:for|to)|newsletter|all rights reserved|affiliate links?|image(?: credit)? by|photo(?: credit)? by)\b/i

/** A sentence worth quoting: whole, neither a fragment nor a wall, and one that says something. */
const isQuotable = (sentence: string): boolean =>
  sentence.length >= 30 &&
  sentence.length <= 320 &&
  /[.!]["'”’)]*$/.test(sentence) &&
  !/(?:…|\.\.\.)\S*$/.test(sentence) &&
  !isAboutPage.test(sentence)

/** A publisher's name as it stands inside a sentence, which `Yahoo! News` would end. */
const withinSentence = (publisher: string): string => publisher.replace(/[.!?。！？]+(?=\s)/g, "")

/** The headline, then what the text adds to it. */
const quotesOf = (signal: Signal): ReadonlyArray<string> => {
  const title = headline(signal)
  const known = new Set(contentStems(title))
  const added = split(signal.snippet).filter(
    (sentence) => isQuotable(sentence) && likeness(new Set(contentStems(sentence)), known) < 0.7
  )
  return [title, ...added]
}

/** What counts: that the title is about the niche, that it is fresh, that there is something to quote, what the context adds. */
const weights = { title: 3, freshness: 2, quotable: 1, context: 1 }

/** More words of the context than these make a piece no better. */
const contextWords = 3

/** A report quotes two sentences of a piece beyond its headline at most. */
const quotesWanted = 2

const worth = (signal: Signal, topic: Topic, before: Date): number => {
  const text = textOf(signal)
  const own = new Set(contentStems(text))
  const context = [...topic.context].filter((word) => own.has(word)).length
  return (
    Math.max(relevance(signal.title, topic), relevance(text, topic) / 2) * weights.title +
    freshness(signal.published_at, before) * weights.freshness +
    (Math.min(quotesOf(signal).length - 1, quotesWanted) / quotesWanted) * weights.quotable +
    (Math.min(context, contextWords) / contextWords) * weights.context
  )
}

/** A piece of news. `players` are companies of the niche: news that names one is about competition. */
export const ofSignal = (signal: Signal, topic: Topic, players: ReadonlyArray<string>, before: Date): Candidate => {
  const facets = new Set(facetsOf(signal.title, signal.snippet))
  if (players.some((name) => namesCompany(textOf(signal), name))) facets.add("competition")
  return {
    kind: "signal",
    title: signal.title,
    url: signal.url,
    publisher: signal.source,
    published_at: signal.published_at,
    quote: textOf(signal),
    facets,
    attribution: `${withinSentence(signal.source)}, ${signal.published_at_estimated ? "seen " : ""}${signal.published_at}`,
    headline: headline(signal),
    sentences: quotesOf(signal).map((text) => ({ text, verbatim: true })),
    score: worth(signal, topic, before)
  }
}

/** Something of the service's own data, with how much its words are about the niche. */
interface Matching<A> {
  readonly item: A
  readonly score: number
}

const count = (value: number): string => value.toLocaleString("en-US")

/** A fact of the service's own data, told in one sentence that is its quote as well. */
const fact = (
  kind: Candidate["kind"],
  facet: Facet,
  score: number,
  piece: Pick<Candidate, "title" | "url" | "publisher" | "quote"> & { readonly published_at?: string | null }
): Candidate => ({
  kind,
  published_at: null,
  ...piece,
  facets: new Set([facet]),
  attribution: null,
  headline: null,
  sentences: [{ text: piece.quote, verbatim: false }],
  score
})

/** Between searches that match alike the busier counts more: 0 to 0.1, so that no volume makes up for a word. */
const busyness = (volume: number | null): number => (volume === null ? 0 : Math.min(0.1, Math.log10(volume + 1) / 100))

/** One search in all the countries where it is trending, at least one, the busiest first. */
export const ofTrendingKeyword = ({ item, score }: Matching<ReadonlyArray<TrendingKeyword>>): Candidate => {
  const busiest = item.toSorted((one, other) => (other.volume ?? 0) - (one.volume ?? 0))
  const { keyword, volume } = busiest[0]!
  const told = busiest.map(({ country, trend, volume }) =>
    volume === null ? `${trend} in ${country}` : `about ${count(volume)} searches in ${country}, ${trend}`
  )
  return fact("trending_keyword", "search", score + 1 + busyness(volume), {
    title: keyword,
    url: null,
    publisher: null,
    quote: `Trending search ${quoted(keyword)}: ${told.join("; ")}.`
  })
}

const places: Readonly<Record<SocialTrend["platform"], string>> = {
  reddit: "Reddit",
  google_trends: "Google Trends",
  pytrends: "Google Trends",
  x: "X",
  tiktok: "TikTok",
  feed: "the feed"
}

/** What people do who make a topic's score. */
const attention: Partial<Record<SocialTrend["score_kind"], string>> = { searches: "Searched", views: "Viewed" }

export const ofSocialTrend = ({ item, score }: Matching<SocialTrend>): Candidate => {
  const place = item.subreddit !== undefined ? `Reddit, r/${item.subreddit}` : (item.source ?? places[item.platform])
  const measured =
    item.score_kind === "rank" ? `rank ${item.rank}` : `${count(item.score)} ${item.score_kind}, rank ${item.rank}`
  return fact("social_trend", "social", score + 1, {
    title: item.title,
    url: item.url,
    publisher: place,
    quote: `${attention[item.score_kind] ?? "Discussed"} on ${place}: ${quoted(item.title)}, ${measured}.`
  })
}

export const ofCompetitor = ({ name, domain }: Competitor): Candidate =>
  fact("competitor", "competitor", 2, {
    title: name,
    url: null,
    publisher: null,
    quote: `On your list of competitors: ${name} (${domain}).`
  })

/** Whether anything is known of a keyword by that day. That somebody tracks it says nothing about a market. */
export const isMeasured = ({ position_history, search_volume }: TrackedKeyword, today: CalendarDate): boolean =>
  search_volume !== null || position_history.some(({ date }) => date <= today)

export const ofTrackedKeyword = (
  { item: keyword, score }: Matching<TrackedKeyword>,
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
  return fact("tracked_keyword", "search", score + 1, {
    title: keyword.keyword,
    url: keyword.target_url,
    publisher: null,
    published_at: latest?.date ?? null,
    quote: `Your tracked keyword ${quoted(keyword.keyword)}: ${place}${volume}.`
  })
}

/** An amount as people read it; storage keeps the exact one. */
const money = (amount: number, currency: string): string => {
  const [scaled, scale] =
    amount >= 1e9 ? [amount / 1e9, " billion"] : amount >= 1e6 ? [amount / 1e6, " million"] : [amount, ""]
  const figure = scaled.toLocaleString("en-US", { maximumFractionDigits: scaled < 100 ? 2 : 0 })
  return currency === "USD" ? `$${figure}${scale}` : `${figure}${scale} ${currency}`
}

export const ofCompany = ({ item: company, score }: Matching<Company>): Candidate => {
  const { name, ticker, revenue, market_cap, currency, revenue_period_end, source_url } = company
  const about = [ticker, company.industry].filter((part) => part !== null).join(", ")
  const period = revenue_period_end === null ? "" : ` in the period to ${revenue_period_end}`
  const figures = [
    revenue === null ? null : `revenue ${money(revenue, currency)}${period}`,
    market_cap === null ? null : `market value ${money(market_cap, currency)}`
  ].filter((figure) => figure !== null)
  return fact("company", "company", score + 1 + figures.length / 2, {
    title: name,
    url: source_url,
    publisher: source_url === null ? null : (URL.parse(source_url)?.hostname.replace(/^www\./, "") ?? null),
    quote: `${name}${about === "" ? "" : ` (${about})`}: ${figures.length === 0 ? "no figures stored" : figures.join("; ")}.`
  })
}

/** How many names the news is searched for. */
const namesSought = 12

/** Names that the news mentions most: one to three words in capitals inside a sentence, by number of items. */
export const namesIn = (signals: ReadonlyArray<Signal>): ReadonlyArray<string> => {
  const counts = new Map<string, number>()
  for (const signal of signals) {
    const found =
      textOf(signal).match(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}&.'’-]+(?: \p{Lu}[\p{L}\p{N}&.'’-]+){0,2}/gu) ?? []
    for (const name of new Set(
      found.flatMap((run) => [run, run.split(" ")[0]!]).map((run) => run.replace(/(?:['’]s|[.,'’-]+)$/, ""))
    )) {
      if (name.length > 2 && contentStems(name).length > 0) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return [...counts]
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, namesSought)
    .map(([name]) => name)
}

import { bareHost } from "../text/Host.ts"
import { type NewSocialTrend, Platform, rankScore, type SocialTrend } from "./SocialTrend.ts"

/** A topic with where it was seen. */
export interface ListedTrend extends NewSocialTrend {
  readonly platform: Platform
  readonly source_name: string
}

/** What makes two topics one story: the page that they lead to, else their title. */
export const storyOf = ({ url, title }: Pick<NewSocialTrend, "url" | "title">): string =>
  (url === null ? null : page(url)) ?? title.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/**
 * The address without what differs between links to one page: scheme, `www.`, campaign parameters, fragment, last
 * slash.
 */
const page = (link: string): string | null => {
  const url = URL.parse(link)
  if (url === null) return null
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => !name.startsWith("utm_")))
  return `//${bareHost(url.host)}${url.pathname.replace(/\/$/, "")}?${query}`
}

/** What differs between ways to write one topic: spaces, dashes, quotation marks, and the marks that end a sentence. */
const unspoken = /[\s\p{Pd}\p{Pi}\p{Pf}'".,:;!?]+/gu

/** What people call the topic: `#SolarEclipse`, `solar eclipse` and `“Solar Eclipse”` are one. */
export const nameOf = (title: string): string => {
  const plain = title.normalize("NFKC").toLowerCase()
  return plain.replace(/^#/, "").replace(unspoken, "") || plain
}

/**
 * The topics in the order that they are shown in, each story once. One story are topics that lead to one page, and
 * topics of one name from different sources; what a single source lists under one name with different pages it means to
 * tell apart. Raw scores of different platforms are not comparable: what counts is how high a topic stands within its
 * own platform, as the share of the platform's topics above it. There topics stand by rank, those of equal rank by
 * source.
 */
export const interleave = (trends: ReadonlyArray<ListedTrend>): ReadonlyArray<SocialTrend> => {
  const placed = Platform.literals.flatMap((platform, order) => {
    const own = trends.filter((trend) => trend.platform === platform).sort(byRank)
    return own.map((trend, place) => ({ trend, order, share: place / own.length }))
  })
  placed.sort((one, other) => one.share - other.share || one.order - other.order)
  const stories = new Set<string>()
  const namers = new Map<string, string>()
  const once: Array<SocialTrend> = []
  for (const { trend } of placed) {
    const story = storyOf(trend)
    const name = nameOf(trend.title)
    const source = `${trend.platform} ${trend.source_name}`
    const known = stories.has(story) || (namers.get(name) ?? source) !== source
    // Left-out topics are remembered too: their pages and names belong to the story that is shown for them.
    stories.add(story)
    if (!namers.has(name)) namers.set(name, source)
    if (!known) once.push(shown(trend))
  }
  return once
}

const byRank = (one: ListedTrend, other: ListedTrend): number =>
  one.rank - other.rank || (one.source_name < other.source_name ? -1 : one.source_name > other.source_name ? 1 : 0)

const shown = ({ title, score, score_kind, platform, subreddit, site, url, rank }: ListedTrend): SocialTrend => ({
  title,
  score: score ?? rankScore(rank),
  platform,
  ...(subreddit === null ? {} : { subreddit }),
  ...(site === null ? {} : { source: site }),
  score_kind: score === null ? "rank" : score_kind,
  url,
  rank
})

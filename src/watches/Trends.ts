import { DateTime, Effect } from "effect"
import { rankOf, type Platform, type SocialTrend } from "../domain/SocialTrend.ts"
import { toCalendarDate } from "../domain/Timestamp.ts"
import { type NewTrendingKeyword, trendOf, type TrendingKeyword } from "../domain/TrendingKeyword.ts"
import type { SocialTrends } from "../storage/social/SocialTrends.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { type OwnOccurrence, WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"
import { titleText } from "./Rule.ts"
import type { Matched, WatchIndex } from "./WatchIndex.ts"

/*
 * Trends and watches. Trends have no stories: a search or topic has one event while it is new, and one for each day on
 * which it rises.
 */

/** The watches that a title matches: those whose words it has, and those without words. */
const watchesFor = <W extends WatchOf<"trending"> | WatchOf<"social">>(
  title: string,
  index: WatchIndex<W>,
  all: ReadonlyArray<W>
): ReadonlyArray<Matched<W>> => [
  ...index.match(titleText(title)),
  ...all.filter(({ watch }) => watch.subject.about === undefined).map((owner) => ({ owner, terms: [] }))
]

const volumes = (volume: number | null): string =>
  volume === null ? "" : `, about ${volume.toLocaleString("en-US")} searches`

/** Records the events of searches that a source has listed. */
export const recordTrending = Effect.fnUntraced(function* (
  listed: ReadonlyArray<NewTrendingKeyword>,
  before: ReadonlyArray<TrendingKeyword>
) {
  const { of, trending } = yield* (yield* ActiveWatches).read
  const now = yield* DateTime.nowAsDate
  const keyOf = ({ country, keyword }: Pick<TrendingKeyword, "country" | "keyword">) => `${country} ${keyword}`
  const given = new Set(listed.map(keyOf))
  const volumesBefore = new Map(before.map((one) => [keyOf(one), one.volume]))
  const found: Array<OwnOccurrence> = []
  for (const one of yield* (yield* TrendingKeywords).list({})) {
    if (!given.has(keyOf(one))) continue
    const { country, keyword, trend, volume } = one
    for (const { owner, terms } of watchesFor(keyword, trending, of("trending"))) {
      const { above = 0, country: only = country, states = ["new", "rising"] } = owner.watch.subject
      if (only !== country || (trend !== "new" && trend !== "rising") || !states.includes(trend)) continue
      if (above > 0 && (volume ?? 0) < above) continue
      const key = `${trend}:${keyOf(one).toLowerCase()}`
      const change = { what: "volume", before: volumesBefore.get(keyOf(one)) ?? null, after: volume }
      const content = contentOf("trending", {
        title: `Trending in ${country}: “${keyword}”, ${trend}${volumes(volume)}`,
        terms,
        change,
        link: { kind: "trending", id: keyword, url: null }
      })
      found.push(occurrence(owner, now, { key: trend === "new" ? key : `${key}:${toCalendarDate(now)}`, content }))
    }
  }
  yield* (yield* WatchEvents).record(found)
})

/** What a topic's score counts, before and now; of a score that stands for a place the place. */
export const scoreOf = (
  { score, score_kind }: Pick<SocialTrend, "score" | "score_kind">,
  before: number | null = null
) => {
  const shown = (score: number) => (score_kind === "rank" ? rankOf(score) : score)
  return { what: score_kind, before: before === null ? null : shown(before), after: shown(score) }
}

/** How topics have fared since the day before: the same rule as for searches. */
export const risenTo = (score: number, before: number): boolean =>
  trendOf({ now: new Date(), firstSeen: new Date(0), volume: score, previousVolume: before }) === "rising"

/**
 * Records the events of topics that were not on a platform's list before, and of those that rise. A list that was empty
 * tells nothing.
 */
export const recordTopics = Effect.fnUntraced(function* (
  platform: Platform,
  before: ReadonlyArray<SocialTrend>,
  after: ReadonlyArray<SocialTrend>,
  { historyOf }: Pick<SocialTrends["Service"], "historyOf">
) {
  if (before.length === 0) return
  const { of, social } = yield* (yield* ActiveWatches).read
  const now = yield* DateTime.nowAsDate
  const keyOf = ({ title, url }: SocialTrend) => url ?? title.toLowerCase()
  const known = new Set(before.map(keyOf))
  const today = toCalendarDate(now)
  const wanted = after.flatMap((topic) => {
    const state = known.has(keyOf(topic)) ? "rising" : "new"
    const watches = watchesFor(topic.title, social, of("social")).filter(({ owner }) => {
      const { above = 0, platform: only = platform, states = ["new"] } = owner.watch.subject
      return (only === platform || only === "feed") && topic.score >= above && states.includes(state)
    })
    return watches.length === 0 ? [] : [{ topic, state, watches } as const]
  })
  const climbing = wanted.filter(({ state }) => state === "rising").map(({ topic }) => topic)
  const past = new Map(
    climbing.length === 0
      ? []
      : (yield* historyOf(climbing)).map(
          ({ days }, n) => [climbing[n]!, days.findLast(({ date }) => date < today)?.score ?? null] as const
        )
  )
  const found = wanted.flatMap(({ state, topic, watches }): ReadonlyArray<OwnOccurrence> => {
    const earlier = past.get(topic) ?? null
    if (state === "rising" && (earlier === null || !risenTo(topic.score, earlier))) return []
    const key = state === "new" ? `topic:${keyOf(topic)}` : `rising:${today}:${keyOf(topic)}`
    return watches.map(({ owner, terms }) => {
      const content = contentOf("social", {
        title: topic.title,
        source: topic.subreddit === undefined ? (topic.source ?? platform) : `r/${topic.subreddit}`,
        terms,
        change: scoreOf(topic, earlier),
        link: { kind: "social", id: topic.title, url: topic.url }
      })
      return occurrence(owner, now, { key: key.slice(0, 500), content })
    })
  })
  yield* (yield* WatchEvents).record(found)
})

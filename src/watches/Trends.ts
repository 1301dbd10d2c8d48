import { DateTime, Effect } from "effect"
import { placeOf, type Platform, type SocialTrend } from "../domain/SocialTrend.ts"
import { toCalendarDate } from "../domain/Timestamp.ts"
import type { NewTrendingKeyword, TrendingKeyword } from "../domain/TrendingKeyword.ts"
import { TrendingKeywords } from "../storage/TrendingKeywords.ts"
import { type OwnOccurrence, WatchEvents } from "../storage/WatchEvents.ts"
import { ActiveWatches, type WatchOf } from "./ActiveWatches.ts"
import { contentOf, occurrence } from "./Occurrences.ts"
import { titleText } from "./Rule.ts"
import type { Matched, WatchIndex } from "./WatchIndex.ts"

/*
 * Trends and watches. What is trending has no story: a search has one event while it is new, and one for each day on
 * which it rises; a topic has one.
 */

/** The watches that a title is for: those that ask for its words, and those that ask for none. */
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

/** What a topic's score counts, and how much; of a score that stands for a place the place. */
export const scoreOf = ({ score, score_kind }: Pick<SocialTrend, "score" | "score_kind">) => ({
  what: score_kind,
  before: null,
  after: score_kind === "rank" ? placeOf(score) : score
})

/** Records the events of topics that were not on a platform's list before. A list that was empty tells nothing. */
export const recordTopics = Effect.fnUntraced(function* (
  platform: Platform,
  before: ReadonlyArray<SocialTrend>,
  after: ReadonlyArray<SocialTrend>
) {
  if (before.length === 0) return
  const { of, social } = yield* (yield* ActiveWatches).read
  const now = yield* DateTime.nowAsDate
  const keyOf = ({ title, url }: SocialTrend) => url ?? title.toLowerCase()
  const known = new Set(before.map(keyOf))
  const found: Array<OwnOccurrence> = []
  for (const topic of after) {
    if (known.has(keyOf(topic))) continue
    for (const { owner, terms } of watchesFor(topic.title, social, of("social"))) {
      const { above = 0, platform: only = platform } = owner.watch.subject
      if ((only !== platform && only !== "feed") || topic.score < above) continue
      const place = topic.subreddit === undefined ? (topic.source ?? platform) : `r/${topic.subreddit}`
      const content = contentOf("social", {
        title: topic.title,
        source: place,
        terms,
        change: scoreOf(topic),
        link: { kind: "social", id: topic.title, url: topic.url }
      })
      found.push(occurrence(owner, now, { key: `topic:${keyOf(topic)}`.slice(0, 500), content }))
    }
  }
  yield* (yield* WatchEvents).record(found)
})

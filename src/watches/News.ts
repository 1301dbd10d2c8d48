import { DateTime, Effect } from "effect"
import type { EventContent } from "../domain/WatchEvent.ts"
import { toTimestamp } from "../domain/Timestamp.ts"
import { highlight } from "../search/Highlights.ts"
import { parse, planOf } from "../search/Query.ts"
import { inSteps, mapped } from "../storage/database/Batch.ts"
import { Signals } from "../storage/signals/Signals.ts"
import type { SignalOfStory } from "../storage/signals/StoryGrouping.ts"
import { type OwnOccurrence, type WaitingMatch, WatchEvents } from "../storage/watches/WatchEvents.ts"
import { ActiveWatches, type NewsWatch } from "./ActiveWatches.ts"
import { occurrence } from "./Occurrences.ts"
import { textOf } from "./Rule.ts"
import { bringersFor } from "./Tags.ts"

/*
 * News and watches. A watch is looked for when a signal is told its story, in the transaction that stores the story: so
 * no signal is passed over when a process dies, and a story has one event for each watch however many publishers carry
 * it.
 */

/** A signal that came in later than this after its publication is not news: a new feed brings its whole archive. */
export const longestAge = 7 * 24 * 3_600_000

/** Where a text has these words and phrases. */
export const highlightsOf = (
  { language, ...text }: Pick<SignalOfStory, "language" | "snippet" | "title">,
  terms: ReadonlyArray<string>
) => highlight(text, planOf(parse(terms.map((term) => `"${term}"`).join(" ")), [language]), language)

/** What an event says of a signal. */
export const contentOf = (
  { id, language, snippet, source, story, title, url }: SignalOfStory,
  kind: NewsWatch["watch"]["subject"]["kind"],
  terms: ReadonlyArray<string>
): EventContent => ({
  kind,
  title,
  text: snippet === "" ? null : snippet,
  source,
  story_id: story,
  why: { terms, highlights: highlightsOf({ language, snippet, title }, terms), change: null },
  link: { kind: "signal", id, url }
})

interface Match {
  readonly owned: NewsWatch
  readonly signal: SignalOfStory
  readonly content: EventContent
}

/** Whether it came in after the watch was made, and while it was news. */
export const isNews = (
  { since }: Pick<NewsWatch, "since">,
  { first_seen_at, published_at }: Pick<SignalOfStory, "first_seen_at" | "published_at">
): boolean =>
  toTimestamp(first_seen_at) >= toTimestamp(since) && first_seen_at.getTime() - published_at.getTime() <= longestAge

/**
 * Records the events of signals that were told their stories; to be called in the same transaction. A filing is not
 * also news for the watches that tell it as a filing.
 */
export const recordNews = Effect.fnUntraced(function* (
  signals: ReadonlyArray<SignalOfStory>,
  filings: ReadonlyMap<SignalOfStory["id"], ReadonlyArray<Pick<NewsWatch, "watch">>>
) {
  const events = yield* WatchEvents
  const { news, of } = yield* (yield* ActiveWatches).read
  if (news.size === 0 || signals.length === 0) return 0
  const now = yield* DateTime.nowAsDate
  for (const language of new Set(signals.map(({ language }) => language))) yield* inSteps(news.prepare(language))
  const found = yield* inSteps(
    mapped(
      signals,
      (signal): ReadonlyArray<Match> =>
        news
          .match(textOf(signal))
          .flatMap(({ owner: owned, terms }) =>
            isNews(owned, signal)
              ? [{ owned, signal, content: contentOf(signal, owned.watch.subject.kind, terms) }]
              : []
          ),
      1
    )
  )
  const matched = found.flat()
  const isBrought = yield* bringersFor(
    matched.map(({ owned }) => owned.watch.subject),
    matched.map(({ signal }) => signal.id)
  )
  const matches = matched
    .filter(({ owned, signal }) => isBrought(owned.watch.subject, signal.id))
    .filter(({ owned, signal }) => filings.get(signal.id)?.some(({ watch }) => watch.id === owned.watch.id) !== true)
  // Those that still match, in the story that they are in now, are among the matches.
  yield* events.forget(signals.flatMap(({ before, id }) => (before === null ? [] : [id])))
  const waiting = yield* events.waiting([...new Set(signals.map(({ story }) => story))])
  if (matches.length === 0 && waiting.length === 0) return 0

  const byId = new Map([...of("search"), ...of("competitor"), ...of("company")].map((one) => [one.watch.id, one]))
  const counted = [
    ...waiting.map(({ story }) => story),
    ...matches.flatMap(({ owned, signal }) => (owned.watch.conditions.min_publishers > 1 ? [signal.story] : []))
  ]
  const publishers = counted.length === 0 ? new Map() : yield* (yield* Signals).publishersOf([...new Set(counted)])
  const isCarried = ({ watch }: NewsWatch, story: SignalOfStory["story"]) =>
    watch.conditions.min_publishers <= (publishers.get(story) ?? 1)

  const due: Array<OwnOccurrence> = []
  const settled: Array<WaitingMatch> = []
  for (const one of waiting) {
    const owned = byId.get(one.watch)
    if (owned === undefined || !isCarried(owned, one.story)) continue
    settled.push(one)
    due.push(occurrence(owned, now, { key: `story:${one.story}`, content: one.content }))
  }
  const early: Array<WaitingMatch> = []
  for (const { content, owned, signal } of matches) {
    const key = `story:${signal.story}`
    const otherKeys = signal.before === null ? [] : [`story:${signal.before}`]
    if (isCarried(owned, signal.story)) due.push(occurrence(owned, now, { key, otherKeys, content }))
    else early.push({ watch: owned.watch.id, story: signal.story, signal: signal.id, content })
  }
  yield* events.wait(early)
  const recorded = yield* events.record(due)
  yield* events.settle(settled)
  return recorded
})

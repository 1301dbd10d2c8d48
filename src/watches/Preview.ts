import { DateTime, Effect, Order, Struct } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Signal } from "../domain/Signal.ts"
import { firstOfDays } from "../domain/Timestamp.ts"
import { trendOf } from "../domain/TrendingKeyword.ts"
import type { WatchConditions, WatchSubject } from "../domain/Watch.ts"
import { type EventPreview, previewDays } from "../domain/WatchEvent.ts"
import { fallback } from "../search/Languages.ts"
import { inSteps, mapped } from "../storage/database/Batch.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { SocialTrends } from "../storage/social/SocialTrends.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { positionEvents } from "./Keywords.ts"
import { highlightsOf } from "./News.ts"
import { matcher, type Rule, ruleOf, ruleOfNames, textOf, titleText } from "./Rule.ts"
import { risenTo, scoreOf } from "./Trends.ts"

/*
 * What a watch would have told in the last 30 days, before it is saved: the rules of this room over what is stored.
 */

type Previewed = EventPreview["events"][number]

/** How many signals are looked at, the first that search finds. */
const mostSignals = 1_000

/** So many events are shown. */
const mostShown = 100

type Of<K extends WatchSubject["kind"]> = Extract<WatchSubject, { readonly kind: K }>

const noChange = { terms: [], highlights: [], change: null }

/** Events of signals: of each story the first that matches, where it has publishers enough. */
const newsEvents = Effect.fnUntraced(function* (
  kind: Previewed["kind"],
  found: ReadonlyArray<Signal>,
  rule: Rule,
  { min_publishers }: WatchConditions
) {
  const match = matcher(rule)
  const matchIn = (signal: Signal) => {
    const { id, published_at: day, snippet, source, story_id, title, url } = signal
    const language = signal.language ?? fallback
    const terms = match(textOf({ title, snippet, source, language }))
    if (terms === null) return []
    const why = { terms, highlights: highlightsOf({ title, snippet, language }, terms), change: null }
    const event: Previewed = { day, kind, title, source, story_id, why, link: { kind: "signal", id, url } }
    return [{ signal, event }]
  }
  const matches = (yield* inSteps(mapped(found.toSorted(earliestFirst), matchIn, 10))).flat()
  const stories = Map.groupBy(matches, ({ signal: { id, story_id } }) => story_id ?? -id)
  const known = [...stories.keys()].filter((story) => story > 0) as Array<NonNullable<Signal["story_id"]>>
  const publishers = min_publishers > 1 ? yield* (yield* Signals).publishersOf(known) : new Map()
  return [...stories].flatMap(([story, [first]]) =>
    (publishers.get(story as never) ?? 1) < min_publishers ? [] : [first!.event]
  )
})

/** The words of a subject that a title contains: an empty list if none are asked for, null if the title lacks them. */
const wordsIn = ({ about, share }: Of<"trending"> | Of<"social">) => {
  if (about === undefined) return () => []
  const match = matcher(ruleOf({ q: about, ...(share !== undefined && { share }) }))
  return (title: string) => match(titleText(title))
}

const trendingEvents = Effect.fnUntraced(function* (subject: Of<"trending">) {
  const { above = 0, country, states } = subject
  const words = wordsIn(subject)
  const wanted = new Set<string>(states ?? ["new", "rising"])
  const now = yield* DateTime.nowAsDate
  const since = firstOfDays(previewDays, now)
  const history = yield* (yield* TrendingKeywords).history(country === undefined ? {} : { country })
  return history.flatMap(({ country, days, keyword }) => {
    const terms = words(keyword)
    if (terms === null) return []
    return days.flatMap(({ date, volume }, n): ReadonlyArray<Previewed> => {
      const before = days[n - 1]
      const at = new Date(date)
      const trend = trendOf({
        now: at,
        firstSeen: n === 0 && date > since ? at : new Date(0),
        volume,
        previousVolume: before === undefined || n === 0 ? null : before.volume
      })
      if (!wanted.has(trend) || (above > 0 && (volume ?? 0) < above)) return []
      const change = { what: "volume", before: before?.volume ?? null, after: volume }
      const title = `Trending in ${country}: “${keyword}”, ${trend}`
      const link = { kind: "trending" as const, id: keyword, url: null }
      const why = { ...noChange, terms, change }
      return [{ day: date, kind: "trending", title, source: null, story_id: null, why, link }]
    })
  })
})

const socialEvents = Effect.fnUntraced(function* (subject: Of<"social">) {
  const { above = 0, platform = "feed", states = ["new"] } = subject
  const words = wordsIn(subject)
  const { topics } = yield* (yield* SocialTrends).history(platform, 100)
  return topics.flatMap(({ days, platform, score_kind, title, url }): ReadonlyArray<Previewed> => {
    const terms = words(title)
    if (terms === null) return []
    return days.flatMap(({ date, score }, n): ReadonlyArray<Previewed> => {
      const before = days[n - 1]?.score ?? null
      const state = before === null ? "new" : risenTo(score, before) ? "rising" : null
      if (state === null || !states.includes(state) || score < above) return []
      const why = { ...noChange, terms, change: scoreOf({ score, score_kind }, before) }
      const link = { kind: "social" as const, id: title, url }
      return [{ day: date, kind: "social", title, source: platform, story_id: null, why, link }]
    })
  })
})

const eventsOf = Effect.fnUntraced(function* (account: AccountId, subject: WatchSubject, conditions: WatchConditions) {
  const signals = yield* Signals
  const since = new Date(firstOfDays(previewDays, yield* DateTime.nowAsDate))
  const recent = (found: ReadonlyArray<Signal>) => found.filter(({ published_at }) => new Date(published_at) >= since)
  switch (subject.kind) {
    case "search": {
      const asked = Struct.pick(subject, ["q", "language", "sources"])
      const found = yield* signals.list({ ...asked, since, limit: mostSignals })
      return yield* newsEvents("search", found, ruleOf(subject), conditions)
    }
    case "competitor": {
      const competitor = yield* Effect.option((yield* Competitors).find(account, subject.competitor_id))
      if (competitor._tag === "None") return []
      const found = yield* signals.mentioning(competitor.value, mostSignals)
      return yield* newsEvents("competitor", recent(found), ruleOfNames(competitor.value), conditions)
    }
    case "company": {
      const [company] = yield* (yield* Companies).ofIds([subject.company_id])
      if (company === undefined || !(subject.changes?.includes("filing") ?? true)) return []
      const found = yield* signals.list({ q: `"${company.name}"`, since, limit: mostSignals })
      return yield* newsEvents("company", found, ruleOfNames({ name: company.name }), conditions)
    }
    case "keyword": {
      const all = yield* (yield* TrackedKeywords).list(account)
      const keyword = all.find(({ id }) => id === subject.keyword_id)
      if (keyword === undefined) return []
      return keyword.position_history.slice(1).flatMap((after, n) =>
        new Date(after.date) < since
          ? []
          : positionEvents(subject, keyword, keyword.position_history[n]!, after).map(({ content }): Previewed => ({
              day: after.date,
              ...Struct.omit(content, ["text"])
            }))
      )
    }
    case "trending":
      return yield* trendingEvents(subject)
    case "social":
      return yield* socialEvents(subject)
    case "report":
    case "source":
    case "key":
      return []
  }
})

const notes: Partial<Record<WatchSubject["kind"], string>> = {
  search: `At most ${mostSignals} matches of these days are looked at, the best ones.`,
  company: "Earlier revenue figures are not stored, so changes of revenue are left out.",
  trending: "Based on daily snapshots of the searches that are trending now.",
  social: "Based on daily snapshots of the topics that are listed now.",
  report: "This watch makes new reports, so there is nothing to preview.",
  source: "Earlier failures are not looked up: see the source's runs.",
  key: "This depends on when your keys expire."
}

/** What a watch would have told in the last 30 days. */
export const preview = Effect.fnUntraced(function* (
  account: AccountId,
  subject: WatchSubject,
  conditions: WatchConditions
) {
  const events = (yield* eventsOf(account, subject, conditions)).toSorted((one, other) =>
    Order.String(other.day, one.day)
  )
  return {
    events: events.slice(0, mostShown),
    total: events.length,
    note: notes[subject.kind] ?? null
  } satisfies EventPreview
})

/** Of a day the one that came in first. */
const earliestFirst = (one: Signal, other: Signal): number =>
  Order.String(one.published_at, other.published_at) || one.id - other.id

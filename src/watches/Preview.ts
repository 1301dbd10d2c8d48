import { DateTime, Effect, Struct } from "effect"
import type { AccountId } from "../domain/Account.ts"
import type { Signal } from "../domain/Signal.ts"
import { addDays, dayBefore, firstOfDays, fromTimestamp, toCalendarDate, toTimestamp } from "../domain/Timestamp.ts"
import { trendOf } from "../domain/TrendingKeyword.ts"
import type { WatchConditions, WatchSubject } from "../domain/Watch.ts"
import { type EventContent, type EventPreview, previewDays } from "../domain/WatchEvent.ts"
import { fallback } from "../search/Languages.ts"
import { loadLexicon } from "../reports/evidence/Lexicon.ts"
import { shortName } from "../reports/evidence/Names.ts"
import { knownCompetitors, withTrade } from "../reports/evidence/Trade.ts"
import { inSteps, mapped } from "../storage/database/Batch.ts"
import { ApiKeys } from "../storage/accounts/ApiKeys.ts"
import { Companies } from "../storage/companies/Companies.ts"
import { Competitors } from "../storage/companies/Competitors.ts"
import { Signals } from "../storage/signals/Signals.ts"
import { SocialTrends } from "../storage/social/SocialTrends.ts"
import { SourceList, withTags } from "../storage/sources/SourceList.ts"
import { Sources } from "../storage/sources/Sources.ts"
import { TrackedKeywords } from "../storage/keywords/TrackedKeywords.ts"
import { TrendingKeywords } from "../storage/keywords/TrendingKeywords.ts"
import { isSilent } from "../storage/watches/WatchEvents.ts"
import { expiryContent } from "./ExpiringKeys.ts"
import { positionEvents } from "./Keywords.ts"
import { highlightsOf, isNews, longestAge } from "./News.ts"
import { contentOf, cooldownOf, sendAt } from "./Occurrences.ts"
import { plannedReports } from "./Reports.ts"
import { matcher, type Rule, ruleOf, ruleOfCompany, ruleOfNames, textOf, titleText } from "./Rule.ts"
import { failureContent, usual } from "./FailingSources.ts"
import { bringersFor } from "./Tags.ts"
import { risenTo, scoreOf } from "./Trends.ts"

/*
 * What a watch would have told in the last 30 days, before it is saved: the rules of this room over what is stored, as
 * if the watch had been there since then.
 */

/** An event that there would have been. */
interface Happening {
  readonly at: Date
  /** Only the day of `at` is known. */
  readonly isDay?: boolean
  /** The day of what it is about, where that is not the day of `at`. */
  readonly day?: EventPreview["events"][number]["day"]
  readonly content: Omit<EventContent, "text">
}

/** How many signals are looked at, the first that search finds. */
const mostSignals = 1_000

/** So many events are shown. */
const mostShown = 100

type Of<K extends WatchSubject["kind"]> = Extract<WatchSubject, { readonly kind: K }>

/** Those of these signals that sources with the subject's tags bring. */
const broughtFor = Effect.fnUntraced(function* (
  subject: Of<"competitor"> | Of<"company">,
  found: ReadonlyArray<Signal>
) {
  const isBrought = yield* bringersFor(
    [subject],
    found.map(({ id }) => id)
  )
  return found.filter(({ id }) => isBrought(subject, id))
})

/** The signals that came in since, when they were news, with when they did, the first that came in first. */
const arrived = Effect.fnUntraced(function* (found: ReadonlyArray<Signal>, since: Date) {
  const arrivals = yield* (yield* Signals).arrivals(found.map(({ id }) => id))
  return found
    .flatMap((signal) => {
      const arrival = arrivals.get(signal.id)
      return arrival !== undefined && isNews({ since }, arrival) ? [{ signal, at: arrival.first_seen_at }] : []
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime() || one.signal.id - other.signal.id)
})

const newsContent = (
  kind: EventContent["kind"],
  { id, source, story_id, title, url }: Signal,
  why: EventContent["why"]
): Happening["content"] => ({ kind, title, source, story_id, why, link: { kind: "signal", id, url } })

/** Events of signals: of each story the first that matches, once it has publishers enough. */
const newsEvents = Effect.fnUntraced(function* (
  kind: EventContent["kind"],
  found: ReadonlyArray<Signal>,
  rule: Rule,
  { min_publishers }: WatchConditions,
  since: Date
) {
  const match = matcher(rule)
  const matchIn = ({ at, signal }: { readonly signal: Signal; readonly at: Date }) => {
    const { published_at: day, snippet, source, title, url } = signal
    const language = signal.language ?? fallback
    const terms = match(textOf({ title, snippet, source, language, url }))
    if (terms === null) return []
    const why = { terms, highlights: highlightsOf({ title, snippet, language }, terms), change: null }
    return [{ signal, event: { at, day, content: newsContent(kind, signal, why) } satisfies Happening }]
  }
  const matches = (yield* inSteps(mapped(yield* arrived(found, since), matchIn, 10))).flat()
  const stories = Map.groupBy(matches, ({ signal: { id, story_id } }) => story_id ?? -id)
  if (min_publishers === 1) return [...stories.values()].map(([first]) => first!.event)
  const known = [...stories.values()].flatMap(([first]) => first!.signal.story_id ?? [])
  const carried = yield* (yield* Signals).carriedAt(known)
  return [...stories.values()].flatMap(([first]): ReadonlyArray<Happening> => {
    const { event, signal } = first!
    const enough = signal.story_id === null ? undefined : carried.get(signal.story_id)?.[min_publishers - 1]
    return enough === undefined ? [] : [{ ...event, at: enough > event.at ? enough : event.at }]
  })
})

/** A company's filings, each by itself. */
const filingEvents = Effect.fnUntraced(function* (subject: Of<"company">, key: string, since: Date, published: Date) {
  const found = yield* broughtFor(subject, yield* (yield* Signals).filings(key, published, mostSignals))
  const why = { terms: [], highlights: [], change: null }
  return (yield* arrived(found, since)).map(({ at, signal }): Happening => ({
    at,
    day: signal.published_at,
    content: newsContent("company", signal, why)
  }))
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
    return days.flatMap(({ date, volume }, n): ReadonlyArray<Happening> => {
      const at = new Date(date)
      const earlier = days[n - 1]
      const before = earlier?.date === toCalendarDate(dayBefore(at)) ? earlier : undefined
      const trend = trendOf({
        now: at,
        firstSeen: n === 0 && date > since ? at : new Date(0),
        volume,
        previousVolume: before?.volume ?? null
      })
      if (!wanted.has(trend) || (above > 0 && (volume ?? 0) < above)) return []
      const change = { what: "volume", before: before?.volume ?? null, after: volume }
      const title = `Trending in ${country}: “${keyword}”, ${trend}`
      const link = { kind: "trending" as const, id: keyword, url: null }
      return [{ at, isDay: true, content: contentOf("trending", { title, terms, change, link }) }]
    })
  })
})

const socialEvents = Effect.fnUntraced(function* (subject: Of<"social">) {
  const { above = 0, platform = "feed", states = ["new"] } = subject
  const words = wordsIn(subject)
  const { days: known, topics } = yield* (yield* SocialTrends).history(platform, 100)
  // What is listed on the first day that is known may have been listed before.
  const first = known[0]?.date
  return topics.flatMap(({ days, platform, score_kind, title, url }): ReadonlyArray<Happening> => {
    const terms = words(title)
    if (terms === null) return []
    return days.flatMap(({ date, score }, n): ReadonlyArray<Happening> => {
      const before = days[n - 1]?.score ?? null
      const state = before === null ? (date === first ? null : "new") : risenTo(score, before) ? "rising" : null
      if (state === null || !states.includes(state) || score < above) return []
      const change = scoreOf({ score, score_kind }, before)
      const link = { kind: "social" as const, id: title, url }
      return [
        {
          at: new Date(date),
          isDay: true,
          content: contentOf("social", { title, source: platform, terms, change, link })
        }
      ]
    })
  })
})

/** Keys that came within the days of their expiry, or were made within them. */
const keyEvents = Effect.fnUntraced(function* (account: AccountId, { days }: Of<"key">, since: Date, now: Date) {
  const keys = yield* (yield* ApiKeys).list(account)
  return keys.flatMap((key): ReadonlyArray<Happening> => {
    if (key.expires_at === null || key.status === "deactivated") return []
    const expiry = fromTimestamp(key.expires_at)
    const at = new Date(Math.max(addDays(expiry, -days).getTime(), fromTimestamp(key.created_at).getTime(), +since))
    return at > now || at >= expiry ? [] : [{ at, content: expiryContent(key) }]
  })
})

const eventsOf = Effect.fnUntraced(function* (
  account: AccountId,
  subject: WatchSubject,
  conditions: WatchConditions,
  now: Date
) {
  const signals = yield* Signals
  const since = new Date(firstOfDays(previewDays, now))
  // What came in since may have been published before.
  const published = new Date(since.getTime() - longestAge)
  switch (subject.kind) {
    case "search": {
      const asked = Struct.pick(subject, ["q", "language", "sources"])
      const { tags } = subject
      const brought = tags && { broughtBy: withTags(yield* (yield* SourceList).tags, tags) }
      const found = yield* signals.list({ ...asked, ...brought, since: published, limit: mostSignals })
      return yield* newsEvents("search", found, ruleOf(subject), conditions, since)
    }
    case "competitor": {
      const competitor = yield* Effect.option((yield* Competitors).find(account, subject.competitor_id))
      if (competitor._tag === "None") return []
      const [rival] = yield* knownCompetitors([competitor.value])
      const found = yield* broughtFor(subject, yield* signals.mentioning(rival!, mostSignals))
      return yield* newsEvents("competitor", found, ruleOfNames(rival!), conditions, since)
    }
    case "company": {
      const { changes = ["filing", "revenue"] } = subject
      const companies = yield* Companies
      const key = changes.includes("filing")
        ? (yield* companies.keysOf([subject.company_id])).get(subject.company_id)
        : undefined
      const filings = key === undefined ? [] : yield* filingEvents(subject, key, since, published)
      const [company] = yield* companies.ofIds([subject.company_id])
      if (company === undefined || !changes.includes("news")) return filings
      const found = yield* signals.list({ q: `"${shortName(company.name)}"`, since: published, limit: mostSignals })
      const filers = key === undefined ? new Map() : yield* signals.filersOf(found.map(({ id }) => id))
      const named = found.filter(({ id }) => filers.get(id)?.includes(key) !== true)
      const other = yield* broughtFor(subject, named)
      yield* loadLexicon
      return [
        ...filings,
        ...(yield* newsEvents("company", other, ruleOfCompany(withTrade(company)), conditions, since))
      ]
    }
    case "keyword": {
      const all = yield* (yield* TrackedKeywords).list(account)
      const keyword = all.find(({ id }) => id === subject.keyword_id)
      if (keyword === undefined) return []
      // As for events: what was imported when it was tracked is history, but for the day before.
      const tracked = toCalendarDate(dayBefore(fromTimestamp(keyword.created_at)))
      return keyword.position_history.slice(1).flatMap((after, n) =>
        after.date < tracked || new Date(after.date) < since
          ? []
          : positionEvents(subject, keyword, keyword.position_history[n]!, after).map(({ content }): Happening => ({
              at: new Date(after.date),
              isDay: true,
              content
            }))
      )
    }
    case "trending":
      return yield* trendingEvents(subject)
    case "social":
      return yield* socialEvents(subject)
    case "report":
      return plannedReports(subject, since, now)
    case "source": {
      const { failures = usual, source } = subject
      const found = yield* (yield* Sources).failing({ failures, since, ...(source !== undefined && { source }) })
      return found.map(({ at, error, name }): Happening => ({ at, content: failureContent(name, failures, error) }))
    }
    case "key":
      return yield* keyEvents(account, subject, since, now)
  }
})

const dayAlone = "Only the day of each is known, so quiet hours are left out."

const notes: Partial<Record<WatchSubject["kind"], string>> = {
  search: `At most ${mostSignals} matches of these days are looked at, the best ones.`,
  company: "Earlier revenue figures are not stored, so changes of revenue are left out.",
  keyword: `A position counts on its day, even if it was imported later. ${dayAlone}`,
  trending: `Based on daily snapshots of the searches that are trending now. ${dayAlone}`,
  social: `Based on daily snapshots of the topics that are listed now. Those of the first day are not counted as new. ${dayAlone}`,
  report: "A report is made at each of these times. One in which nothing is new would have told nothing.",
  key: "Keys that were deactivated are left out."
}

/** What a watch would have told in the last 30 days, and which of it would have been sent when. */
export const preview = Effect.fnUntraced(function* (
  account: AccountId,
  subject: WatchSubject,
  conditions: WatchConditions
) {
  const now = yield* DateTime.nowAsDate
  const happenings: ReadonlyArray<Happening> = yield* eventsOf(account, subject, conditions, now)
  let last: Date | null = null
  const events = happenings
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, content, day, isDay = false }): EventPreview["events"][number] => {
      const sent = !isSilent(last, at, cooldownOf(conditions))
      if (sent) last = at
      return {
        day: day ?? toCalendarDate(at),
        at: isDay ? null : toTimestamp(at),
        sent,
        send_at: sent && !isDay ? toTimestamp(sendAt(conditions, at)) : null,
        ...Struct.pick(content, ["kind", "title", "source", "story_id", "why", "link"])
      }
    })
    .toReversed()
  return {
    events: events.slice(0, mostShown),
    total: events.length,
    sent: events.filter(({ sent }) => sent).length,
    note: notes[subject.kind] ?? null
  } satisfies EventPreview
})

import { DateTime, Effect, Layer } from "effect"
import { searchTerm } from "../../domain/Interest.ts"
import { maxAlsoIn, type NewSignal, type Signal, SignalId } from "../../domain/Signal.ts"
import type { SourceName } from "../../domain/Source.ts"
import { storyOf } from "../../domain/Story.ts"
import { toCalendarDate } from "../../domain/Timestamp.ts"
import { anyOf, score, webSearch } from "./EnglishText.ts"
import { toJson } from "../database/Json.ts"
import { isMention } from "../signals/Mentions.ts"
import {
  changes,
  headlineOf,
  type Listed,
  listed,
  type Recognised,
  type StoredSignal
} from "../signals/SignalChanges.ts"
import { Signals } from "../signals/Signals.ts"
import { Stories } from "../signals/Stories.ts"

interface Seen {
  readonly id: number
  readonly source: string | null
  readonly url: string | null
  readonly page: string | null
  readonly at: number
}

/** What title, snippet and publisher weigh: ts_rank's weights of A, B and C. */
const weights = [1, 0.4, 0.2]

const day = 24 * 3_600_000

/** A date that is only the day of first sight stands at its beginning, as `listed_at` in the database says. */
const listedAt = ({ published_at, published_at_estimated }: StoredSignal): number =>
  published_at_estimated ? Math.floor(published_at.getTime() / day) * day : published_at.getTime()

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The signals in a map by their id: each method is one synchronous step. */
const make = (): Signals["Service"] => {
  const signals = new Map<number, StoredSignal & { readonly first_seen_at: Date }>()
  const identities = new Map<string, number>()
  const pages = new Map<string, number>()
  const sightings = new Map<string, Seen>()
  const carried = new Map<number, Array<Seen>>()
  const found = new Map<string, Set<number>>()
  const sighting = (source: SourceName, guid: string) => JSON.stringify([source, guid])

  const recognise = (source: SourceName, { guid, item }: Listed): Recognised | null => {
    const sighted = guid === null ? undefined : sightings.get(sighting(source, guid))
    const own = identities.get(item.identity)
    const signal = signals.get(sighted?.id ?? own ?? pages.get(item.identity) ?? 0)
    if (signal === undefined) return null
    const elsewhere = sighted === undefined ? own === undefined : sighted.page !== null
    return { ...signal, sighted: sighted !== undefined, elsewhere }
  }

  const alsoIn = ({ id, source, url }: StoredSignal): Signal["also_in"] => {
    const first = new Map<string, Seen>()
    for (const seen of carried.get(id) ?? []) {
      const key = JSON.stringify([seen.source, seen.url])
      if (!first.has(key)) first.set(key, seen)
    }
    return [...first.values()]
      .map((seen) => ({ at: seen.at, source: seen.source!, url: seen.url! }))
      .filter((seen) => seen.source !== source || seen.url !== url)
      .sort((one, other) => one.at - other.at || compare(one.source, other.source) || compare(one.url, other.url))
      .slice(0, maxAlsoIn)
      .map((seen) => ({ source: seen.source, url: seen.url }))
  }

  const shown = (signal: StoredSignal): Signal => ({
    id: SignalId.make(signal.id),
    title: signal.title,
    snippet: signal.snippet,
    url: signal.url,
    source: signal.source,
    published_at: toCalendarDate(signal.published_at),
    published_at_estimated: signal.published_at_estimated,
    also_in: alsoIn(signal)
  })

  const newest = (one: StoredSignal, other: StoredSignal): number =>
    listedAt(other) - listedAt(one) ||
    Number(one.published_at_estimated) - Number(other.published_at_estimated) ||
    other.id - one.id

  const find = (query: ReturnType<typeof webSearch>, limit: number, before?: Date) =>
    [...signals.values()]
      .filter((signal) => before === undefined || (signal.published_at <= before && signal.first_seen_at <= before))
      .map((signal) => {
        const { title, snippet, source } = signal
        const fields = [title, snippet, source].map((text, n) => ({ text, weight: weights[n]! }))
        return { signal, score: score(fields, query) }
      })
      .filter((found) => found.score !== null)
      .sort((one, other) => other.score! - one.score! || newest(one.signal, other.signal))
      .slice(0, limit)
      .map(({ signal }) => shown(signal))

  const upsert = (source: SourceName, items: ReadonlyArray<NewSignal>, now: Date) => {
    const rows = listed(items)
    const known = rows.map((row) => recognise(source, row))
    const keys = new Set(rows.map(({ item }) => storyOf(headlineOf(item, now))?.key))
    const told = [...signals.values()]
      .filter(({ story }) => story !== null && keys.has(story))
      .map((signal) => ({ ...signal, carried: (carried.get(signal.id) ?? []).map(({ url }) => url!) }))
    const changed = changes(source, rows, known, new Stories(told), now)
    for (const { identity, ...signal } of changed.insert) {
      const id = signals.size + 1
      identities.set(identity, id)
      signals.set(id, { ...signal, id, source_name: source, first_seen_at: now })
    }
    for (const change of changed.update) signals.set(change.id, { ...signals.get(change.id)!, ...change })
    for (const { guid, identity, page, url, ...sight } of changed.sight) {
      const seen = { id: sight.id ?? identities.get(identity)!, source: sight.source, url, page, at: now.getTime() }
      sightings.set(sighting(source, guid), seen)
      if (page !== null) pages.set(page, seen.id)
      if (url !== null) carried.set(seen.id, [...(carried.get(seen.id) ?? []), seen])
    }
    return { new: changed.insert.length, changed: changed.update.length }
  }

  const list: Signals["Service"]["list"] = ({ q, limit }) =>
    Effect.sync(() =>
      q === undefined ? [...signals.values()].sort(newest).slice(0, limit).map(shown) : find(webSearch(q), limit)
    )

  return {
    list,
    listJson: (query) => Effect.map(list(query), toJson),
    matching: ({ terms, before, limit }) => Effect.sync(() => find(anyOf(terms), limit, before)),
    upsert: (source, items) => Effect.map(DateTime.nowAsDate, (now) => upsert(source, items, now)),
    link: (term, source, guids) =>
      Effect.sync(() => {
        const ids = guids.flatMap((guid) => sightings.get(sighting(source, guid))?.id ?? [])
        found.set(term, new Set([...(found.get(term) ?? []), ...ids]))
      }),
    foundBy: ({ terms, limit }) =>
      Effect.sync(() =>
        [...new Set(terms.flatMap((term) => [...(found.get(term) ?? [])]))]
          .map((id) => signals.get(id)!)
          .sort(newest)
          .slice(0, limit)
          .map(shown)
      ),
    mentioning: (company, limit) =>
      Effect.sync(() => {
        const searched = found.get(searchTerm(company.name))
        return [...signals.values()]
          .sort(newest)
          .map(shown)
          .filter((signal) => searched?.has(signal.id) === true || isMention(signal, company))
          .slice(0, limit)
      })
  }
}

export const layer = Layer.sync(Signals, make)

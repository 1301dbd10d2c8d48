import { Context, DateTime, Effect, Equal, Layer, Order, Struct } from "effect"
import { atOnce } from "../database/Batch.ts"
import { searchTerm } from "../../domain/Interest.ts"
import { maxAlsoIn, type NewSignal, type Signal, SignalId, StoryId } from "../../domain/Signal.ts"
import { mostInTimeline } from "../../domain/StoryTimeline.ts"
import type { SourceName } from "../../domain/Source.ts"
import { missing } from "../../domain/Missing.ts"
import { storyOf } from "../../domain/Story.ts"
import { toCalendarDate } from "../../domain/Timestamp.ts"
import { fallback } from "../../search/Languages.ts"
import { anyOf, parse } from "../../search/Query.ts"
import { type Fingerprint, keysOf, soughtKeysOf } from "../../search/StoryFingerprint.ts"
import { tellStories } from "../../search/TellStories.ts"
import { toJson } from "../database/Json.ts"
import { mostCounted, mostFaceted } from "../../domain/SignalSearch.ts"
import { listedAt, SearchIndex } from "../search/SearchIndex.ts"
import { Articles } from "../signals/Articles.ts"
import { makeMemory as makeMemoryArticles } from "./Articles.ts"
import { makeMemory as memoryIndex } from "./SearchIndex.ts"
import { mentionIn } from "../signals/Mentions.ts"
import {
  changes,
  headlineOf,
  type Listed,
  listed,
  type Recognised,
  type StoredSignal
} from "../signals/SignalChanges.ts"
import { narrowing, type SignalQuery, Signals } from "../signals/Signals.ts"
import { Stories } from "../signals/Stories.ts"
import { fingerprints, type SignalOfStory, storiesCompared, type StoryRow } from "../signals/StoryGrouping.ts"

interface Seen {
  readonly id: number
  readonly source: string | null
  readonly url: string | null
  readonly page: string | null
  readonly at: number
}

interface Kept extends StoredSignal {
  readonly language: string | null
  readonly first_seen_at: Date
}

/** The signals in a map by their id with the pages behind them, and a search index that is told of them. */
const makeMemory = (
  index: SearchIndex["Service"]
): { readonly signals: Signals["Service"]; readonly articles: Articles["Service"] } => {
  const signals = new Map<number, Kept>()
  const identities = new Map<string, number>()
  const pages = new Map<string, number>()
  const sightings = new Map<string, Seen>()
  const carried = new Map<number, Array<Seen>>()
  const bringers = new Map<number, Set<string>>()
  const found = new Map<string, Set<number>>()
  const filers = new Map<number, ReadonlySet<string>>()
  const told = new Map<number, { readonly story: StoryId; readonly print: Fingerprint; readonly text: StoryRow }>()
  /** Signals that others have carried since their stories were told. */
  const carriedSince = new Set<number>()
  let lastStory = 0
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
      .sort(
        (one, other) => one.at - other.at || Order.String(one.source, other.source) || Order.String(one.url, other.url)
      )
      .slice(0, maxAlsoIn)
      .map((seen) => ({ source: seen.source, url: seen.url }))
  }

  const shown = (signal: Kept): Signal => ({
    id: SignalId.make(signal.id),
    ...Struct.pick(signal, ["title", "snippet", "url", "source"]),
    published_at: toCalendarDate(signal.published_at),
    published_at_estimated: signal.published_at_estimated,
    language: signal.language ?? fallback,
    also_in: alsoIn(signal),
    story_id: told.get(signal.id)?.story ?? null,
    story_signals: membersOf(told.get(signal.id)?.story).length || 1
  })

  const membersOf = (story: StoryId | undefined): ReadonlyArray<Kept> =>
    story === undefined ? [] : [...told].flatMap(([id, one]) => (one.story === story ? [signals.get(id)!] : []))

  const textOfStory = (signal: Kept): StoryRow => ({
    ...Struct.pick(signal, ["id", "title", "snippet", "source", "published_at"]),
    story: told.get(signal.id)?.story ?? null,
    language: signal.language ?? fallback
  })

  const tell = Effect.fnUntraced(function* (limit: number) {
    const rows = [...signals.values()]
      .map(textOfStory)
      .filter((row) => {
        const before = told.get(row.id)?.text
        return (
          before === undefined ||
          carriedSince.has(row.id) ||
          !Equal.equals({ ...before, story: null }, { ...row, story: null })
        )
      })
      .slice(0, limit)
    for (const { id } of rows) carriedSince.delete(id)
    const untold = yield* fingerprints(index, rows)
    const ids = new Set(rows.map(({ id }) => id))
    const others = [...told].filter(([id]) => !ids.has(id)).toReversed()
    const sought = new Set(untold.flatMap(({ print }) => soughtKeysOf(print)))
    const publishers = Map.groupBy(others, ([, { print }]) => print.publisher)
    const byStory = Map.groupBy(others, ([, { story }]) => story as number)
    const own = new Set(untold.flatMap(({ story }) => story ?? []))
    const candidates = [
      ...[...own].flatMap((story) => (byStory.get(story) ?? []).slice(0, storiesCompared.ofStory)),
      ...others.filter(([, { print, story }]) => !own.has(story) && keysOf(print).some((key) => sought.has(key)))
    ].slice(0, storiesCompared.told)
    const stories = atOnce(
      tellStories({
        untold,
        told: candidates.map(([id, one]) => ({ id, ...one })),
        outlines: [...new Set([...own, ...candidates.map(([, { story }]) => story)])].flatMap((story) => {
          const members = (byStory.get(story) ?? []).map(([, { print }]) => print)
          const dates = members.map(({ at }) => at)
          const figures = members.slice(0, storiesCompared.ofStory).map((print) => print.figures)
          return members.length === 0 ? [] : [{ story, first: Math.min(...dates), last: Math.max(...dates), figures }]
        }),
        ofPublishers: [...new Set(untold.map(({ print }) => print.publisher))].flatMap((publisher) =>
          (publishers.get(publisher) ?? []).slice(0, storiesCompared.ofPublisher).map(([, { print }]) => print)
        ),
        vacant: [...own].filter((story) => !byStory.has(story))
      })
    )
    const before = lastStory
    for (const [n, { id, print }] of untold.entries()) {
      const story = stories.get(id)!
      if (story < 0) lastStory = Math.max(lastStory, before - story)
      told.set(id, { story: StoryId.make(story < 0 ? before - story : story), print, text: rows[n]! })
    }
    return rows.map(({ id, story, ...row }): SignalOfStory => {
      const { first_seen_at, url } = signals.get(id)!
      const before = story === null ? null : StoryId.make(story)
      return { ...row, id: SignalId.make(id), story: told.get(id)!.story, before, url, first_seen_at }
    })
  })

  const publishersOf = (story: StoryId): number =>
    new Set(
      membersOf(story).flatMap(({ id, source }) => [source, ...(carried.get(id) ?? []).map((seen) => seen.source!)])
    ).size

  const carriedAt = (story: StoryId): ReadonlyArray<Date> => {
    const first = new Map<string, number>()
    const seen = (source: string, at: number) => first.set(source, Math.min(first.get(source) ?? at, at))
    for (const { first_seen_at, id, source } of membersOf(story)) {
      seen(source, first_seen_at.getTime())
      for (const one of carried.get(id) ?? []) seen(one.source!, one.at)
    }
    return [...first.values()].toSorted((one, other) => one - other).map((at) => new Date(at))
  }

  const newest = (one: StoredSignal, other: StoredSignal): number =>
    listedAt(other) - listedAt(one) || other.id - one.id

  const upsert = (source: SourceName, items: ReadonlyArray<NewSignal>, now: Date) => {
    const rows = listed(items)
    const known = rows.map((row) => recognise(source, row))
    const stories = rows.map(({ item }) => storyOf(headlineOf(item, now)))
    const keys = new Set(stories.map((story) => story?.key))
    const told = [...signals.values()]
      .filter(({ story }) => story !== null && keys.has(story))
      .map((signal) => ({ ...signal, carried: (carried.get(signal.id) ?? []).map(({ url }) => url!) }))
    const changed = atOnce(changes(source, rows, known, stories, new Stories(told), now))
    const written: Array<Kept> = []
    const keep = (signal: Kept) => {
      signals.set(signal.id, signal)
      written.push(signal)
    }
    for (const { identity, n: _, ...signal } of changed.insert) {
      const id = signals.size + 1
      identities.set(identity, id)
      bringers.set(id, new Set([source]))
      keep({ ...signal, id, source_name: source, first_seen_at: now })
    }
    for (const change of changed.update) keep({ ...signals.get(change.id)!, ...change })
    for (const { guid, identity, page, url, ...sight } of changed.sight) {
      const seen = { id: sight.id ?? identities.get(identity)!, source: sight.source, url, page, at: now.getTime() }
      sightings.set(sighting(source, guid), seen)
      if (page !== null) pages.set(page, seen.id)
      bringers.get(seen.id)!.add(source)
      if (url !== null) carried.set(seen.id, [...(carried.get(seen.id) ?? []), seen])
      carriedSince.add(seen.id)
    }
    for (const { guid, item } of rows) {
      const id = guid === null ? undefined : sightings.get(sighting(source, guid))?.id
      if (id !== undefined && item.filers !== undefined)
        filers.set(id, new Set([...(filers.get(id) ?? []), ...item.filers]))
    }
    const brought = changed.sight.flatMap(({ id }) => id ?? [])
    return { written, brought, counts: { new: changed.insert.length, changed: changed.update.length } }
  }

  const asked = (query: SignalQuery) => {
    const { after, before, broughtBy, language, limit, q = "", since, sort = "relevance", sources, until } = query
    if (q.trim() !== "")
      return index.search({
        ...Struct.pick(query, ["limit", "after"]),
        query: parse(q),
        filters: Struct.pick(query, narrowing),
        sort,
        forgiving: true
      })
    return Effect.sync(() => {
      const last = after !== undefined && "at" in after ? after : undefined
      const all = [...signals.values()]
        .filter(
          (signal) =>
            (since === undefined || signal.published_at >= since) &&
            (before === undefined || signal.published_at < before) &&
            (until === undefined || (signal.published_at <= until && signal.first_seen_at <= until)) &&
            (sources === undefined || sources.includes(signal.source)) &&
            (language === undefined || (signal.language ?? fallback) === language) &&
            (broughtBy === undefined || broughtBy.some((name) => bringers.get(signal.id)!.has(name)))
        )
        .sort(newest)
      const rest = all.filter(
        (signal) =>
          last === undefined || listedAt(signal) < last.at || (listedAt(signal) === last.at && signal.id < last.id)
      )
      const page = rest.slice(0, limit)
      const end = page.at(-1)
      return {
        start: null,
        ids: page.map(({ id }) => SignalId.make(id)),
        next: rest.length > limit && end !== undefined ? { at: listedAt(end), id: end.id } : null,
        total: { count: Math.min(all.length, mostCounted), exact: all.length <= mostCounted },
        meant: new Map<string, string>(),
        near: new Map<string, ReadonlyArray<string>>()
      }
    })
  }

  const ofIds = (ids: ReadonlyArray<number>): ReadonlyArray<Signal> => ids.map((id) => shown(signals.get(id)!))

  const get = (id: SignalId) =>
    Effect.suspend(() => {
      const signal = signals.get(id)
      return signal === undefined ? Effect.fail(missing("signal_not_found")) : Effect.succeed(shown(signal))
    })

  const bringersOf = (id: number): ReadonlyArray<string> => [...bringers.get(id)!]

  const indexed = (signal: Kept) => ({ ...signal, brought_by: bringersOf(signal.id), article: textOf(signal.url) })

  const { articles, textOf } = makeMemoryArticles({
    signals,
    identities,
    change: (id, change) =>
      Effect.suspend(() => {
        const changed = { ...signals.get(id)!, ...change }
        signals.set(id, changed)
        return index.write([indexed(changed)])
      })
  })

  const service: Signals["Service"] = {
    page: Effect.fnUntraced(function* (query) {
      const { ids, start, ...rest } = yield* asked(query)
      const { after: _, ...list } = query
      const first = { ...list, limit: mostFaceted, ...(start !== null && { after: start }) }
      const counted = query.facets === true ? (yield* asked(first)).ids : null
      const facets = counted && { ...(yield* index.facets(counted)), ids: counted }
      return { signals: toJson(ofIds(ids)), ...rest, facets }
    }),
    list: (query) => Effect.map(asked(query), ({ ids }) => ofIds(ids)),
    get,
    related: (id, limit) => Effect.flatMap(get(id), () => Effect.map(index.related(id, limit), ofIds)),
    matching: ({ limit, terms, ...filters }) =>
      Effect.map(index.search({ query: anyOf(terms), filters, sort: "relevance", limit }), ({ ids }) => ofIds(ids)),
    nearest: ({ limit, text, ...filters }) => Effect.map(index.nearest(text, filters, limit), ofIds),
    story: (id) =>
      Effect.suspend(() => {
        const timeline = membersOf(id).toSorted(
          (one, other) =>
            Date.parse(toCalendarDate(one.published_at)) - Date.parse(toCalendarDate(other.published_at)) ||
            Number(one.published_at_estimated) - Number(other.published_at_estimated) ||
            one.published_at.getTime() - other.published_at.getTime() ||
            one.id - other.id
        )
        const [first] = timeline
        if (first === undefined) return Effect.fail(missing("story_not_found"))
        const dates = timeline.map(({ published_at }) => published_at.getTime())
        const languages = Map.groupBy(timeline, ({ language }) => language ?? fallback)
        return Effect.succeed({
          id,
          title: first.title,
          first: { source: first.source, url: first.url, published_at: toCalendarDate(first.published_at) },
          last_published_at: toCalendarDate(new Date(Math.max(...dates))),
          publishers: publishersOf(id),
          languages: [...languages]
            .toSorted((one, other) => other[1].length - one[1].length || Order.String(one[0], other[0]))
            .map(([language]) => language),
          signals_total: timeline.length,
          signals: timeline.slice(0, mostInTimeline).map(shown)
        })
      }),
    bringersOf: (ids) =>
      Effect.sync(() => new Map(ids.flatMap((id) => (bringers.has(id) ? [[id, bringersOf(id)] as const] : [])))),
    arrivals: (ids) =>
      Effect.sync(
        () =>
          new Map(
            ids.flatMap((id) => {
              const signal = signals.get(id)
              return signal === undefined ? [] : [[id, Struct.pick(signal, ["published_at", "first_seen_at"])] as const]
            })
          )
      ),
    carriedAt: (stories) => Effect.sync(() => new Map(stories.map((story) => [story, carriedAt(story)]))),
    filings: (key, since, limit) =>
      Effect.sync(() =>
        [...signals.values()]
          .filter(({ id, published_at }) => filers.get(id)?.has(key) === true && published_at >= since)
          .sort(newest)
          .slice(0, limit)
          .map(shown)
      ),
    filersOf: (ids) =>
      Effect.sync(
        () => new Map(ids.flatMap((id) => (filers.has(id) ? [[id, [...filers.get(id)!].toSorted()] as const] : [])))
      ),
    tellStories: tell,
    publishersOf: (stories) => Effect.sync(() => new Map(stories.map((story) => [story, publishersOf(story)]))),
    upsert: (source, items) =>
      Effect.flatMap(DateTime.nowAsDate, (now) => {
        const { brought, counts, written } = upsert(source, items, now)
        return Effect.as(Effect.andThen(index.write(written.map(indexed)), index.bring(source, brought)), counts)
      }),
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
        const isMention = mentionIn(company, ({ id }, name) => found.get(searchTerm(name))?.has(id) === true)
        return [...signals.values()].sort(newest).map(shown).filter(isMention).slice(0, limit)
      })
  }
  return { signals: service, articles }
}

/** The signals, the pages behind them, and the index that finds them. */
export const layer = Layer.effectContext(
  Effect.map(memoryIndex, (index) => {
    const { articles, signals } = makeMemory(index)
    return Context.make(Signals, signals).pipe(Context.add(Articles, articles), Context.add(SearchIndex, index))
  })
)

import { Context, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { namesOf } from "../../domain/Competitor.ts"
import type { NotFound } from "../../domain/Failure.ts"
import { orMissing } from "../../domain/Missing.ts"
import { maxAlsoIn, Signal, SignalId, StoryId } from "../../domain/Signal.ts"
import { mostInTimeline, StoryTimeline } from "../../domain/StoryTimeline.ts"
import type { SensedText } from "../../search/CompanySense.ts"
import { fallback } from "../../search/Languages.ts"
import { anyName, anyOf, parse, type WeightedTerm } from "../../search/Query.ts"
import { inSteps, mapped } from "../database/Batch.ts"
import { calendarDate } from "../database/Columns.ts"
import { arrayOf, type Json, jsonOf } from "../database/Json.ts"
import {
  type ClusterUse,
  type DatePosition,
  leastFaceted,
  mostCounted,
  mostFaceted,
  type MeaningUse,
  type SearchPosition
} from "../../domain/SignalSearch.ts"
import { rowsAs } from "../database/Rows.ts"
import { behind, newestBrought, someBrought } from "../search/Brought.ts"
import {
  type SearchFacets,
  type SearchFilters,
  SearchIndex,
  type SearchPage,
  type SearchTotal
} from "../search/SearchIndex.ts"
import * as SqlSearchIndex from "../search/SqlSearchIndex.ts"
import { type Company, isCommon, mentions, namedIn } from "./Mentions.ts"
import { newestFirst, oldestFirst } from "./Newest.ts"
import { makeSignalIntake, type SignalIntake } from "./SignalIntake.ts"
import { makeStoryGrouping, type SignalOfStory } from "./StoryGrouping.ts"

/** What is asked of the list. */
export interface SignalQuery extends Pick<SearchFilters, (typeof narrowing)[number]> {
  /** A query in the language of src/search/Query.ts; empty means no query. */
  readonly q?: string
  /** With a question: the best first, or the newest that match. Without one it is always the newest. */
  readonly sort?: "relevance" | "newest"
  readonly limit: number
  /** Where a page before this one ended. */
  readonly after?: SearchPosition
  readonly facets?: boolean
}

/** What of it narrows the list. */
export const narrowing = ["since", "before", "until", "sources", "language", "broughtBy"] as const

/** What a report asks for. */
export interface MatchingQuery extends Pick<SearchFilters, "since" | "until"> {
  readonly terms: ReadonlyArray<WeightedTerm>
  readonly limit: number
}

/** What a report asks for by meaning. */
export interface NearestQuery extends Omit<MatchingQuery, "terms"> {
  readonly text: string
}

/** The two times of a signal. */
export interface Arrival {
  readonly published_at: Date
  readonly first_seen_at: Date
}

/** A part of the list. */
export interface SignalPage {
  readonly signals: Json<ReadonlyArray<Signal>>
  /** Null at the end. */
  readonly next: SearchPosition | null
  readonly total: SearchTotal
  /** Words of the question, and what was probably meant by them. */
  readonly meant: ReadonlyMap<string, string>
  /** What was searched for in their place, or besides. */
  readonly near: ReadonlyMap<string, ReadonlyArray<string>>
  /** Whether signals that mean the same in other words are among it; left out where meaning has no part in it. */
  readonly meaning?: MeaningUse
  /** Left out without a search cluster, and without a question. */
  readonly cluster?: ClusterUse
  /** Only where they were asked for, with the signals that were counted. */
  readonly facets: (SearchFacets & { readonly ids: ReadonlyArray<SignalId> }) | null
}

/** News from all sources, each story once. */
export class Signals extends Context.Service<
  Signals,
  {
    /** A page of the list: what matches `q`, or the newest. */
    readonly page: (query: SignalQuery) => Effect.Effect<SignalPage>
    /** The signals of a page. */
    readonly list: (query: SignalQuery) => Effect.Effect<ReadonlyArray<Signal>>
    readonly get: (id: SignalId) => Effect.Effect<Signal, NotFound>
    /** The signals that are most similar to one, the most similar first. */
    readonly related: (id: SignalId, limit: number) => Effect.Effect<ReadonlyArray<Signal>, NotFound>
    /**
     * Signals that match any of the terms (words or phrases), best first, none published or first seen after `until`:
     * what a report may rest on.
     */
    readonly matching: (query: MatchingQuery) => Effect.Effect<ReadonlyArray<Signal>>
    /** Signals whose meaning is nearest to a text's, in the same way; none without a model. */
    readonly nearest: (query: NearestQuery) => Effect.Effect<ReadonlyArray<Signal>>
    /** What searches for any of the terms found, newest first. */
    readonly foundBy: (query: {
      readonly terms: ReadonlyArray<string>
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<Signal>>
    /**
     * What mentions the company by the rule of Mentions.ts, newest first. A search is known by the name that it was
     * made for.
     */
    readonly mentioning: (company: Company, limit: number) => Effect.Effect<ReadonlyArray<Signal>>
    /** Filings of the company with this natural key that were published since, the newest first. */
    readonly filings: (key: string, since: Date, limit: number) => Effect.Effect<ReadonlyArray<Signal>>
    /** Which of these signals are filings, and of which companies, by their natural keys. */
    readonly filersOf: (ids: ReadonlyArray<SignalId>) => Effect.Effect<ReadonlyMap<SignalId, ReadonlyArray<string>>>
    /** When these signals were published and came in. */
    readonly arrivals: (ids: ReadonlyArray<SignalId>) => Effect.Effect<ReadonlyMap<SignalId, Arrival>>
    /** When each publisher of these stories was first seen with it, the earliest first. */
    readonly carriedAt: (stories: ReadonlyArray<StoryId>) => Effect.Effect<ReadonlyMap<StoryId, ReadonlyArray<Date>>>
    /** A story with its signals. */
    readonly story: (id: StoryId) => Effect.Effect<StoryTimeline, NotFound>
    /**
     * Tells the stories of up to so many signals that have none yet, or whose words have changed, and returns them;
     * none when none is left. Safe to race and to repeat.
     */
    readonly tellStories: (limit: number) => Effect.Effect<ReadonlyArray<SignalOfStory>>
    /** The names of the sources that bring these signals. */
    readonly bringersOf: (ids: ReadonlyArray<SignalId>) => Effect.Effect<ReadonlyMap<SignalId, ReadonlyArray<string>>>
    /** How many publishers carry each of these stories. */
    readonly publishersOf: (stories: ReadonlyArray<StoryId>) => Effect.Effect<ReadonlyMap<StoryId, number>>
  } & SignalIntake
>()("sonde/storage/Signals") {
  /** Over the search index that {@link SqlSearchIndex} makes of the same database. */
  static readonly layerOver = Layer.effect(
    Signals,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const index = yield* SearchIndex
      const columns = sql`
        id, title, snippet, url, source, ${calendarDate("published_at")} as published_at, published_at_estimated,
        coalesce(language, (select d.language from search_documents d where d.signal_id = signals.id)) as language,
        coalesce((
          select json_agg(json_build_object('source', others.source, 'url', others.url))
          from (
            select s.source, s.url from signal_sightings s
            where s.signal_id = signals.id and s.url is not null and (s.source, s.url) <> (signals.source, signals.url)
            group by s.source, s.url order by min(s.seen_at), s.source collate "C", s.url collate "C" limit ${maxAlsoIn}
          ) others
        ), '[]') as also_in,
        (select story_id from signal_stories where signal_id = signals.id) as story_id,
        greatest(1, (
          select count(*)::int from signal_stories own join signal_stories other using (story_id)
          where own.signal_id = signals.id
        )) as story_signals`

      const order = newestFirst(sql)

      /** The signals of these ids, in their order. */
      const ofIds = (ids: ReadonlyArray<number>) =>
        arrayOf(
          sql,
          sql`select ${columns} from unnest(${ids.map(BigInt)}::bigint[]) with ordinality as listed(listed_id, n)
              join signals on id = listed_id order by n`
        )
      const listed = jsonOf(Schema.Array(Signal))
      const signalsOf = (rows: Fragment) => listed.value(arrayOf(sql, rows))

      const newest = Effect.fnUntraced(function* (query: SignalQuery) {
        const { after, before, broughtBy, language, limit, since, sources, until } = query
        const last = after !== undefined && "at" in after ? after : undefined
        const narrowed: ReadonlyArray<Fragment> = [
          ...(since === undefined ? [] : [sql`published_at >= ${since}`]),
          ...(before === undefined ? [] : [sql`published_at < ${before}`]),
          ...(until === undefined ? [] : [sql`published_at <= ${until} and first_seen_at <= ${until}`]),
          ...(sources === undefined ? [] : [sql`source = any(${[...sources]}::text[])`]),
          ...(language === undefined ? [] : [sql`language = ${language}`])
        ]
        // Without a filter from the signals themselves, whether they are indexed or not.
        const all = narrowed.length === 0
        const from = (more: ReadonlyArray<Fragment>) => {
          const conditions = [...narrowed, ...more]
          const where = conditions.length === 0 ? sql`` : sql`where ${sql.and(conditions)}`
          return all ? sql`from signals ${where}` : sql`from search_documents ${where}`
        }
        const of = broughtBy && { sources: broughtBy, filters: query, conditions: narrowed }
        const rows = yield* (
          of !== undefined
            ? newestOf(newestBrought(sql, of, last, limit + 1))
            : all
              ? newestSignals(from, last, limit + 1)
              : newestDocuments(from, last, limit + 1)
        ).unprepared
        const total = yield* of === undefined ? totalOf(from, all) : totalBrought(of)
        const shown = rows.slice(0, limit)
        const end = shown.at(-1)
        return {
          start: null,
          ids: shown.map(({ id }) => SignalId.make(id)),
          next: rows.length > limit && end !== undefined ? { at: end.at, id: end.id } : null,
          total,
          meant: new Map<string, string>(),
          near: new Map<string, ReadonlyArray<string>>()
        }
      })

      const totalOf = Effect.fnUntraced(function* (from: From, all: boolean) {
        const counted = sql`select count(*)::int from (select ${from([])} limit ${mostCounted + 1}) counted`
        // What is indexed is counted already.
        const [row] = yield* sql<{ count: number }>`
          select ${all ? sql`case when documents > ${mostCounted}::int then documents else (${counted}) end` : sql`(${counted})`} as count
          from search_state`.unprepared
        return { count: Math.min(row!.count, mostCounted), exact: row!.count <= mostCounted }
      })

      const totalBrought = Effect.fnUntraced(function* (of: Parameters<typeof someBrought>[1]) {
        const [row] = yield* sql<{ count: number; looked: number }>`
          select count(distinct signal_id)::int as count, count(*)::int as looked
          from (${someBrought(sql, of, mostBrought)}) looked`.unprepared
        const { count, looked } = row!
        return { count: Math.min(count, mostCounted), exact: count <= mostCounted && looked < mostBrought }
      })

      type From = (more: ReadonlyArray<Fragment>) => Fragment

      const newestDocuments = (from: From, last: DatePosition | undefined, limit: number) =>
        newestOf(sql`
          select signal_id, listed_at ${from(behind(sql, last))}
          order by listed_at desc, signal_id desc limit ${limit}`)

      const newestOf = (documents: Fragment) => sql<DatePosition>`
        select signal_id::float8 as id, (extract(epoch from listed_at) * 1000)::float8 as at
        from (${documents}) newest order by listed_at desc, signal_id desc`

      /** The same order, in the terms of the signals' own index. */
      const newestSignals = (from: From, last: DatePosition | undefined, limit: number) => {
        const listed = sql`listed_at(published_at, published_at_estimated)`
        const estimated = last !== undefined && !Number.isInteger(last.at)
        const day = last === undefined ? new Date(0) : new Date(Math.ceil(last.at))
        const conditions =
          last === undefined
            ? []
            : [
                sql`${listed} <= ${day}`,
                estimated
                  ? sql`(${listed} < ${day} or (published_at_estimated and id < ${last.id}::bigint))`
                  : sql`(${listed} < ${day} or published_at_estimated or id < ${last.id}::bigint)`
              ]
        return sql<DatePosition>`
          select id::float8 as id, (extract(epoch from ${listed}) * 1000)::float8 - case when published_at_estimated then 0.001 else 0 end as at
          ${from(conditions)} order by ${newestFirst(sql, sql`signals.id`)} limit ${limit}`
      }

      const found = (query: SignalQuery, enough?: number) => {
        const { q = "", sort = "relevance" } = query
        const request = {
          ...Struct.pick(query, ["limit", "after"]),
          query: parse(q),
          filters: Struct.pick(query, narrowing),
          sort,
          forgiving: true,
          ...(enough !== undefined && { enough })
        }
        return q.trim() === "" ? newest(query) : index.search(request)
      }

      const page = Effect.fnUntraced(function* (query: SignalQuery) {
        const { cluster, ids, meaning, meant, near, next, start, total }: SearchPage = yield* found(query)
        const { after: _, ...list } = query
        const first = { ...list, limit: mostFaceted, ...(start !== null && { after: start }) }
        const counts = Effect.gen(function* () {
          const counted = (yield* found(first, leastFaceted)).ids
          return { ...(yield* index.facets(counted)), ids: counted }
        })
        const [signals, facets] = yield* Effect.all(
          [listed.json(ofIds(ids)), query.facets === true ? counts : Effect.succeed(null)],
          { concurrency: 2 }
        )
        return {
          signals,
          next,
          total,
          meant,
          near,
          ...(meaning !== undefined && { meaning }),
          ...(cluster !== undefined && { cluster }),
          facets
        } satisfies SignalPage
      })

      const list = Effect.fnUntraced(function* (query: SignalQuery) {
        const { ids } = yield* found(query)
        return yield* listed.value(ofIds(ids))
      })

      const matching = Effect.fnUntraced(function* ({ limit, terms, ...filters }: MatchingQuery) {
        const { ids } = yield* index.search({ query: anyOf(terms), filters, sort: "relevance", limit, once: true })
        return yield* listed.value(ofIds(ids))
      })

      const nearest = Effect.fnUntraced(function* ({ limit, text, ...filters }: NearestQuery) {
        const ids = yield* index.nearest(text, filters, limit)
        return ids.length === 0 ? [] : yield* listed.value(ofIds(ids))
      })

      const one = (id: SignalId) =>
        listed.value(ofIds([id])).pipe(
          Effect.orDie,
          Effect.flatMap(([signal = null]) => orMissing("signal_not_found")(signal))
        )

      const foundBy = ({ terms, limit }: { readonly terms: ReadonlyArray<string>; readonly limit: number }) =>
        signalsOf(sql`
          select ${columns} from signals
          where id = any(array(select signal_id from signal_searches where term = any(${terms}::text[])))
          order by ${order} limit ${limit}`)

      const named = ({
        alike,
        limit,
        ...company
      }: {
        readonly name: string
        readonly domain: string
        readonly aliases: ReadonlyArray<string>
        readonly exclude: ReadonlyArray<string>
        readonly limit: number
        readonly alike: ReadonlyArray<number>
      }) =>
        listed.value(
          arrayOf(
            sql,
            sql`
              select ${columns} from signals where id in (${mentions(sql, company, alike, limit)})
              order by ${order} limit ${limit}`
          ).unprepared
        )

      /** More than are shown have the stems of a name: not all of them name it. */
      const alikeFor = 5
      const mostAlike = 2_000

      /** Those whose words mean the company: the name is an everyday word. */
      const meaning = Effect.fnUntraced(function* (company: Company, ids: ReadonlyArray<SignalId>) {
        const isNamed = namedIn(company)
        const texts = yield* sql<SensedText & { readonly id: SignalId }>`
          select id::float8 as id, title, snippet, url from signals where id = any(${ids.map(BigInt)}::bigint[])`
        return (yield* inSteps(mapped(texts, (text) => (isNamed(text) ? [text.id] : []), 20))).flat()
      })

      const mentioning = Effect.fnUntraced(function* (company: Company, limit: number) {
        const aliases = (company.aliases ?? []).map(plain)
        const exclude = (company.exclude ?? []).map(plain)
        const name = plain(company.name)
        const names = namesOf({ aliases, name })
        const common = isCommon(company)
        const { ids } = yield* index.search({
          query: anyName(names),
          filters: {},
          sort: "newest",
          limit: common ? mostAlike : Math.min(alikeFor * limit * names.length, mostAlike)
        })
        const alike = common ? yield* meaning(company, ids) : ids
        return yield* named({ name, aliases, exclude, domain: company.domain, limit, alike })
      })

      const timeline = (id: StoryId) =>
        rowsAs(StoryTimeline).first(sql`
          with told as materialized (
            select s.id, s.title, s.url, s.source, s.language, s.published_at, s.published_at_estimated
            from signal_stories join signals s on s.id = signal_id where story_id = ${id}
          ), first as (
            select * from told order by ${oldestFirst(sql)} limit 1
          )
          select ${id}::float8 as id, title,
            json_build_object('source', source, 'url', url, 'published_at', ${calendarDate("published_at")}) as first,
            (select ${calendarDate("max(published_at)")} from told) as last_published_at,
            (select count(distinct source)::int from (
              select source from told
              union all
              select g.source from told join signal_sightings g on g.signal_id = told.id where g.url is not null
            ) carried) as publishers,
            (select json_agg(language order by count desc, language collate "C") from (
              select coalesce(language, ${fallback}) as language, count(*) from told group by 1
            ) spoken) as languages,
            (select count(*)::int from told) as signals_total,
            (select json_agg(r) from (
              select ${columns} from signals where id in (select id from told order by ${oldestFirst(sql)} limit ${mostInTimeline})
              order by ${oldestFirst(sql)}
            ) r) as signals
          from first`)

      const publishersOf = (stories: ReadonlyArray<StoryId>) =>
        Effect.map(
          sql<{ story: StoryId; publishers: number }>`
            select told.story_id::float8 as story, count(distinct carried.source)::int as publishers
            from signal_stories told cross join lateral (
              select source from signals where id = told.signal_id
              union all
              select g.source from signal_sightings g where g.signal_id = told.signal_id and g.url is not null
            ) carried
            where told.story_id = any(${stories.map(BigInt)}::bigint[]) group by told.story_id`,
          (rows) => new Map(rows.map(({ publishers, story }) => [story, publishers]))
        )

      const filings = (key: string, since: Date, limit: number) =>
        signalsOf(sql`
          select ${columns} from signals
          where id in (select signal_id from signal_filers where company_key = ${key}) and published_at >= ${since}
          order by ${order} limit ${limit}`)

      const filersOf = (ids: ReadonlyArray<SignalId>) =>
        Effect.map(
          sql<{ id: SignalId; keys: ReadonlyArray<string> }>`
            select signal_id::float8 as id, json_agg(company_key order by company_key) as keys from signal_filers
            where signal_id = any(${ids.map(BigInt)}::bigint[]) group by signal_id`,
          (rows) => new Map(rows.map(({ id, keys }) => [id, keys]))
        )

      const bringersOf = (ids: ReadonlyArray<SignalId>) =>
        Effect.map(
          sql<{ id: SignalId; names: ReadonlyArray<string> }>`
            select signal_id::float8 as id, array_agg(source_name) as names from search_sources
            where signal_id = any(${ids.map(BigInt)}::bigint[]) group by signal_id`,
          (rows) => new Map(rows.map(({ id, names }) => [id, names]))
        )

      const arrivals = (ids: ReadonlyArray<SignalId>) =>
        Effect.map(
          sql<Arrival & { id: SignalId }>`
            select id::float8 as id, published_at, first_seen_at from signals where id = any(${ids.map(BigInt)}::bigint[])`,
          (rows) => new Map(rows.map(({ id, ...arrival }) => [id, arrival]))
        )

      const carriedAt = (stories: ReadonlyArray<StoryId>) =>
        Effect.map(
          sql<{ story: StoryId; at: Date }>`
            select told.story_id::float8 as story, min(carried.at) as at
            from signal_stories told cross join lateral (
              select source, first_seen_at as at from signals where id = told.signal_id
              union all
              select g.source, g.seen_at from signal_sightings g where g.signal_id = told.signal_id and g.url is not null
            ) carried
            where told.story_id = any(${stories.map(BigInt)}::bigint[]) group by told.story_id, carried.source order by at`,
          (rows) =>
            new Map(
              [...Map.groupBy(rows, ({ story }) => story)].map(([story, all]) => [story, all.map(({ at }) => at)])
            )
        )

      return {
        bringersOf: (ids) => Effect.orDie(bringersOf(ids)),
        arrivals: (ids) => Effect.orDie(arrivals(ids)),
        carriedAt: (stories) => Effect.orDie(carriedAt(stories)),
        filings: (key, since, limit) => Effect.orDie(filings(key, since, limit)),
        filersOf: (ids) => Effect.orDie(filersOf(ids)),
        story: (id) => Effect.flatMap(Effect.orDie(timeline(id)), orMissing("story_not_found")),
        tellStories: makeStoryGrouping(sql, index),
        publishersOf: (stories) => Effect.orDie(publishersOf(stories)),
        page: (query) => Effect.orDie(page(query)),
        list: (query) => Effect.orDie(list(query)),
        get: one,
        related: (id, limit) =>
          Effect.flatMap(one(id), () =>
            Effect.orDie(Effect.flatMap(index.related(id, limit), (ids) => listed.value(ofIds(ids))))
          ),
        matching: (query) => Effect.orDie(matching(query)),
        nearest: (query) => Effect.orDie(nearest(query)),
        foundBy: (query) => Effect.orDie(foundBy(query)),
        mentioning: (company, limit) => Effect.orDie(mentioning(company, limit)),
        ...makeSignalIntake(sql, index)
      }
    })
  )

  static readonly layer = Layer.provideMerge(Signals.layerOver, SqlSearchIndex.layer)
}

/** So many are looked at to count what sources have brought: several may have brought the same signal. */
const mostBrought = 4 * mostCounted

/** Postgres takes no U+0000 in text, not even in a query. */
const plain = (text: string): string => text.replaceAll("\u0000", " ")

import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { SignalId } from "../../domain/Signal.ts"
import { fold } from "../../search/Languages.ts"
import { likest, questionOf, termsOf as wordsOf } from "../../search/Likeness.ts"
import { type Plan, planOf, type Query } from "../../search/Query.ts"
import { type Candidate, compare, type Corpus, type Match, scorer } from "../../search/Ranking.ts"
import { meant, tolerance } from "../../search/Typos.ts"
import { inTurn } from "../database/Batch.ts"
import { Changes } from "../database/Changes.ts"
import { analysisVersion, makeSearchDocuments } from "./SearchDocuments.ts"
import { type Engine, prepare } from "./Engine.ts"
import { type DatePosition, mostCounted, mostFaceted, type RankPosition } from "../../domain/SignalSearch.ts"
import {
  mostRanked,
  type SearchFilters,
  SearchIndex,
  type SearchPage,
  type SearchRequest,
  type SearchTotal
} from "./SearchIndex.ts"
import { filterTags, monthTags } from "./Tags.ts"

/*
 * Search in the database itself. The index finds candidates, src/search/Ranking.ts orders them:
 *
 *   - Where few documents have any of the words, all of them are candidates, and the answer is exact.
 *   - Where many have, BM25 gives the best of all times and the best of the last months (tags stand for months, see Tags.ts), as many
 *     as the page is far down the list. GIN has no best: there the rare words of a question select and the common ones only rank; of
 *     common words alone, documents with all of them and the most recent with any.
 */

/** With no more matches than this all are candidates. */
const fewMatches: Readonly<Record<Engine, number>> = { bm25: 1_000, gin: 3_000 }

/** How many candidates there are for the first page, for those behind it, and so on. */
const stages = [100, 600, 3_000, mostRanked]

/** How far back the most recent candidates go at each stage, in months. */
const windows = [2, 6, 24]

/** With more occurrences than this to go through, a question of common words is answered from the last months. */
const mostPostings = 1_000_000

/** By date: with no more matches than this they are found by the index and sorted, else found from the newest on. */
const mostSorted = 10_000

/** So many documents are looked through at a time, and so often. */
const stretchLength = 1_000
const mostStretches = 100

/** By relevance those that match of so many of the newest documents are candidates: where many are as good, the newest come first. */
const newestLooked = 150

/** With fewer matches than this words are looked for that are nearly those asked for. */
const fewForTypos = 5

/** Rankings that readers are in the midst of. */
const mostRemembered = 64

/** Signals indexed at a time. */
const piece = 250

interface Counts {
  readonly engine: Engine
  readonly documents: number
  readonly titleLength: number
  readonly textLength: number
  readonly languages: ReadonlyArray<string>
  /** Where the newest document stands, in milliseconds. */
  readonly newest: number
}

/** A ranking as far as it has been asked for. */
interface Ranking {
  readonly ids: Array<number>
  readonly seen: Set<number>
  stage: number
  total: SearchTotal | null
  meant: ReadonlyMap<string, string>
}

interface Narrowed {
  readonly filters: SearchFilters
  /** Signals that came in later are passed over. */
  readonly newest: number
  readonly asOf: number
  /** Nothing is newer, in milliseconds: where nothing has come in for long, what is recent is what was so then. */
  readonly upTo: number
}

export const layer = Layer.effect(
  SearchIndex,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const changes = yield* Changes
    const { change, typos } = yield* prepare(sql)
    const documents = makeSearchDocuments(sql)

    /* What is known of all documents. */

    let counts: { readonly value: Counts; readonly version: number } | null = null
    const forgetCounts = Effect.sync(() => void (counts = null))

    const readCounts = Effect.gen(function* () {
      const version = changes.version(["signals"])
      if (counts !== null && version === counts.version) return counts.value
      const [row] = yield* sql<{
        engine: Engine
        documents: number
        title: number
        text: number
        languages: ReadonlyArray<string>
        newest: number
      }>`
        select engine, documents, (title_terms::float8 / greatest(documents, 1)) as title,
               (text_terms::float8 / greatest(documents, 1)) as text,
               array(select language from search_languages where documents > 0 order by documents desc, language limit 30) as languages,
               coalesce((select extract(epoch from max(listed_at)) * 1000 from search_documents), 0)::float8 as newest
        from search_state`
      const value: Counts = {
        engine: row?.engine ?? "gin",
        documents: row?.documents ?? 0,
        titleLength: row?.title ?? 0,
        textLength: row?.text ?? 0,
        languages: row?.languages ?? [],
        newest: row?.newest ?? 0
      }
      counts = version === undefined ? null : { value, version }
      return value
    })

    const termsOf = (plan: Plan): ReadonlyArray<string> => [
      ...new Set([...plan.terms.values()].flat(2).filter((term) => term !== null))
    ]

    const corpusOf = Effect.fnUntraced(function* (of: Counts, terms: ReadonlyArray<string>) {
      const rows = yield* sql<{ term: string; documents: number }>`
        select term, sum(documents)::int as documents from search_words where term = any(${terms}::text[]) group by term`
      const frequencies = new Map(rows.map((row) => [row.term, row.documents]))
      return {
        documents: of.documents,
        titleLength: of.titleLength,
        textLength: of.textLength,
        frequency: (term) => frequencies.get(term) ?? 0
      } satisfies Corpus
    })

    /* Conditions. */

    const conditions = ({ filters, newest }: Narrowed): Fragment => {
      const { before, except, language, since, sources, until } = filters
      return sql.and([
        sql`signal_id <= ${newest}::int`,
        ...(since === undefined ? [] : [sql`published_at >= ${since}`]),
        ...(before === undefined ? [] : [sql`published_at < ${before}`]),
        ...(until === undefined ? [] : [sql`published_at <= ${until} and first_seen_at <= ${until}`]),
        ...(sources === undefined ? [] : [sql`source = any(${[...sources]}::text[])`]),
        ...(language === undefined ? [] : [sql`language = ${language}`]),
        ...(except === undefined ? [] : [sql`signal_id <> ${except}::int`])
      ])
    }

    /** Whether a document's terms meet a tsquery, by the engine's index. Terms are letters and digits. */
    const meets = (engine: Engine, tsquery: string): Fragment =>
      engine === "bm25" ? sql`terms @@ ${tsquery}::tsquery` : sql`to_tsvector('simple', terms) @@ ${tsquery}::tsquery`

    const columns = sql`signal_id as id, (extract(epoch from listed_at) * 1000)::float8 as at, language, terms`

    /** All that meet a condition, the newest first. */
    const meeting = (engine: Engine, tsquery: string, narrowed: Narrowed, limit: number, after?: DatePosition) =>
      sql<Candidate>`
        select * from (select ${columns} from search_documents where ${meets(engine, tsquery)} and ${conditions(narrowed)}) found
        ${after === undefined ? sql`` : sql`where (at, id) < (${after.at}::float8, ${after.id}::int)`}
        order by at desc, id desc limit ${limit}`.unprepared

    /** The best by BM25, some more than asked for where filters leave few. */
    const topBy = Effect.fnUntraced(function* (terms: ReadonlyArray<string>, narrowed: Narrowed, wanted: number) {
      const words = terms.join(" ")
      for (let k = wanted; ; k *= 4) {
        const rows = yield* sql<Omit<Candidate, "terms"> & { readonly terms: string | null }>`
          select signal_id as id, (extract(epoch from listed_at) * 1000)::float8 as at, language,
                 case when ${conditions(narrowed)} then terms end as terms
          from (select * from search_documents order by terms <@> to_bm25query(${words}::text, 'search_documents_bm25') limit ${k}) best`
          .unprepared
        const fitting = rows.filter((row): row is Candidate => row.terms !== null)
        if (fitting.length >= wanted / 2 || rows.length < k || k >= mostRanked) return fitting
      }
    })

    /* Which documents may be among the best. */

    /** A unit's terms in a row, in each language. */
    const rowsOf = (plan: Plan, n: number): ReadonlyArray<ReadonlyArray<string>> => [
      ...new Map(
        [...plan.terms.values()].flatMap((units) => {
          const row = units[n]!.filter((term) => term !== null)
          return row.length === 0 ? [] : [[row.join(" "), row] as const]
        })
      ).values()
    ]

    const anyOf = (parts: ReadonlyArray<string>): string => (parts.length === 1 ? parts[0]! : `(${parts.join(" | ")})`)

    /** The units of a question as the index is asked for them, with an upper bound of how many documents each is in. */
    const unitsOf = (plan: Plan, corpus: Corpus) =>
      plan.query.units.flatMap(({ kind }, n) => {
        const rows = rowsOf(plan, n)
        if (rows.length === 0) return []
        const among = rows.reduce((sum, row) => sum + Math.min(...row.map(corpus.frequency)), 0)
        const text = anyOf(rows.map((row) => (row.length === 1 ? row[0]! : `(${row.join(" <-> ")})`)))
        return [{ kind, rows, among, text }]
      })

    type Unit = ReturnType<typeof unitsOf>[number]

    /** What the filters say of dates, of those by which documents are listed: an estimated one stands just before its day. */
    const listedConditions = ({ filters: { before, since, until } }: Narrowed): Fragment =>
      sql.and([
        ...(since === undefined ? [] : [sql`listed_at >= ${since}::timestamptz - interval '25 hours'`]),
        ...(before === undefined ? [] : [sql`listed_at < ${before}`]),
        ...(until === undefined ? [] : [sql`listed_at <= ${until}`])
      ])

    /** A part of all documents from the newest on; terms only of those that have one of the words. */
    const stretch = (pattern: string, narrowed: Narrowed, length: number, last?: DatePosition) =>
      sql<Omit<Candidate, "terms"> & { readonly terms: string | null }>`
        select id, at, language, case when terms ~ ${pattern} then terms end as terms
        from (
          select ${columns} from search_documents where ${conditions(narrowed)} and ${listedConditions(narrowed)}
          ${last === undefined ? sql`` : sql`and (listed_at, signal_id) < (to_timestamp(${last.at / 1_000}::float8), ${last.id}::int)`}
          order by listed_at desc, signal_id desc limit ${length}
        ) stretch order by at desc, id desc`.unprepared

    /** What terms have that have one of the units, or begin to. */
    const patternOf = (units: ReadonlyArray<Unit>): string =>
      String.raw`\m(${[...new Set(units.flatMap(({ rows }) => rows.map((row) => row[0]!)))].join("|")})\M`

    const tsqueryOf = (units: ReadonlyArray<Unit>, more: ReadonlyArray<string> = []): string => {
      const of = (kind: Unit["kind"]) => units.filter((unit) => unit.kind === kind).map(({ text }) => text)
      const must = of("must")
      const any = must.length > 0 ? [] : of("any")
      return [...must, ...(any.length > 0 ? [anyOf(any)] : []), ...of("not").map((text) => `!${text}`), ...more].join(
        " & "
      )
    }

    /** How many documents match at most. */
    const matchesAtMost = (units: ReadonlyArray<Unit>): number => {
      const must = units.filter(({ kind }) => kind === "must")
      return must.length > 0
        ? Math.min(...must.map(({ among }) => among))
        : units.reduce((sum, { among, kind }) => sum + (kind === "any" ? among : 0), 0)
    }

    /** The tags of the last months that a list looks at; null for all of them. */
    const recent = (
      { filters, upTo }: Pick<Narrowed, "filters" | "upTo">,
      months: number | undefined
    ): ReadonlyArray<string> | null => {
      const last = new Date(Math.min(upTo, filters.before?.getTime() ?? Infinity, filters.until?.getTime() ?? Infinity))
      const first = new Date(last)
      if (months !== undefined) first.setUTCMonth(first.getUTCMonth() - months + 1, 1)
      const since = filters.since
      if (months === undefined) return since === undefined ? null : monthTags(since, last, 24)
      return monthTags(since !== undefined && since > first ? since : first, last, 25)
    }

    const tagConditions = (narrowed: Narrowed, months: number | undefined): ReadonlyArray<string> => {
      const tags = recent(narrowed, months)
      return [...filterTags(narrowed.filters), ...(tags === null || tags.length === 0 ? [] : [tags])].map(anyOf)
    }

    /** Those that meet a condition, from the newest months on until there are enough. */
    const fromNewest = Effect.fnUntraced(function* (
      engine: Engine,
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      wanted: number
    ) {
      const few = matchesAtMost(units) <= 4 * wanted
      for (const months of few ? [undefined] : [...windows, undefined]) {
        const rows = yield* meeting(engine, tsqueryOf(units, tagConditions(narrowed, months)), narrowed, wanted)
        if (rows.length >= wanted || months === undefined) return rows
      }
      return []
    })

    const candidatesOf = Effect.fnUntraced(function* (
      engine: Engine,
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      stage: number
    ) {
      const wanted = stages[stage]!
      const found = new Map<number, Candidate>()
      const add = (rows: ReadonlyArray<Candidate>) => rows.forEach((row) => found.set(row.id, row))
      const asked = units.filter(({ kind }) => kind !== "not")
      if (asked.some(({ kind }) => kind === "must")) {
        add(yield* fromNewest(engine, units, narrowed, wanted))
        return [...found.values()]
      }
      if (engine === "bm25") {
        const terms = [...new Set(asked.flatMap(({ rows }) => rows.flat()))]
        const filtered = filterTags(narrowed.filters).flat()
        const months = recent(narrowed, windows[stage]) ?? []
        const steered = [...filtered, ...months]
        if (steered.length > 0) add(yield* topBy([...terms, ...steered], narrowed, wanted))
        if (stage === 0) {
          const newest = yield* stretch(patternOf(asked), narrowed, newestLooked)
          add(newest.filter((row): row is Candidate => row.terms !== null))
        }
        const postings = asked.reduce((sum, { among }) => sum + among, 0)
        if (
          steered.length === 0 ||
          (filtered.length === 0 && narrowed.filters.since === undefined && postings <= mostPostings)
        ) {
          add(yield* topBy(terms, narrowed, wanted))
        }
        return [...found.values()]
      }
      // The rare words select as many as there is room for.
      const rare: Array<Unit> = []
      let among = 0
      for (const unit of asked.toSorted((one, other) => one.among - other.among)) {
        if (among + unit.among > Math.max(wanted, fewMatches.gin)) break
        among += unit.among
        rare.push(unit)
      }
      const excluded = units.filter(({ kind }) => kind === "not")
      if (among > 0)
        add(yield* meeting(engine, tsqueryOf([...rare, ...excluded]), narrowed, Math.max(wanted, fewMatches.gin)))
      if (among < wanted) {
        if (asked.length > 1) {
          const all = asked.map((unit): Unit => ({ ...unit, kind: "must" }))
          add(yield* fromNewest(engine, [...all, ...excluded], narrowed, wanted))
        }
        add(yield* fromNewest(engine, units, narrowed, wanted))
      }
      return [...found.values()]
    })

    /** How many match: counted where that is cheap enough, and a lower bound where more match than are ever counted. */
    const totalOf = Effect.fnUntraced(function* (engine: Engine, units: ReadonlyArray<Unit>, narrowed: Narrowed) {
      const plain = Object.keys(narrowed.filters).length === 0 && units.every(({ kind }) => kind === "any")
      // Later edits may have taken a word away, so there must be some more.
      if (plain && units.some(({ among, rows }) => rows.length === 1 && among > 1.2 * mostCounted)) {
        return { count: mostCounted, exact: false }
      }
      const [row] = yield* sql<{ count: number }>`
        select count(*)::int as count from (
          select from search_documents where ${meets(engine, tsqueryOf(units, tagConditions(narrowed, undefined)))}
            and ${conditions(narrowed)} limit ${mostCounted + 1}
        ) counted`.unprepared
      const { count } = row!
      return { count: Math.min(count, mostCounted), exact: count <= mostCounted }
    })

    /* Words that are nearly those asked for. */

    const similar = SqlSchema.findAll({
      Request: Schema.Struct({ word: Schema.String, least: Schema.Int, most: Schema.Int }),
      Result: Schema.Struct({ word: Schema.String, documents: Schema.Int }),
      execute: ({ least, most, word }) => sql`
        select word, sum(documents)::int as documents from search_words
        where word <> '' and word % ${word} and length(word) between ${least}::int and ${most}::int and documents > 0
        group by word order by similarity(word, ${word}) desc, documents desc limit 200`
    })

    const meantBy = Effect.fnUntraced(function* (query: Query, plan: Plan, corpus: Corpus) {
      const found = new Map<string, string>()
      if (!typos) return found
      const asked = new Set(query.units.flatMap(({ kind, words }) => (kind === "not" ? [] : words)))
      for (const word of asked) {
        const most = tolerance(word)
        if (most === 0 || !/^\p{L}+$/u.test(word) || found.size >= 5) continue
        const own = rowsOf(planOf({ units: [{ kind: "any", words: [word] }] }, plan.languages), 0)
        const among = own.flat().reduce((sum, term) => sum + corpus.frequency(term), 0)
        const plain = fold(word)
        const known = yield* sql.withTransaction(
          Effect.andThen(
            sql`select set_config('pg_trgm.similarity_threshold', '0.2', true)`,
            similar({ word: plain, least: plain.length - most, most: plain.length + most })
          )
        )
        const other = meant(
          plain,
          known.filter(({ documents }) => documents > among)
        )
        if (other !== null) found.set(word, other)
      }
      return found
    })

    const withMeant = (query: Query, instead: ReadonlyMap<string, string>): Query => ({
      units: query.units.map((unit) => ({ ...unit, words: unit.words.map((word) => instead.get(word) ?? word) }))
    })

    /** The tags of the filters, those of dates where they are not too many. */
    const filteredBy = (filters: SearchFilters, upTo: number): ReadonlyArray<ReadonlyArray<string>> => {
      const months = filters.since === undefined ? null : recent({ filters, upTo }, undefined)
      return [...filterTags(filters), ...(months === null ? [] : [months])]
    }

    /* Rankings. */

    const rankings = new Map<string, Ranking>()

    const remember = (key: string, ranking: Ranking): void => {
      rankings.delete(key)
      rankings.set(key, ranking)
      if (rankings.size > mostRemembered) rankings.delete(rankings.keys().next().value!)
    }

    const planned = Effect.fnUntraced(function* (query: Query, filters: SearchFilters) {
      const of = yield* readCounts
      const languages = filters.language === undefined ? of.languages : [filters.language]
      const plan = planOf(query, languages)
      if (plan.empty || languages.length === 0) return null
      const tags = filteredBy(filters, of.newest)
      const corpus = yield* corpusOf(of, [...termsOf(plan), ...tags.flat()])
      const units = unitsOf(plan, corpus)
      // What the filters leave, and of that as large a share as of all documents, or twice that.
      const left = Math.min(
        of.documents,
        ...tags.map((group) => group.reduce((sum, tag) => sum + corpus.frequency(tag), 0))
      )
      const most = matchesAtMost(units)
      const matches = Math.min(most, left, Math.ceil((2 * most * left) / Math.max(1, of.documents)))
      return { corpus, engine: of.engine, matches, plan, units, upTo: of.newest }
    })

    type Planned = Exclude<Effect.Success<ReturnType<typeof planned>>, null>

    /** All that match, where they are few. */
    const exactly = Effect.fnUntraced(function* ({ corpus, engine, plan, units }: Planned, narrowed: Narrowed) {
      if (units.every(({ kind }) => kind === "not")) return []
      const rows = yield* meeting(engine, tsqueryOf(units, tagConditions(narrowed, undefined)), narrowed, mostRanked)
      const score = scorer(plan, corpus, narrowed.asOf)
      return rows.map(score).filter((match) => match !== null)
    })

    const isFew = ({ engine, matches }: Planned): boolean => matches <= fewMatches[engine]

    const append = (ranking: Ranking, matches: ReadonlyArray<Match>): void => {
      for (const { id } of matches.toSorted(compare)) {
        if (ranking.seen.has(id)) continue
        ranking.seen.add(id)
        ranking.ids.push(id)
      }
    }

    /** Extends a ranking until it has so many, or there are no more. */
    const extendTo = Effect.fnUntraced(function* (
      ranking: Ranking,
      asked: Planned,
      narrowed: Narrowed,
      wanted: number
    ) {
      if (ranking.stage < 0 && isFew(asked)) {
        append(ranking, yield* exactly(asked, narrowed))
        ranking.total = { count: ranking.ids.length, exact: true }
        ranking.stage = stages.length
      }
      const score = scorer(asked.plan, asked.corpus, narrowed.asOf)
      while (ranking.ids.length < wanted && ranking.stage < stages.length - 1) {
        ranking.stage++
        const rows = yield* candidatesOf(asked.engine, asked.units, narrowed, ranking.stage)
        const fresh = rows.filter(({ id }) => !ranking.seen.has(id))
        append(
          ranking,
          fresh.map(score).filter((match) => match !== null)
        )
      }
      ranking.total ??= yield* totalOf(asked.engine, asked.units, narrowed)
    })

    const newestSignal = Effect.map(
      sql<{ newest: number }>`select coalesce(max(signal_id), 0)::int as newest from search_documents`,
      ([row]) => row!.newest
    )

    const nothing: SearchPage = { start: null, ids: [], next: null, total: { count: 0, exact: true }, meant: new Map() }

    const byRelevance = Effect.fnUntraced(function* (request: SearchRequest, after: RankPosition | undefined) {
      const { filters, forgiving, limit, query } = request
      const asked = yield* planned(query, filters)
      if (asked === null) return nothing
      const asOf = after?.asOf ?? (yield* Clock.currentTimeMillis)
      const newest = after?.newest ?? (yield* newestSignal)
      const narrowed = { filters, asOf, newest, upTo: asked.upTo }
      const key = JSON.stringify([query, filters, asOf, newest, forgiving])
      const ranking: Ranking = rankings.get(key) ?? {
        ids: [],
        seen: new Set(),
        stage: -1,
        total: null,
        meant: new Map()
      }
      const first = ranking.stage < 0
      const offset = after?.offset ?? 0
      yield* extendTo(ranking, asked, narrowed, Math.min(offset + limit + 1, mostRanked))
      if (first && forgiving === true && ranking.total!.count < fewForTypos) {
        ranking.meant = yield* meantBy(query, asked.plan, asked.corpus)
        if (ranking.meant.size > 0) {
          const other = yield* planned(withMeant(query, ranking.meant), filters)
          if (other !== null) {
            const more: Ranking = { ids: [], seen: new Set(ranking.seen), stage: -1, total: null, meant: ranking.meant }
            yield* extendTo(more, other, narrowed, mostFaceted)
            // Below those that have the words as they were asked for.
            ranking.ids.push(...more.ids)
            more.ids.forEach((id) => ranking.seen.add(id))
            ranking.total = { count: ranking.ids.length, exact: more.total!.exact && more.ids.length < mostFaceted }
            ranking.stage = stages.length
          }
        }
      }
      const ids = ranking.ids.slice(offset, offset + limit)
      const isMore = ranking.ids.length > offset + limit && offset + limit < mostRanked
      remember(key, ranking)
      return {
        start: { asOf, newest, offset: 0 },
        ids: ids.map((id) => SignalId.make(id)),
        next: isMore ? { asOf, newest, offset: offset + limit } : null,
        total: ranking.total!,
        meant: ranking.meant
      } satisfies SearchPage
    })

    /** From the newest on, as many as match, until there are enough. */
    const walk = Effect.fnUntraced(function* (
      { corpus, engine, matches, plan, units }: Planned,
      narrowed: Narrowed,
      limit: number,
      after: DatePosition | undefined
    ) {
      const score = scorer(plan, corpus, narrowed.asOf)
      const must = units.filter(({ kind }) => kind === "must")
      const any = units.filter(({ kind }) => kind === "any")
      const telling = must.length > 0 ? [must.toSorted((one, other) => one.among - other.among)[0]!] : any
      const pattern = patternOf(telling)
      const most = 2 * limit + 10
      const found: Array<Match> = []
      let last = after
      for (let round = 0; round < mostStretches && found.length <= limit; round++) {
        const few = matches <= mostSorted
        const rows = yield* few
          ? meeting(engine, tsqueryOf(units, tagConditions(narrowed, undefined)), narrowed, most, last)
          : stretch(pattern, narrowed, stretchLength, last)
        for (const { terms, ...row } of rows) {
          const match = terms === null ? null : score({ ...row, terms })
          if (match !== null) found.push(match)
        }
        const end = rows.at(-1)
        if (end === undefined || rows.length < (few ? most : stretchLength)) break
        last = { at: end.at, id: end.id }
      }
      return found
    })

    const byDate = Effect.fnUntraced(function* (request: SearchRequest, after: DatePosition | undefined) {
      const { filters, limit, query } = request
      const asked = yield* planned(query, filters)
      if (asked === null || asked.units.every(({ kind }) => kind === "not")) return nothing
      const narrowed = { filters, asOf: yield* Clock.currentTimeMillis, newest: 2 ** 31 - 1, upTo: asked.upTo }
      const found = yield* walk(asked, narrowed, limit, after)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        start: null,
        ids: page.map(({ id }) => SignalId.make(id)),
        next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : null,
        total: yield* totalOf(asked.engine, asked.units, narrowed),
        meant: new Map<string, string>()
      } satisfies SearchPage
    })

    const search = (request: SearchRequest) => {
      const { after, sort } = request
      return sort === "newest"
        ? byDate(request, after !== undefined && "at" in after ? after : undefined)
        : byRelevance(request, after !== undefined && "asOf" in after ? after : undefined)
    }

    const facets = Effect.fnUntraced(function* (ids: ReadonlyArray<number>) {
      const rows = yield* sql<{ kind: "source" | "language" | "day"; value: string; count: number }>`
        with counted as (select * from search_documents where signal_id = any(${[...ids]}::int[]))
        select 'source' as kind, source as value, count(*)::int as count from counted group by source
        union all select 'language', language, count(*)::int from counted group by language
        union all select 'day', to_char(published_at at time zone 'utc', 'YYYY-MM-DD') as day, count(*)::int from counted group by day`
      const of = (kind: "source" | "language" | "day") =>
        rows.filter((row) => row.kind === kind).map(({ count, value }) => ({ value, count }))
      const most = (one: { count: number; value: string }, other: { count: number; value: string }) =>
        other.count - one.count || (one.value < other.value ? -1 : 1)
      return {
        counted: ids.length,
        source: of("source").toSorted(most),
        language: of("language").toSorted(most),
        day: of("day").toSorted((one, other) => (one.value < other.value ? 1 : -1))
      }
    })

    const related = Effect.fnUntraced(function* (id: number, limit: number) {
      const [own] = yield* sql<Candidate>`select ${columns} from search_documents where signal_id = ${id}::int`
      if (own === undefined) return []
      const of = yield* readCounts
      const corpus = yield* corpusOf(of, wordsOf(own.terms))
      const plan = questionOf(own, corpus, of.languages)
      if (plan.empty) return []
      const asOf = yield* Clock.currentTimeMillis
      const narrowed = { filters: { except: id }, asOf, newest: 2 ** 31 - 1, upTo: of.newest }
      const units = unitsOf(plan, corpus)
      const candidates =
        matchesAtMost(units) <= fewMatches[of.engine]
          ? yield* meeting(of.engine, tsqueryOf(units), narrowed, fewMatches[of.engine])
          : yield* candidatesOf(of.engine, units, narrowed, 0)
      return likest(own, candidates, plan, corpus, asOf)
        .slice(0, limit)
        .map((match) => SignalId.make(match.id))
    })

    /* Signals that are not indexed yet. */

    const unindexed = SqlSchema.findAll({
      Request: Schema.Struct({ below: Schema.Int, limit: Schema.Int }),
      Result: Schema.Struct({
        id: Schema.Int,
        title: Schema.String,
        snippet: Schema.String,
        source: Schema.String,
        language: Schema.NullOr(Schema.String),
        published_at: Schema.Date,
        published_at_estimated: Schema.Boolean,
        first_seen_at: Schema.Date
      }),
      execute: ({ below, limit }) => sql`
        select id, title, snippet, source, language, published_at, published_at_estimated, first_seen_at from signals
        where id < ${below} order by id desc limit ${limit}`
    })

    const pending = Effect.map(
      sql<{ pending: number }>`
        select count(*)::int as pending from signals where id < (select below from search_state)`,
      ([row]) => row!.pending
    )

    /** One piece in one transaction: a process that dies leaves what it had done, and the next goes on from there. */
    const indexPiece = inTurn(
      sql,
      "signals"
    )(
      Effect.gen(function* () {
        const [state] = yield* sql<{
          below: number
          analysis: number
        }>`select below, analysis from search_state for update`
        if (state === undefined) return false
        if (state.analysis !== analysisVersion) {
          // Other rules: counts begin anew, documents are written over one after the other.
          yield* sql`truncate search_words, search_languages, search_documents`
          yield* sql`
            update search_state set analysis = ${analysisVersion}, documents = 0, title_terms = 0, text_terms = 0,
                   below = (select coalesce(max(id), 0) + 1 from signals)`
          return true
        }
        const rows = yield* unindexed({ below: state.below, limit: piece })
        if (rows.length === 0) {
          if (state.below > 1) yield* sql`update search_state set below = 1`
          return false
        }
        yield* documents.write(rows)
        yield* sql`update search_state set below = ${rows.at(-1)!.id}`
        // Answers that are remembered lack them.
        yield* sql`select pg_notify('sonde_changes', 'signals')`
        return true
      })
    )

    let changed = change === null

    const catchUp = Effect.fnUntraced(function* (limit: number) {
      if (!changed && change !== null) {
        yield* change
        changed = true
        yield* forgetCounts
      }
      let more = true
      for (let done = 0; more && done < limit; done += piece) {
        more = yield* indexPiece
        yield* Effect.yieldNow
      }
      yield* forgetCounts
      return more ? yield* pending : 0
    })

    return {
      write: (of) => Effect.orDie(Effect.andThen(documents.write(of), forgetCounts)),
      forget: (of) => Effect.orDie(Effect.andThen(documents.forget(of), forgetCounts)),
      search: (request) => Effect.orDie(search(request)),
      facets: (ids) => Effect.orDie(facets(ids)),
      related: (id, limit) => Effect.orDie(related(id, limit)),
      languages: Effect.orDie(Effect.map(readCounts, ({ languages }) => languages)),
      state: Effect.orDie(
        Effect.gen(function* () {
          yield* forgetCounts
          const { documents, engine } = yield* readCounts
          return { engine, indexed: documents, pending: yield* pending }
        })
      ),
      catchUp: (limit) => Effect.orDie(catchUp(limit))
    } satisfies SearchIndex["Service"]
  }).pipe(Effect.orDie)
)

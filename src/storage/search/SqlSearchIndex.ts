import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { SignalId } from "../../domain/Signal.ts"
import { fold } from "../../search/Languages.ts"
import { likest, questionOf, termsOf as wordsOf } from "../../search/Likeness.ts"
import { type Plan, planOf, type Query } from "../../search/Query.ts"
import { type Candidate, compare, type Corpus, type Match, scorer } from "../../search/Ranking.ts"
import { meant, tolerance } from "../../search/Typos.ts"
import { Changes } from "../database/Changes.ts"
import { makeCatchUp } from "./CatchUp.ts"
import { candidateColumns, conditionsOf } from "./Conditions.ts"
import { Embedder } from "./Embedder.ts"
import { makeSearchDocuments } from "./SearchDocuments.ts"
import { type Engine, prepare } from "./Engine.ts"
import { withMeaning, withoutMeaning, type WordIndex } from "./Meaning.ts"
import { type DatePosition, mostCounted, mostFaceted, type RankPosition } from "../../domain/SignalSearch.ts"
import {
  mostRanked,
  type SearchFilters,
  SearchIndex,
  type SearchPage,
  type SearchRequest,
  type SearchTotal
} from "./SearchIndex.ts"
import { makeSqlVectors } from "./SqlVectors.ts"
import { filterTags, monthTags } from "./Tags.ts"
import { anyOf, isPhrase, matchesAtMost, patternOf, rowsOf, tsqueryOf, type Unit, unitsOf } from "./Units.ts"

/*
 * Search in the database itself. The index finds candidates, src/search/Ranking.ts orders them:
 *
 *   - Where few documents have any of the words, all of them are candidates, and the answer is exact.
 *   - Where many have, the rare words of a question select and the common ones only rank. BM25 gives the best of all
 *     times and of the last months (tags stand for months, see Tags.ts), as many as the page is far down the list. GIN
 *     has no best: there the words that select are rarer. Of common words alone candidates are documents with the
 *     rarest of them together, and the most recent.
 */

/** With no more matches than this all are candidates. */
const fewMatches: Readonly<Record<Engine, number>> = { bm25: 1_000, gin: 3_000 }

/** How many candidates there are for the first page, for those behind it, and so on. */
const stages = [100, 600, 3_000, mostRanked]

/** How far back the most recent candidates go at each stage, in months. */
const windows = [2, 6, 24]

/** The words that select candidates are in no more documents than this, taken together. */
const mostSelected: Readonly<Record<Engine, number>> = { bm25: 50_000, gin: 3_000 }

/** No more documents than this are fetched at a time to see whether they match. */
const mostLooked = 2_000

/**
 * By date: no more matches than this are found by the index and sorted, more are found from the newest documents on.
 */
const mostSorted = 10_000

/** So many documents are looked through at a time, and by date so often for a page. */
const stretchLength = 1_000
const mostRounds = 20

/**
 * By relevance those that match of so many of the newest documents are candidates: where many are as good, the newest
 * come first.
 */
const newestLooked = 150

/** With fewer matches than this words are looked for that are nearly those asked for. */
const fewForTypos = 5

/** Rankings that readers are in the midst of. */
const mostRemembered = 64

interface Counts {
  readonly engine: Engine
  readonly documents: number
  readonly titleLength: number
  readonly textLength: number
  readonly languages: ReadonlyArray<string>
  /** Where the newest document stands, in milliseconds. */
  readonly newest: number
  /** How many documents there are of each month, by its tag. */
  readonly months: ReadonlyMap<string, number>
}

/** A ranking as far as it has been asked for. */
interface Ranking {
  readonly ids: Array<number>
  readonly seen: Set<number>
  stage: number
  /** How many candidates its last stage had. */
  candidates: number
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
        months: Readonly<Record<string, number>>
      }>`
        select engine, documents, (title_terms::float8 / greatest(documents, 1)) as title,
               (text_terms::float8 / greatest(documents, 1)) as text,
               array(select language from search_languages where documents > 0 order by documents desc, language limit 30) as languages,
               coalesce((select extract(epoch from max(listed_at)) * 1000 from search_documents), 0)::float8 as newest,
               (select coalesce(json_object_agg(term, documents), '{}') from search_words where term between 'zm' and 'zn') as months
        from search_state`
      const value: Counts = {
        engine: row?.engine ?? "gin",
        documents: row?.documents ?? 0,
        titleLength: row?.title ?? 0,
        textLength: row?.text ?? 0,
        languages: row?.languages ?? [],
        newest: row?.newest ?? 0,
        months: new Map(Object.entries(row?.months ?? {}))
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

    const conditions = (narrowed: Narrowed): Fragment => conditionsOf(sql, narrowed)

    /** Whether a document's terms meet a tsquery, by the engine's index. Terms are letters and digits. */
    const meets = (engine: Engine, tsquery: string): Fragment =>
      engine === "bm25" ? sql`terms @@ ${tsquery}::tsquery` : sql`to_tsvector('simple', terms) @@ ${tsquery}::tsquery`

    const columns = candidateColumns(sql)

    /** The best by BM25, some more than asked for where filters leave few. */
    const topBy = Effect.fnUntraced(function* (terms: ReadonlyArray<string>, narrowed: Narrowed, wanted: number) {
      const words = terms.join(" ")
      for (let k = wanted; ; k *= 4) {
        const rows = yield* sql<Omit<Candidate, "terms"> & { readonly terms: string | null }>`
          select ${candidateColumns(sql, sql`case when ${conditions(narrowed)} then terms end`)}
          from (select * from search_documents order by terms <@> to_bm25query(${words}::text, 'search_documents_bm25') limit ${k}) best`
          .unprepared
        const fitting = rows.filter((row): row is Candidate => row.terms !== null)
        if (fitting.length >= wanted / 2 || rows.length < k || k >= mostRanked) return fitting
      }
    })

    /* Which documents may be among the best. */

    /**
     * What the filters say of dates, of those by which documents are listed: an estimated one stands just before its
     * day.
     */
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

    /** Whether the words of phrases stand in a row. */
    const inARow = (units: ReadonlyArray<Unit>): Fragment =>
      sql.and(
        units.filter(isPhrase).map(({ kind, rows }) => {
          const found = sql.or(rows.map((row) => sql`strpos(' ' || terms || ' ', ${` ${row.join(" ")} `}) > 0`))
          return kind === "not" ? sql`not ${found}` : found
        })
      )

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

    /** All that meet a condition, the newest first. */
    const meeting = (
      engine: Engine,
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      {
        after,
        limit,
        months
      }: { readonly limit: number; readonly months?: number | undefined; readonly after?: DatePosition | undefined }
    ) =>
      sql<Candidate>`
        select * from (select ${columns} from search_documents where ${matching(engine, units, narrowed, months)}) found
        ${after === undefined ? sql`` : sql`where (at, id) < (${after.at}::float8, ${after.id}::int)`}
        order by at desc, id desc limit ${limit}`.unprepared

    const matching = (engine: Engine, units: ReadonlyArray<Unit>, narrowed: Narrowed, months?: number): Fragment =>
      sql.and([meets(engine, tsqueryOf(units, tagConditions(narrowed, months))), conditions(narrowed), inARow(units)])

    /** How many documents the index gives, were words independent of each other. */
    const expected = (units: ReadonlyArray<Unit>, documents: number): number => {
      const share = ({ among }: Unit) => Math.min(1, among / Math.max(1, documents))
      const must = units.filter(({ kind }) => kind === "must")
      const any = units.filter(({ kind }) => kind === "any")
      return (
        documents *
        (must.length > 0
          ? must.reduce((product, unit) => product * share(unit), 1)
          : Math.min(
              1,
              any.reduce((sum, unit) => sum + share(unit), 0)
            ))
      )
    }

    /**
     * Those that may match of the newest documents, until there are enough or as many as were to be looked through are.
     */
    const ofNewest = Effect.fnUntraced(function* (
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      wanted: number,
      most: number
    ) {
      const pattern = patternOf(units)
      const found: Array<Candidate> = []
      let last: DatePosition | undefined
      for (let looked = 0; looked < most && found.length < wanted; looked += stretchLength) {
        const length = Math.min(stretchLength, most - looked)
        const rows = yield* stretch(pattern, narrowed, length, last)
        found.push(...rows.filter((row): row is Candidate => row.terms !== null))
        if (rows.length < length) break
        last = rows.at(-1)
      }
      return found
    })

    /**
     * Those that match, from the newest on, until there are enough or more had to be looked at than a question may
     * cost: of common words by looking through the newest documents, of others by the index, of more and more months.
     */
    const fromNewest = Effect.fnUntraced(function* (
      of: Counts,
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      wanted: number
    ) {
      const among = expected(units, of.documents)
      const most = units.some(isPhrase) ? mostLooked : Math.max(mostLooked, 4 * wanted)
      const within = (months: number | undefined): number => {
        const tags = months === undefined ? null : recent(narrowed, months)
        const documents = tags?.reduce((sum, tag) => sum + (of.months.get(tag) ?? 0), 0) ?? of.documents
        return (among * documents) / Math.max(1, of.documents)
      }
      const through = Math.ceil((wanted * of.documents) / among)
      if (through <= Math.max(wanted, within(windows[0]))) {
        const few = Math.max(2 * through, newestLooked)
        return yield* ofNewest(units, narrowed, wanted, units.some(isPhrase) ? most : few)
      }
      let found: ReadonlyArray<Candidate> = []
      for (const months of among <= 4 * wanted ? [undefined] : [...windows, undefined]) {
        if (within(months) > most) break
        found = yield* meeting(of.engine, units, narrowed, { limit: wanted, months })
        if (found.length >= wanted) break
      }
      return found
    })

    const candidatesOf = Effect.fnUntraced(function* (
      of: Counts,
      corpus: Corpus,
      units: ReadonlyArray<Unit>,
      narrowed: Narrowed,
      stage: number
    ) {
      const wanted = stages[stage]!
      const found = new Map<number, Candidate>()
      const add = (rows: ReadonlyArray<Candidate>) => rows.forEach((row) => found.set(row.id, row))
      const asked = units.filter(({ kind }) => kind !== "not")
      if (asked.some(({ kind }) => kind === "must")) {
        add(yield* fromNewest(of, units, narrowed, wanted))
        return [...found.values()]
      }
      // The rare words select as many as there is room for, the common ones only rank. BM25 has no trouble with one
      // word.
      const room = Math.max(mostSelected[of.engine], wanted)
      const excluded = units.filter(({ kind }) => kind === "not")
      const byRarity = asked.toSorted((one, other) => one.among - other.among)
      const rare: Array<Unit> = []
      let among = 0
      for (const unit of byRarity) {
        if (among + unit.among > room && (of.engine === "gin" || asked.length > 1)) break
        among += unit.among
        rare.push(unit)
      }
      if (rare.length > 0 && of.engine === "gin")
        add(yield* meeting(of.engine, [...rare, ...excluded], narrowed, { limit: room }))
      if (rare.length > 0 && of.engine === "bm25") {
        const terms = [...new Set(rare.flatMap(({ rows }) => rows.flat()))]
        const filtered = filterTags(narrowed.filters).flat()
        const months = recent(narrowed, windows[stage]) ?? []
        const few = (tag: string) => (of.months.get(tag) ?? corpus.frequency(tag)) <= 2 * room
        const steered = [...filtered, ...months].filter(few)
        if (steered.length > 0) add(yield* topBy([...terms, ...steered], narrowed, wanted))
        if (steered.length === 0 || (filtered.length === 0 && narrowed.filters.since === undefined))
          add(yield* topBy(terms, narrowed, wanted))
      }
      // Where many are as good the newest come first.
      if (of.engine === "bm25" && stage === 0) add(yield* ofNewest(asked, narrowed, newestLooked, newestLooked))
      // Of common words alone those that have the rarest of them together, and the newest.
      if (among < wanted) {
        const together: Array<Unit> = []
        for (const unit of byRarity.slice(rare.length)) {
          together.push({ ...unit, kind: "must" })
          if (expected(together, of.documents) <= mostSelected.gin) break
        }
        if (together.length > 1) add(yield* fromNewest(of, [...together, ...excluded], narrowed, wanted / 2))
        add(yield* fromNewest(of, units, narrowed, wanted))
      }
      return [...found.values()]
    })

    /**
     * How many match: counted where that is cheap enough, else a lower bound: what is ever counted, or what is found
     * already.
     */
    const totalOf = Effect.fnUntraced(function* (
      { of, units }: Pick<Planned, "of" | "units">,
      narrowed: Narrowed,
      known: number
    ) {
      const [first] = units
      const plain =
        Object.keys(narrowed.filters).length === 0 &&
        (units.every(({ kind }) => kind === "any") || (units.length === 1 && first!.kind === "must"))
      // Later edits may have taken a word away, so there must be some more.
      if (
        plain &&
        units.some(({ among, rows }) => rows.length === 1 && rows[0]!.length === 1 && among > 1.2 * mostCounted)
      ) {
        return { count: mostCounted, exact: false }
      }
      if (units.some(isPhrase) && expected(units, of.documents) > mostLooked) return { count: known, exact: false }
      const [row] = yield* sql<{ count: number }>`
        select count(*)::int as count from (
          select from search_documents where ${matching(of.engine, units, narrowed)} limit ${mostCounted + 1}
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
      return { corpus, engine: of.engine, matches, of, plan, units, upTo: of.newest }
    })

    type Planned = Exclude<Effect.Success<ReturnType<typeof planned>>, null>

    /** All that match, where they are few. */
    const exactly = Effect.fnUntraced(function* ({ corpus, engine, plan, units }: Planned, narrowed: Narrowed) {
      if (units.every(({ kind }) => kind === "not")) return []
      const rows = yield* meeting(engine, units, narrowed, { limit: mostRanked })
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

    /** Extends a ranking until it has so many, or there are no more; or by one look at that many candidates. */
    const extendTo = Effect.fnUntraced(function* (
      ranking: Ranking,
      asked: Planned,
      narrowed: Narrowed,
      wanted: number,
      once = false
    ) {
      if (ranking.stage < 0 && isFew(asked)) {
        append(ranking, yield* exactly(asked, narrowed))
        ranking.total = { count: ranking.ids.length, exact: true }
        ranking.stage = stages.length
      }
      const score = scorer(asked.plan, asked.corpus, narrowed.asOf)
      while (ranking.ids.length < wanted && ranking.stage < stages.length - 1) {
        ranking.stage = once ? stages.findIndex((most) => most >= wanted) : ranking.stage + 1
        const rows = yield* candidatesOf(asked.of, asked.corpus, asked.units, narrowed, ranking.stage)
        // There are no more, or none that a question may cost.
        if (once || rows.length <= ranking.candidates) ranking.stage = stages.length
        ranking.candidates = rows.length
        const fresh = rows.filter(({ id }) => !ranking.seen.has(id))
        append(
          ranking,
          fresh.map(score).filter((match) => match !== null)
        )
      }
      if (once) ranking.total ??= { count: ranking.ids.length, exact: false }
      ranking.total ??= yield* totalOf(asked, narrowed, ranking.ids.length)
    })

    const newestSignal = Effect.map(
      sql<{ newest: number }>`select coalesce(max(signal_id), 0)::int as newest from search_documents`,
      ([row]) => row!.newest
    )

    const nothing: SearchPage = { start: null, ids: [], next: null, total: { count: 0, exact: true }, meant: new Map() }

    const byRelevance = Effect.fnUntraced(function* (request: SearchRequest, after: RankPosition | undefined) {
      const { enough, filters, forgiving, limit, once, query } = request
      const asked = yield* planned(query, filters)
      if (asked === null) return nothing
      const asOf = after?.asOf ?? (yield* Clock.currentTimeMillis)
      const newest = after?.newest ?? (yield* newestSignal)
      const narrowed = { filters, asOf, newest, upTo: asked.upTo }
      const key = JSON.stringify([query, filters, asOf, newest, forgiving, once])
      const ranking: Ranking = rankings.get(key) ?? {
        ids: [],
        seen: new Set(),
        stage: -1,
        candidates: 0,
        total: null,
        meant: new Map()
      }
      const first = ranking.stage < 0
      const offset = after?.offset ?? 0
      yield* extendTo(ranking, asked, narrowed, Math.min(offset + (enough ?? limit + 1), mostRanked), once)
      if (first && forgiving === true && ranking.total!.count < fewForTypos) {
        ranking.meant = yield* meantBy(query, asked.plan, asked.corpus)
        if (ranking.meant.size > 0) {
          const other = yield* planned(withMeant(query, ranking.meant), filters)
          if (other !== null) {
            const more: Ranking = {
              ids: [],
              seen: new Set(ranking.seen),
              stage: -1,
              candidates: 0,
              total: null,
              meant: ranking.meant
            }
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

    /**
     * From the newest on, as many as match, until there are enough or as many documents are looked at as a question may
     * cost; then the list goes on from there.
     */
    const walk = Effect.fnUntraced(function* (
      { corpus, matches, of, plan, units }: Planned,
      narrowed: Narrowed,
      limit: number,
      after: DatePosition | undefined
    ) {
      const score = scorer(plan, corpus, narrowed.asOf)
      const pattern = patternOf(units)
      const enough = 2 * limit + 10
      const few = Math.min(matches, expected(units, of.documents)) <= mostSorted
      const through = units.some(isPhrase) ? stretchLength : Math.ceil((enough * of.documents) / Math.max(1, matches))
      const rounds = units.some(isPhrase) ? mostLooked / stretchLength : mostRounds
      const found: Array<Match> = []
      let last = after
      for (let round = 0; round < rounds; round++) {
        const length = few ? enough * 4 ** round : round === 0 ? Math.min(stretchLength, through) : stretchLength
        const rows = yield* few
          ? meeting(of.engine, units, narrowed, { limit: length, after: last })
          : stretch(pattern, narrowed, length, last)
        for (const { terms, ...row } of rows) {
          const match = terms === null ? null : score({ ...row, terms })
          if (match !== null) found.push(match)
        }
        const end = rows.at(-1)
        if (end === undefined || rows.length < length) return { found, onwards: null }
        last = { at: end.at, id: end.id }
        if (found.length > limit) break
      }
      return { found, onwards: last ?? null }
    })

    const byDate = Effect.fnUntraced(function* (request: SearchRequest, after: DatePosition | undefined) {
      const { enough, filters, query } = request
      const limit = enough ?? request.limit
      const asked = yield* planned(query, filters)
      if (asked === null || asked.units.every(({ kind }) => kind === "not")) return nothing
      const narrowed = { filters, asOf: yield* Clock.currentTimeMillis, newest: 2 ** 31 - 1, upTo: asked.upTo }
      const { found, onwards } = yield* walk(asked, narrowed, limit, after)
      const page = found.slice(0, limit)
      const last = page.at(-1)
      return {
        start: null,
        ids: page.map(({ id }) => SignalId.make(id)),
        next: found.length > limit && last !== undefined ? { at: last.at, id: last.id } : onwards,
        total: yield* totalOf(asked, narrowed, found.length),
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
          ? yield* meeting(of.engine, units, narrowed, { limit: fewMatches[of.engine] })
          : yield* candidatesOf(of, corpus, units, narrowed, 0)
      return likest(own, candidates, plan, corpus, asOf)
        .slice(0, limit)
        .map((match) => SignalId.make(match.id))
    })

    const { catchUp, pending } = makeCatchUp({ sql, documents, change, forgetCounts })

    const words: WordIndex = {
      write: (of) => Effect.orDie(Effect.andThen(documents.write(of), forgetCounts)),
      forget: (of) => Effect.orDie(Effect.andThen(documents.forget(of), forgetCounts)),
      search: (request) => Effect.orDie(search(request)),
      facets: (ids) => Effect.orDie(facets(ids)),
      frequencies: (terms) => Effect.orDie(Effect.flatMap(readCounts, (of) => corpusOf(of, terms))),
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
    }
    const embedder = yield* Embedder
    return embedder === null
      ? withoutMeaning(words)
      : yield* withMeaning(words, embedder, makeSqlVectors(sql, embedder.model, changes))
  }).pipe(Effect.orDie)
)

import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import type { DatePosition } from "../../domain/SignalSearch.ts"
import type { Candidate } from "../../search/Ranking.ts"
import { candidateColumns, conditionsOf } from "./Conditions.ts"
import type { Engine } from "./Engine.ts"
import { type Looked, newestMatches, stages } from "./Finder.ts"
import { type Matches, mayMatch, mostLooked, mostPhrased, stretchLength } from "./Matches.ts"
import { type SearchScope, recentMonths } from "./SearchScope.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { mostRanked } from "./SearchIndex.ts"
import { filterTags } from "./Tags.ts"
import { expected, isPhrase, silentIn, type Unit } from "./Units.ts"

/*
 * Which documents may be among the best, where many have any of the words: the rare words of a question select and the
 * common ones only rank. BM25 gives the best of all times and of the last months (tags stand for months, see Tags.ts),
 * as many as the page is far down the list. GIN has no best: there the words that select are rarer. Of common words
 * alone candidates are documents with the rarest of them together, and the most recent.
 */

/** A question, or a part of it. */
type Asked = Pick<SearchPlan, "counts" | "units">

/** How far back the most recent candidates go at each stage, in months. */
const windows = [2, 6, 24]

/** The words that select candidates are in no more documents than this, taken together. */
const mostSelected: Readonly<Record<Engine, number>> = { bm25: 50_000, gin: 3_000 }

/**
 * One word alone is left to BM25 while no more documents than this have it: its list of postings is read to the end, so
 * beyond that it would cost as much as there is stored. Those that have it are then as good as each other, and the
 * newest are the candidates.
 */
const mostAlone = 100_000

/**
 * By relevance those that match of so many of the newest documents are candidates: where many are as good, the newest
 * come first.
 */
const newestLooked = 150

/** No more documents than this are looked through for them, a millisecond for a thousand. */
const mostThrough = 8_000

/** Several words are looked for together by the index where the rarest is in no more documents than this. */
const mostTogether = 10_000

/** How many documents may match of the last months, were words as frequent in all of them. */
const within = ({ counts, units }: Asked, narrowed: SearchScope, months: number | undefined): number => {
  const tags = months === undefined ? null : recentMonths(narrowed, months)
  const documents = tags?.reduce((sum, tag) => sum + (counts.months.get(tag) ?? 0), 0) ?? counts.documents
  return (expected(units, counts.documents) * documents) / Math.max(1, counts.documents)
}

/** About how many documents have so many that match among them. */
const through = ({ counts, units }: Asked, wanted: number): number =>
  Math.ceil((wanted * counts.documents) / expected(units, counts.documents))

/** The units that every document must have; not those that are left out as stop words in some language. */
const required = (units: ReadonlyArray<Unit>): ReadonlyArray<Unit> =>
  units.flatMap((unit) => (silentIn(unit).length === 0 ? [{ ...unit, kind: "must" as const }] : []))

export const makeCandidates = (sql: SqlClient.SqlClient, { meeting, newest, stretch }: Matches) => {
  /** The best by BM25, some more than asked for where filters leave few. */
  const topBy = Effect.fnUntraced(function* (terms: ReadonlyArray<string>, narrowed: SearchScope, wanted: number) {
    const words = terms.join(" ")
    for (let k = wanted; ; k *= 4) {
      const rows = yield* sql<Looked>`
        select ${candidateColumns(sql, sql`case when ${conditionsOf(sql, narrowed)} then terms end`)}
        from (select * from search_documents order by terms <@> to_bm25query(${words}::text, 'search_documents_bm25') limit ${k}) best`
        .unprepared
      const fitting = rows.filter(mayMatch)
      if (fitting.length >= wanted / 2 || rows.length < k || k >= mostRanked) return fitting
    }
  })

  /**
   * Those that may match of the newest documents, until there are enough or as many as were to be looked through are.
   */
  const ofNewest = Effect.fnUntraced(function* (asked: Asked, narrowed: SearchScope, wanted: number, most: number) {
    const found: Array<Candidate> = []
    let last: DatePosition | undefined
    for (let looked = 0; looked < most && found.length < wanted; looked += stretchLength) {
      const length = Math.min(stretchLength, most - looked)
      const rows = yield* stretch(asked, narrowed, length, last)
      found.push(...rows.filter(mayMatch))
      if (rows.length < length) break
      last = rows.at(-1)
    }
    return found
  })

  /**
   * The newest that match, by the index, of more and more months: until there are enough, or more would have to be
   * looked at than `most`. No more than a `few` are looked at all at once.
   */
  const ofMonths = Effect.fnUntraced(function* (
    asked: Asked,
    narrowed: SearchScope,
    { enough, few, most, wanted }: Readonly<Record<"enough" | "few" | "most" | "wanted", number>>
  ) {
    let found: ReadonlyArray<Candidate> = []
    for (const months of within(asked, narrowed, undefined) <= few ? [undefined] : [...windows, undefined]) {
      if (within(asked, narrowed, months) > most) break
      found = yield* meeting(asked, narrowed, { limit: wanted, months })
      if (found.length >= enough) break
    }
    return found
  })

  /**
   * Those that match, from the newest on, until there are enough or more had to be looked at than a question may cost:
   * of common words by looking through the newest documents, of others by the index.
   */
  const fromNewest = Effect.fnUntraced(function* (asked: Asked, narrowed: SearchScope, wanted: number) {
    const { units } = asked
    const most = !units.some(isPhrase)
      ? Math.max(mostLooked, 4 * wanted)
      : wanted <= stages[0]!
        ? mostLooked
        : mostPhrased
    const length = through(asked, wanted)
    if (length <= Math.max(wanted, within(asked, narrowed, windows[0]))) {
      const few = Math.max(2 * length, newestLooked)
      return yield* ofNewest(asked, narrowed, wanted, units.some(isPhrase) ? most : few)
    }
    return yield* ofMonths(asked, narrowed, { wanted, enough: wanted, few: 4 * wanted, most })
  })

  /** The newest that have all words, or a good part of them, beside the best by BM25. */
  const newestOfAll = Effect.fnUntraced(function* (asked: Asked, narrowed: SearchScope, wanted: number) {
    const enough = newestMatches / 4
    const words = asked.units.filter(({ kind }) => kind !== "not")
    const scanned =
      through(asked, 2 * enough) <= mostThrough ? yield* newest(asked, narrowed, { wanted, most: mostThrough }) : []
    if (scanned.length >= enough) return scanned
    // It is not common, or has come up less often of late than before.
    if (words.length > 1 && Math.min(...words.map(({ among }) => among)) > mostTogether) return scanned
    const most = Math.max(mostLooked, 4 * wanted)
    const met = yield* ofMonths(asked, narrowed, { wanted, enough, few: mostLooked, most })
    return met.length > scanned.length ? met : scanned
  })

  /** The candidates of a stage, in any order. */
  return Effect.fnUntraced(function* ({ corpus, counts, units }: SearchPlan, narrowed: SearchScope, stage: number) {
    const { engine } = counts
    const wanted = stages[stage]!
    const asked = units.filter(({ kind }) => kind !== "not")
    if (asked.some(({ kind }) => kind === "must")) return yield* fromNewest({ counts, units }, narrowed, wanted)
    const looks: Array<Effect.Effect<ReadonlyArray<Candidate>, SqlError.SqlError>> = []
    // The rare words select as many as there is room for, the common ones only rank.
    const room = Math.max(mostSelected[engine], wanted)
    const excluded = units.filter(({ kind }) => kind === "not")
    const byRarity = asked.toSorted((one, other) => one.among - other.among)
    const rare: Array<Unit> = []
    let among = 0
    for (const unit of byRarity) {
      const mayBeAlone = engine === "bm25" && asked.length === 1 && unit.among <= mostAlone
      if (among + unit.among > room && !mayBeAlone) break
      among += unit.among
      rare.push(unit)
    }
    if (rare.length > 0 && engine === "gin")
      looks.push(meeting({ counts, units: [...rare, ...excluded] }, narrowed, { limit: room }))
    if (rare.length > 0 && engine === "bm25") {
      const terms = [...new Set(rare.flatMap(({ rows }) => rows.flat()))]
      const filtered = filterTags(narrowed.filters).flat()
      const months = recentMonths(narrowed, windows[stage]) ?? []
      const few = (tag: string) => (counts.months.get(tag) ?? corpus.frequency(tag)) <= 2 * room
      const steered = [...filtered, ...months].filter(few)
      if (steered.length > 0) looks.push(topBy([...terms, ...steered], narrowed, wanted))
      if (steered.length === 0 || (filtered.length === 0 && narrowed.filters.since === undefined))
        looks.push(topBy(terms, narrowed, wanted))
    }
    // Where many are as good the newest come first; common words alone are looked for there anyway.
    if (engine === "bm25" && among >= wanted) {
      const all = asked.length === 1 ? asked : required(asked)
      if (expected(all, counts.documents) >= 1)
        looks.push(newestOfAll({ counts, units: [...all, ...excluded] }, narrowed, Math.max(newestMatches, wanted)))
      if (stage === 0 && asked.length > 1)
        looks.push(ofNewest({ counts, units: asked }, narrowed, newestLooked, newestLooked))
    }
    // Of common words alone those that have the rarest of them together, and the newest.
    if (among < wanted) {
      const together: Array<Unit> = []
      for (const unit of required(byRarity.slice(rare.length))) {
        together.push(unit)
        if (expected(together, counts.documents) <= mostSelected.gin) break
      }
      if (together.length > 1)
        looks.push(fromNewest({ counts, units: [...together, ...excluded] }, narrowed, wanted / 2))
      looks.push(fromNewest({ counts, units }, narrowed, wanted))
    }
    // At once: what one gives is read while the database is at the next.
    const found = yield* Effect.all(looks, { concurrency: "unbounded" })
    return [...new Map(found.flat().map((row) => [row.id, row])).values()]
  })
}

export type Candidates = ReturnType<typeof makeCandidates>

import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { type DatePosition, mostCounted } from "../../domain/SignalSearch.ts"
import type { Candidate } from "../../search/Ranking.ts"
import { behind, listedConditions, newestBrought } from "./Brought.ts"
import { candidateColumns, conditionsOf, filterConditions } from "./Conditions.ts"
import type { Counts } from "./Counts.ts"
import type { Engine } from "./Engine.ts"
import type { Looked } from "./Finder.ts"
import { type SearchScope, recentMonths } from "./SearchScope.ts"
import type { SearchPlan } from "./SearchPlan.ts"
import { areSelected, filterTags } from "./Tags.ts"
import {
  anyNumber,
  expected,
  inOwnLanguage,
  isOfAllLanguages,
  isPhrase,
  lookupOf,
  mayMatchRows,
  tellingOf,
  type Unit
} from "./Units.ts"

/** No more documents than this are fetched at a time to see whether they match. */
export const mostLooked = 2_000

/**
 * Of phrases all that match are counted, and found behind the first page, while no more documents than this have their
 * rarest word. Those that have all words are looked at, twice as many as are ranked.
 */
export const mostPhrased = 2 * mostCounted

/** So many of all documents are looked through at a time. */
export const stretchLength = 1_000

export const mayMatch = (row: Looked): row is Candidate => row.terms !== null

/** BM25 takes no more terms in a query: with more all documents would be read. */
const mostTerms: Readonly<Record<Engine, number>> = { bm25: 64, gin: anyNumber }

/** Whether a document's terms meet a tsquery, by the engine's index. Terms are letters and digits. */
const meets = (sql: SqlClient.SqlClient, engine: Engine, tsquery: string): Fragment =>
  engine === "bm25" ? sql`terms @@ ${tsquery}::tsquery` : sql`lexemes_of(terms) @@ ${tsquery}::tsquery`

/** Whether terms stand in a document in this row. */
const hasRow = (sql: SqlClient.SqlClient, row: string): Fragment => sql`strpos(' ' || terms || ' ', ${` ${row} `}) > 0`

/** Up to so many words are looked for one by one; more cost less in one regular expression. */
const mostOneByOne = 8

const hasOneOf = (sql: SqlClient.SqlClient, rows: ReadonlyArray<string>): Fragment =>
  rows.length <= mostOneByOne
    ? sql.or(rows.map((row) => hasRow(sql, row)))
    : sql`terms ~ ${`(^| )(${rows.join("|")})( |$)`}`

/** Whether a document has the row that belongs to its language. */
export const hasInLanguage = (sql: SqlClient.SqlClient, rows: ReadonlyMap<string, string>): Fragment =>
  sql`coalesce(strpos(' ' || terms || ' ', ' ' || nullif(${JSON.stringify(Object.fromEntries(rows))}::jsonb ->> language, '') || ' ') > 0, false)`

/** Whether a document has a unit, or does not have an excluded one, where the index is not asked. */
const checked = (sql: SqlClient.SqlClient, { byLanguage, kind, rows }: Unit): Fragment =>
  kind === "not"
    ? sql`not ${hasInLanguage(sql, byLanguage)}`
    : hasOneOf(
        sql,
        rows.map((row) => row.join(" "))
      )

/** The same of what the database has sent. */
const withTermsOfThose = (rows: ReadonlyArray<string>) => (documents: ReadonlyArray<Looked>) => {
  const sought = rows.map((row) => ` ${row} `)
  return documents.map((document): Looked => {
    const text = ` ${document.terms} `
    return sought.some((row) => text.includes(row)) ? document : { ...document, terms: null }
  })
}

/**
 * How matches are looked up: by the engine's index they meet one condition of `found`, and they meet all of `checked`.
 */
export const lookUp = (
  sql: SqlClient.SqlClient,
  engine: Engine,
  units: ReadonlyArray<Unit>,
  tags?: ReadonlyArray<ReadonlyArray<string>>
) => {
  const { queries, unasked } = lookupOf(units, tags, mostTerms[engine])
  const phrases = units.filter((unit) => isPhrase(unit) && unit.kind === "must")
  return {
    found: queries.map((query) => meets(sql, engine, query)),
    // The index does not tell whether the words of a phrase stand in a row.
    checked: [...new Set([...phrases, ...unasked])].map((unit) => checked(sql, unit))
  }
}

/**
 * Documents that meet a condition, as the table `met`. Only those that are read are looked up, but the query is planned
 * for all of them. For only a few, the planner would scan the table from its start, and read all of it if none match.
 */
export const allMeeting = (sql: SqlClient.SqlClient, columns: Fragment, where: Fragment): Fragment =>
  sql`met as materialized (select ${columns} from search_documents where ${where})`

/** Whether the index selects by languages: not if most documents are in them. */
export const areTelling = (counts: Counts, languages: ReadonlyArray<string>): boolean =>
  2 * languages.reduce((sum, language) => sum + (counts.languages.get(language) ?? 0), 0) <= counts.documents

/** With more publishers than this the index is not asked for them; each document is checked instead. */
const mostPublishers = 6

/** The groups of tags by which the index selects. */
const tagsFor = (
  counts: Counts,
  narrowed: SearchScope,
  months: number | undefined
): ReadonlyArray<ReadonlyArray<string>> => {
  const { language, sources, ...others } = narrowed.filters
  const recent = recentMonths(narrowed, months) ?? []
  return [
    ...filterTags({
      ...others,
      ...(language !== undefined && areTelling(counts, [language]) && { language }),
      ...(sources !== undefined && sources.length <= mostPublishers && { sources })
    }),
    ...(recent.length === 0 ? [] : [recent])
  ]
}

/** Whether the index selects by the sources that bring a document. */
const bySources = ({ filters: { broughtBy } }: SearchScope): boolean =>
  broughtBy !== undefined && areSelected(broughtBy)

const withoutSources = <S extends Pick<SearchScope, "filters">>(narrowed: S): S => {
  const { broughtBy: _, ...filters } = narrowed.filters
  return { ...narrowed, filters }
}

/** Looks up what matches a question, all of it or a part. */
export const makeMatches = (sql: SqlClient.SqlClient) => {
  const columns = candidateColumns(sql)

  /** The conditions of a match: one of `found`, and `others`. */
  const conditionsFor = (
    { counts, units }: Pick<SearchPlan, "counts" | "units">,
    narrowed: SearchScope,
    months?: number
  ) => {
    const { checked, found } = lookUp(sql, counts.engine, units, tagsFor(counts, narrowed, months))
    const others = conditionsOf(sql, bySources(narrowed) ? withoutSources(narrowed) : narrowed)
    return { found, others: sql.and([others, ...checked]) }
  }

  const matching = (...asked: Parameters<typeof conditionsFor>): Fragment => {
    const { found, others } = conditionsFor(...asked)
    const ids = found.map((one) => sql`select signal_id from search_documents where ${one}`)
    return sql.and([
      ids.length === 1 ? found[0]! : sql`signal_id = any(array(${sql.join(" union all ", false)(ids)}))`,
      others
    ])
  }

  /** All that meet a condition, the newest first. */
  const meeting = (
    asked: Pick<SearchPlan, "counts" | "units">,
    narrowed: SearchScope,
    {
      after,
      limit,
      months
    }: { readonly limit: number; readonly months?: number | undefined; readonly after?: DatePosition | undefined }
  ) =>
    sql<Candidate>`
      select * from (select ${columns} from search_documents where ${matching(asked, narrowed, months)}) found
      ${after === undefined ? sql`` : sql`where (at, id) < (${after.at}::float8, ${after.id}::float8)`}
      order by at desc, id desc limit ${limit}`.unprepared

  /**
   * A part of all documents from the newest on; terms only of those that have one of the telling words. Where most have
   * one, it is looked for here: all of them are sent sooner than the database has looked.
   */
  const stretch = (
    { counts, units }: Pick<SearchPlan, "counts" | "units">,
    narrowed: SearchScope,
    length: number,
    last?: DatePosition
  ) => {
    const telling = tellingOf(units)
    const sendAll =
      !units.some(isPhrase) &&
      (telling.length > mostOneByOne || 2 * expected(units, counts.documents) > counts.documents)
    const { broughtBy: sources, ...filters } = narrowed.filters
    const { newest } = narrowed
    const given = { filters, conditions: filterConditions(sql, filters), newest }
    const where =
      sources === undefined
        ? sql.and([conditionsOf(sql, narrowed), ...listedConditions(sql, filters), ...behind(sql, last)])
        : sql`signal_id = any(array(
            select signal_id from (${newestBrought(sql, { sources, ...given }, last, length)}) newest
          ))`
    const terms = sendAll ? sql`terms` : sql`case when ${hasOneOf(sql, telling)} then terms end`
    const rows = sql<Looked>`
      select ${candidateColumns(sql, terms)} from (
        select * from search_documents where ${where} order by listed_at desc, signal_id desc limit ${length}
      ) stretch order by listed_at desc, signal_id desc`.unprepared
    return sendAll ? Effect.map(rows, withTermsOfThose(telling)) : rows
  }

  /** The newest that have all of some words, of so many documents: it is looked no further than it takes. */
  const newest = (
    { units }: Pick<SearchPlan, "units">,
    { filters, newest }: SearchScope,
    { most, wanted }: { readonly wanted: number; readonly most: number }
  ) => {
    const words = units.map((unit) => checked(sql, unit))
    const documents = sql.and([sql`signal_id <= ${newest}::bigint`, ...listedConditions(sql, filters)])
    return sql<Candidate>`
      select ${candidateColumns(sql)} from (
        select * from search_documents where ${documents} order by listed_at desc, signal_id desc limit ${most}
      ) newest where ${sql.and([...words, ...filterConditions(sql, filters)])}
      order by listed_at desc, signal_id desc limit ${wanted}`.unprepared
  }

  /** How many match: counted where that is cheap enough, else a lower bound, or null where there is none. */
  const total = Effect.fnUntraced(function* (asked: Pick<SearchPlan, "counts" | "units">, narrowed: SearchScope) {
    const { counts, units } = asked
    const [first] = units
    const { language, ...others } = narrowed.filters
    const plain =
      Object.keys(others).length === 0 &&
      (units.every(({ kind }) => kind === "any") || (units.length === 1 && first!.kind === "must"))
    const elsewhere = language === undefined ? 0 : counts.documents - (counts.languages.get(language) ?? 0)
    // Later edits may have removed a word, and how many have one is an estimate, so more than these are needed.
    const enough = 1.2 * (mostCounted + elsewhere)
    if (plain && units.some((unit) => isOfAllLanguages(unit) && unit.among > enough)) {
      return { count: mostCounted, exact: false }
    }
    if (narrowed.filters.broughtBy !== undefined && !bySources(narrowed)) return null
    const inRows = mayMatchRows(units)
    if ((inRows || units.some(isPhrase)) && expected(units, counts.documents) > mostPhrased) return null
    const conditions = conditionsFor({ counts, units: units.map(inOwnLanguage) }, narrowed)
    const telling = inRows ? [hasOneOf(sql, tellingOf(units))] : []
    const matches = conditions.found.map((found) => {
      const where = sql.and([found, conditions.others, ...telling])
      return sql`(with ${allMeeting(sql, sql`signal_id`, where)} select signal_id from met limit ${mostCounted + 1})`
    })
    const [row] = yield* sql<{ count: number }>`
      select count(*)::int as count from (${sql.join(" union ", false)(matches)}) counted`.unprepared
    const { count } = row!
    return { count: Math.min(count, mostCounted), exact: count <= mostCounted }
  })

  return { meeting, newest, stretch, total }
}

export type Matches = ReturnType<typeof makeMatches>

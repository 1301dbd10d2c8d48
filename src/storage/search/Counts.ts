import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Corpus } from "../../search/Ranking.ts"
import { type Changes, untilChanged, withVersion } from "../database/Changes.ts"
import type { Engine } from "./Engine.ts"

/** What is known of all documents. */
export interface Counts {
  readonly engine: Engine
  readonly documents: number
  readonly titleLength: number
  readonly textLength: number
  /** The most frequent first. */
  readonly languages: ReadonlyArray<string>
  /** How many documents are in each of these languages. */
  readonly inLanguage: ReadonlyMap<string, number>
  /** Where the newest document stands, in milliseconds. */
  readonly newest: number
  /** The greatest id of a document. */
  readonly newestId: number
  /** How many documents there are of each month, by its tag. */
  readonly months: ReadonlyMap<string, number>
  /** How many documents have the terms that were asked for so far. */
  readonly frequencies: Map<string, number>
}

/** Of more terms the frequencies are not remembered. */
const mostTerms = 10_000

export const makeCounts = (sql: SqlClient.SqlClient, changes: Changes["Service"]) => {
  const { forget, read } = untilChanged(
    changes,
    ["signals"],
    Effect.gen(function* () {
      const [row] = yield* sql<{
        engine: Engine
        documents: number
        title: number
        text: number
        languages: ReadonlyArray<readonly [language: string, documents: number]>
        newest: number
        newestId: number
        months: Readonly<Record<string, number>>
      }>`
        select engine, documents, (title_terms::float8 / greatest(documents, 1)) as title,
               (text_terms::float8 / greatest(documents, 1)) as text,
               (select coalesce(json_agg(json_build_array(language, documents)), '[]') from (
                  select language, documents from search_languages where documents > 0 order by documents desc, language limit 30
                ) most) as languages,
               coalesce((select extract(epoch from max(listed_at)) * 1000 from search_documents), 0)::float8 as newest,
               coalesce((select max(signal_id) from search_documents), 0)::float8 as "newestId",
               (select coalesce(json_object_agg(term, documents), '{}') from search_words where term between 'zm' and 'zn') as months
        from search_state`
      return {
        engine: row?.engine ?? "gin",
        documents: row?.documents ?? 0,
        titleLength: row?.title ?? 0,
        textLength: row?.text ?? 0,
        languages: (row?.languages ?? []).map(([language]) => language),
        inLanguage: new Map(row?.languages),
        newest: row?.newest ?? 0,
        newestId: row?.newestId ?? 0,
        months: new Map(Object.entries(row?.months ?? {})),
        frequencies: new Map()
      } satisfies Counts
    })
  )

  /** The same as ranking needs it, with the frequencies of these terms. */
  const corpusOf = Effect.fnUntraced(function* (counts: Counts, terms: ReadonlyArray<string>) {
    const remembered = counts.frequencies
    const frequencies = new Map(terms.map((term) => [term, remembered.get(term)]))
    const unknown = terms.filter((term) => !remembered.has(term))
    if (unknown.length > 0) {
      const { value, version } = yield* withVersion(
        changes,
        ["signals"],
        sql<{ term: string; documents: number }>`
          select term, sum(documents)::int as documents from search_words where term = any(${unknown}::text[]) group by term`
      )
      for (const { documents, term } of value) frequencies.set(term, documents)
      const kept = version === undefined ? [] : unknown
      if (remembered.size + kept.length > mostTerms) remembered.clear()
      for (const term of kept) remembered.set(term, frequencies.get(term) ?? 0)
    }
    return {
      documents: counts.documents,
      titleLength: counts.titleLength,
      textLength: counts.textLength,
      frequency: (term) => frequencies.get(term) ?? 0
    } satisfies Corpus
  })

  return { read, forget, corpusOf }
}

export type CountsReader = ReturnType<typeof makeCounts>

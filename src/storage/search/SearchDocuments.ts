import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { analyse, articleTerms, toText, vocabularyOf } from "../../search/Analysis.ts"
import { detect, fallback } from "../../search/Languages.ts"
import { chunks, inSteps, inTandem, mapped, parts, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { listedAt, type SearchDocument } from "./SearchIndex.ts"
import { bringerTag, tagsOf } from "./Tags.ts"

/*
 * What the database's own engines are given, and the counts that ranking goes by. Whoever writes does so in the
 * transaction that writes the signals, one at a time.
 */

/** The version of the rules by which terms are made: when it changes, all is indexed anew. */
export const analysisVersion = 2

/** The language in which a document is analysed. */
export const languageOfDocument = ({ language, snippet, title }: SearchDocument): string =>
  language ?? detect(`${title}. ${snippet}`) ?? fallback

const analysed = (document: SearchDocument) => {
  const language = languageOfDocument(document)
  const text = { title: document.title, text: document.snippet, source: document.source, language }
  const terms = analyse(text)
  // Articles are not counted: they may be deleted between adding and removing, and the counts would drift.
  const beside = articleTerms(document.article ?? "", language, terms)
  const tags = tagsOf({ ...document, language })
  const written = toText({ ...terms, other: [...terms.other, ...beside] }, tags)
  return { document, text, tags, terms, written }
}

type Analysed = ReturnType<typeof analysed>

/** So many documents are analysed while the database takes as many. */
const analysedTogether = 25

/**
 * From so many documents on the terms of one in eight stand for those of all: ranking needs to know how rare a word is,
 * not more, and counting every word of every document would cost as much as storing it.
 */
const sampled = { from: 2_000, oneIn: 8 }

/** What documents add to the counts; `sign` is -1 for what is taken away. */
const countsOf = (documents: ReadonlyArray<Analysed>, sign: 1 | -1, oneIn: number) => {
  const words = new Map<string, { readonly term: string; readonly word: string; documents: number }>()
  const languages = new Map<string, number>()
  let titleTerms = 0
  let textTerms = 0
  for (const { document, tags, terms, text } of documents) {
    const isCounted = document.id % oneIn === 0
    const vocabulary = new Map(isCounted ? [...vocabularyOf(text)].map(([word, term]) => [term, word]) : [])
    for (const term of new Set(isCounted ? [...tags, ...terms.title, ...terms.text, ...terms.other] : [])) {
      const word = vocabulary.get(term) ?? ""
      const key = `${term} ${word}`
      const count = words.get(key)
      if (count === undefined) words.set(key, { term, word, documents: sign * oneIn })
      else count.documents += sign * oneIn
    }
    languages.set(text.language, (languages.get(text.language) ?? 0) + sign)
    titleTerms += sign * terms.title.length
    textTerms += sign * terms.text.length
  }
  return {
    words: [...words.values()],
    languages: [...languages].map(([language, count]) => ({ language, documents: count })),
    documents: sign * documents.length,
    titleTerms,
    textTerms
  }
}

/** The writer of a SQL database. */
export const makeSearchDocuments = (sql: SqlClient.SqlClient) => {
  /** One in so many is counted. */
  const oneInOf = Effect.map(sql<{ documents: number }>`select documents from search_state`, ([state]) =>
    (state?.documents ?? 0) < sampled.from ? 1 : sampled.oneIn
  )

  const countWords = Effect.fnUntraced(function* (words: ReturnType<typeof countsOf>["words"]) {
    for (let at = 0; at < words.length; at += 5_000) {
      yield* sql`
        insert into search_words (term, word, documents)
        select term, word, documents from json_to_recordset(${recordset(words.slice(at, at + 5_000))}::json)
          as x(term text, word text, documents integer)
        on conflict (term, word) do update set documents = search_words.documents + excluded.documents`
    }
  })

  const count = Effect.fnUntraced(function* (documents: ReadonlyArray<Analysed>, sign: 1 | -1) {
    if (documents.length === 0) return
    const counts = countsOf(documents, sign, yield* oneInOf)
    yield* countWords(counts.words)
    yield* sql`
      insert into search_languages (language, documents)
      select language, documents from json_to_recordset(${recordset(counts.languages)}::json) as x(language text, documents integer)
      on conflict (language) do update set documents = search_languages.documents + excluded.documents`
    yield* sql`
      update search_state set documents = documents + ${counts.documents}::int, title_terms = title_terms + ${counts.titleTerms}::int,
             text_terms = text_terms + ${counts.textTerms}::int`
  })

  const Inserted = Schema.Struct({ signal_id: Schema.Int, added: Schema.Boolean })
  const insert = (rows: string) =>
    rowsAs(Inserted).all(sql`
      insert into search_documents (signal_id, published_at, listed_at, first_seen_at, source, language, terms)
      select signal_id, published_at, to_timestamp(listed_at), first_seen_at, source, language, terms
      from json_to_recordset(${rows}::json) as x(signal_id integer, published_at timestamptz, listed_at float8,
           first_seen_at timestamptz, source text, language text, terms text)
      on conflict (signal_id) do update set published_at = excluded.published_at, listed_at = excluded.listed_at, source = excluded.source,
             language = excluded.language, terms = excluded.terms
      returning signal_id, (xmax = 0) as added`)

  /** Which sources bring documents, and where these stand in lists. */
  const insertSources = (documents: ReadonlyArray<SearchDocument>) => {
    const rows = documents.flatMap((document) =>
      document.brought_by.map((source_name) => ({
        source_name,
        signal_id: document.id,
        listed_at: listedAt(document) / 1_000
      }))
    )
    return sql`
      insert into search_sources (source_name, listed_at, signal_id)
      select source_name, to_timestamp(listed_at), signal_id
      from json_to_recordset(${recordset(rows)}::json) as x(source_name text, listed_at float8, signal_id integer)
      on conflict (signal_id, source_name) do update set listed_at = excluded.listed_at
      where search_sources.listed_at <> excluded.listed_at`
  }

  const rowOf = ({ document, text: { language }, written }: Analysed) => ({
    signal_id: document.id,
    published_at: document.published_at,
    listed_at: listedAt(document) / 1_000,
    first_seen_at: document.first_seen_at,
    source: document.source,
    language,
    terms: written
  })

  const write = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
    for (const chunk of chunks(documents)) {
      const written = yield* inTandem(
        parts(chunk, analysedTogether),
        (part) => inSteps(mapped(part, analysed)),
        (made) => Effect.map(insert(recordset(made.map(rowOf))), (inserted) => ({ made, inserted }))
      )
      const added = new Set(
        written.flatMap(({ inserted }) => inserted.flatMap((row) => (row.added ? [row.signal_id] : [])))
      )
      // Of what was there before the counts stay as they were: edits change few words.
      const counted = written.flatMap(({ made }) => made.filter(({ document }) => added.has(document.id)))
      yield* Effect.all([insertSources(chunk), count(counted, 1)], { concurrency: "unbounded", discard: true })
    }
  })

  const bring = Effect.fnUntraced(function* (source: string, ids: ReadonlyArray<number>) {
    const tag = bringerTag(source)
    for (const chunk of chunks(ids)) {
      const rows = yield* sql<{ signal_id: number }>`
        with brought as (
          insert into search_sources (source_name, listed_at, signal_id)
          select ${source}, listed_at, signal_id from search_documents where signal_id = any(${[...chunk]}::int[])
          on conflict do nothing returning signal_id
        )
        update search_documents set terms = ${tag} || ' ' || terms
        from brought where search_documents.signal_id = brought.signal_id returning brought.signal_id`
      const oneIn = rows.length === 0 ? 1 : yield* oneInOf
      const counted = rows.filter(({ signal_id }) => signal_id % oneIn === 0).length
      if (counted > 0) yield* countWords([{ term: tag, word: "", documents: counted * oneIn }])
    }
  })

  const forget = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
    const ids = documents.map(({ id }) => id)
    const gone = yield* sql<{ signal_id: number }>`
      delete from search_documents where signal_id = any(${ids}::int[]) returning signal_id`
    const known = new Set(gone.map(({ signal_id }) => signal_id))
    const forgotten = documents.filter(({ id }) => known.has(id))
    yield* count(forgotten.map(analysed), -1)
  })

  return { write, bring, forget }
}

export type SearchDocuments = ReturnType<typeof makeSearchDocuments>

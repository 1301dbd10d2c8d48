import { Clock, Effect, Schema } from "effect"
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
export const analysisVersion = 6

/** The language in which a document is analysed. */
export const languageOfDocument = ({ language, snippet, title }: SearchDocument): string =>
  language ?? detect(`${title}. ${snippet}`) ?? fallback

const analysed = (document: SearchDocument) => {
  const language = languageOfDocument(document)
  const text = { title: document.title, text: document.snippet, source: document.source, language }
  const terms = document.terms?.get() ?? analyse(text)
  // Articles are not counted: they may be deleted between adding and removing, and the counts would drift.
  const beside = articleTerms(document.article ?? "", language, terms)
  const tags = tagsOf({ ...document, language })
  const written = toText({ ...terms, other: [...terms.other, ...beside] }, tags)
  return { document, text, tags, terms, written }
}

type Analysed = ReturnType<typeof analysed>

/** So many documents are analysed while the database takes as many. */
const analysedTogether = 50

/**
 * From so many documents on the terms of one in eight stand for those of all: ranking needs to know how rare a word is,
 * not more, and counting every word of every document would cost as much as storing it.
 */
export const sampled = { from: 2_000, oneIn: 8 }

/**
 * So many documents are put into the index of terms together: new ones wait in a list of their own. Each term that they
 * have is looked up and written once, so more of them cost less. Whoever searches goes through the list, a millisecond
 * for a thousand: what has come in is not left there for much longer than it goes on.
 */
const indexedTogether = 2_000
const longestUnindexed = 10_000

/**
 * Where the terms of one in eight stand for those of all, they wait for so many documents of a process, and for a
 * second at most while others come: of many together each word is counted once.
 */
const countedTogether = 600
const longestUncounted = 1_000

/** What documents add to the counts of words; `sign` is -1 for what is taken away. */
const wordsOf = (documents: ReadonlyArray<Analysed>, sign: 1 | -1, oneIn: number) => {
  const counts = new Map<string, { readonly term: string; readonly word: string; documents: number }>()
  for (const { document, tags, terms, text } of documents) {
    if (document.id % oneIn !== 0) continue
    const vocabulary = new Map([...vocabularyOf(text)].map(([word, term]) => [term, word]))
    for (const term of new Set([...tags, ...terms.title, ...terms.text, ...terms.other])) {
      const word = vocabulary.get(term) ?? ""
      const key = `${term} ${word}`
      const count = counts.get(key)
      if (count === undefined) counts.set(key, { term, word, documents: sign * oneIn })
      else count.documents += sign * oneIn
    }
  }
  return [...counts.values()]
}

/** What they add to the other counts. */
const sumsOf = (documents: ReadonlyArray<Analysed>, sign: 1 | -1) => {
  const sum = (of: (document: Analysed) => number) => sign * documents.reduce((total, one) => total + of(one), 0)
  const languages = Map.groupBy(documents, ({ text }) => text.language)
  return {
    languages: [...languages].map(([language, of]) => ({ language, documents: sign * of.length })),
    documents: sign * documents.length,
    titleTerms: sum(({ terms }) => terms.title.length),
    textTerms: sum(({ terms }) => terms.text.length)
  }
}

/** The writer of a SQL database. */
export const makeSearchDocuments = (sql: SqlClient.SqlClient) => {
  /** Has words counted by {@link finish}. */
  const noteWords = (words: ReturnType<typeof wordsOf>) =>
    sql`insert into search_uncounted (words) values (${recordset(words)})`

  // In one order, so that two processes do not deadlock.
  const countNoted = sql`
    with due as (
      delete from search_uncounted where id = any(array(select id from search_uncounted order by id for update)) returning words
    )
    insert into search_words (term, word, documents)
    select term, word, sum(documents)::int
    from due cross join json_to_recordset(words::json) as x(term text, word text, documents integer)
    group by term, word order by term collate "C", word collate "C"
    on conflict (term, word) do update set documents = search_words.documents + excluded.documents`

  /** How many documents there were when this process last counted some. */
  let known: number | null = null

  const oneIn = Effect.gen(function* () {
    known ??= (yield* sql<{ documents: number }>`select documents from search_state`)[0]?.documents ?? 0
    return known < sampled.from ? 1 : sampled.oneIn
  })

  let uncounted = 0
  let countedAt = -Infinity

  /** Counts words whether they are few or many. */
  const countWords = Effect.gen(function* () {
    uncounted = 0
    countedAt = yield* Clock.currentTimeMillis
    yield* countNoted
  })

  /** Whether this process has written the last of those that are put into the index together. */
  let isFull = false
  let indexedAt = -Infinity

  const finish = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const isDue = now >= countedAt + longestUncounted
    if (isDue || uncounted >= countedTogether || (yield* oneIn) === 1) yield* countWords
    if (!isFull && now < indexedAt + longestUnindexed) return
    isFull = false
    indexedAt = now
    // New words wait in a list of their own as well, and who mistypes one goes through it for each.
    yield* sql`
      select gin_clean_pending_list(c.oid) from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid in ('search_documents'::regclass, 'search_words'::regclass) and i.indisvalid
            and c.relname in ('search_documents_gin', 'search_words_alike')`
  })

  /** Adds documents to the counts, or takes them away. */
  const count = Effect.fnUntraced(function* (documents: ReadonlyArray<Analysed>, sign: 1 | -1) {
    if (documents.length === 0) return
    const sums = sumsOf(documents, sign)
    const words = wordsOf(documents, sign, yield* oneIn)
    const [state] = yield* sql<{ documents: number }>`
      with spoken as (
        insert into search_languages (language, documents)
        select language, documents from json_to_recordset(${recordset(sums.languages)}::json) as x(language text, documents integer)
        on conflict (language) do update set documents = search_languages.documents + excluded.documents
      ), noted as (
        ${noteWords(words)}
      )
      update search_state set documents = documents + ${sums.documents}::int, title_terms = title_terms + ${sums.titleTerms}::int,
             text_terms = text_terms + ${sums.textTerms}::int
      returning documents`
    known = state?.documents ?? null
    uncounted += documents.length
    const piecesAt = (count: number) => Math.floor(count / indexedTogether)
    if (state !== undefined && piecesAt(state.documents) > piecesAt(state.documents - sums.documents)) isFull = true
  })

  const Inserted = Schema.Struct({ signal_id: Schema.Int, added: Schema.Boolean })
  /** Documents, which sources bring them, and where these stand in lists. Gives those that were not there before. */
  const insert = Effect.fnUntraced(function* (documents: ReadonlyArray<Analysed>) {
    const brought = documents.flatMap(({ document }) =>
      document.brought_by.map((source_name) => ({
        source_name,
        signal_id: document.id,
        listed_at: listedAt(document) / 1_000
      }))
    )
    const rows = yield* rowsAs(Inserted).all(sql`
      with written as (
        insert into search_documents (signal_id, published_at, listed_at, first_seen_at, source, language, terms)
        select signal_id, published_at, to_timestamp(listed_at), first_seen_at, source, language, terms
        from json_to_recordset(${recordset(documents.map(rowOf))}::json) as x(signal_id bigint, published_at timestamptz,
             listed_at float8, first_seen_at timestamptz, source text, language text, terms text)
        on conflict (signal_id) do update set published_at = excluded.published_at, listed_at = excluded.listed_at, source = excluded.source,
               language = excluded.language, terms = excluded.terms
        returning signal_id::float8 as signal_id, (xmax = 0) as added
      ), brought as (
        insert into search_sources (source_name, listed_at, signal_id)
        select source_name, to_timestamp(listed_at), signal_id
        from json_to_recordset(${recordset(brought)}::json) as x(source_name text, listed_at float8, signal_id bigint)
        on conflict (signal_id, source_name) do update set listed_at = excluded.listed_at
        where search_sources.listed_at <> excluded.listed_at
      )
      select * from written`)
    const added = new Set(rows.flatMap((row) => (row.added ? [row.signal_id] : [])))
    return documents.filter(({ document }) => added.has(document.id))
  })

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
      const isMade = chunk.every(({ terms }) => terms?.isMade === true)
      const added = yield* inTandem(
        isMade ? [chunk] : parts(chunk, analysedTogether),
        (part) => inSteps(mapped(part, analysed)),
        insert
      )
      // Of what was there before the counts stay as they were: edits change few words.
      yield* count(added.flat(), 1)
    }
  })

  const bring = Effect.fnUntraced(function* (source: string, ids: ReadonlyArray<number>) {
    const tag = bringerTag(source)
    for (const chunk of chunks(ids)) {
      const rows = yield* sql<{ signal_id: number }>`
        with brought as (
          insert into search_sources (source_name, listed_at, signal_id)
          select ${source}, listed_at, signal_id from search_documents where signal_id = any(${chunk.map(BigInt)}::bigint[])
          on conflict do nothing returning signal_id
        )
        update search_documents set terms = ${tag} || ' ' || terms
        from brought where search_documents.signal_id = brought.signal_id returning brought.signal_id::float8 as signal_id`
      if (rows.length === 0) continue
      const each = yield* oneIn
      const counted = rows.filter(({ signal_id }) => signal_id % each === 0).length
      if (counted > 0) yield* noteWords([{ term: tag, word: "", documents: counted * each }])
    }
  })

  const forget = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
    const ids = documents.map(({ id }) => id)
    const gone = yield* sql<{ signal_id: number }>`
      delete from search_documents where signal_id = any(${ids.map(BigInt)}::bigint[]) returning signal_id::float8 as signal_id`
    const known = new Set(gone.map(({ signal_id }) => signal_id))
    const forgotten = documents.filter(({ id }) => known.has(id))
    yield* count(forgotten.map(analysed), -1)
  })

  return { write, bring, forget, finish, countWords }
}

export type SearchDocuments = ReturnType<typeof makeSearchDocuments>

import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { analyse, articleTerms, type Document, type Terms, toText, vocabularyOf } from "../../search/Analysis.ts"
import { detect, fallback } from "../../search/Languages.ts"
import { chunks, inSteps, mapped, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { listedAt, type SearchDocument, type SearchText } from "./SearchIndex.ts"
import { tagsOf } from "./Tags.ts"

/*
 * What the database's own engines are given, and the counts that ranking goes by. Whoever writes does so in the
 * transaction that writes the signals, one at a time.
 */

/** The version of the rules by which terms are made: when it changes, all is indexed anew. */
export const analysisVersion = 1

/** The language in which a text is analysed. */
export const languageOfDocument = ({ language, snippet, title }: SearchText): string =>
  language ?? detect(`${title}. ${snippet}`) ?? fallback

const textOf = (given: SearchText): Document => ({
  title: given.title,
  text: given.snippet,
  source: given.source,
  language: languageOfDocument(given)
})

/** The terms of texts that were analysed ahead, until they are written. */
const makeAhead = () => {
  /** What is never written, because another was faster, is gone with the next texts beyond this. */
  const most = 2_000
  const terms = new Map<string, Terms>()
  const keyOf = (text: Document) => JSON.stringify(text)
  return {
    add: (text: Document) => {
      if (terms.size >= most) terms.clear()
      terms.set(keyOf(text), analyse(text))
    },
    take: (text: Document): Terms => {
      const key = keyOf(text)
      const found = terms.get(key)
      terms.delete(key)
      return found ?? analyse(text)
    }
  }
}

const analysed = (document: SearchDocument, termsOf: (text: Document) => Terms) => {
  const text = textOf(document)
  const terms = termsOf(text)
  // Articles are not counted: they may be deleted between adding and removing, and the counts would drift.
  const beside = articleTerms(document.article ?? "", text.language, terms)
  const tags = tagsOf({ ...document, language: text.language })
  const written = toText({ ...terms, other: [...terms.other, ...beside] }, tags)
  return { document, text, tags, terms, written }
}

type Analysed = ReturnType<typeof analysed>

/**
 * From so many documents on the terms of one in eight stand for those of all: ranking needs to know how rare a word is,
 * not more, and counting every word of every document would cost as much as storing it.
 */
const sampled = { from: 2_000, oneIn: 8 }

/** What documents add to the counts; `sign` is -1 for what is taken away. */
const countsOf = (documents: ReadonlyArray<Analysed>, sign: 1 | -1, known: number) => {
  const oneIn = known < sampled.from ? 1 : sampled.oneIn
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
  const count = Effect.fnUntraced(function* (documents: ReadonlyArray<Analysed>, sign: 1 | -1) {
    if (documents.length === 0) return
    const [state] = yield* sql<{ documents: number }>`select documents from search_state`
    const counts = countsOf(documents, sign, state?.documents ?? 0)
    for (let at = 0; at < counts.words.length; at += 5_000) {
      yield* sql`
        insert into search_words (term, word, documents)
        select term, word, documents from json_to_recordset(${recordset(counts.words.slice(at, at + 5_000))}::json)
          as x(term text, word text, documents integer)
        on conflict (term, word) do update set documents = search_words.documents + excluded.documents`
    }
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

  const ahead = makeAhead()

  const prepare = (texts: ReadonlyArray<SearchText>) =>
    Effect.asVoid(inSteps(mapped(texts, (text) => ahead.add(textOf(text)))))

  const write = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
    for (const chunk of chunks(documents)) {
      const made = yield* inSteps(mapped(chunk, (document) => analysed(document, ahead.take)))
      const rows = made.map(({ document, text: { language }, written }) => ({
        signal_id: document.id,
        published_at: document.published_at,
        listed_at: listedAt(document) / 1_000,
        first_seen_at: document.first_seen_at,
        source: document.source,
        language,
        terms: written
      }))
      const added = new Set<number>()
      for (const row of yield* insert(recordset(rows))) if (row.added) added.add(row.signal_id)
      // Of what was there before the counts stay as they were: edits change few words.
      yield* count(
        made.filter(({ document }) => added.has(document.id)),
        1
      )
    }
  })

  const forget = Effect.fnUntraced(function* (documents: ReadonlyArray<SearchDocument>) {
    const ids = documents.map(({ id }) => id)
    const gone = yield* sql<{ signal_id: number }>`
      delete from search_documents where signal_id = any(${ids}::int[]) returning signal_id`
    const known = new Set(gone.map(({ signal_id }) => signal_id))
    const forgotten = documents.filter(({ id }) => known.has(id))
    yield* count(
      forgotten.map((document) => analysed(document, analyse)),
      -1
    )
  })

  return { prepare, write, forget }
}

export type SearchDocuments = ReturnType<typeof makeSearchDocuments>

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Unhurried } from "../database/Database.ts"
import { reasonOf } from "../database/Unavailable.ts"
import { analysisVersion } from "./SearchDocuments.ts"

/*
 * Which index serves search. BM25 by pg_textsearch where the database has it: it finds the best of many matches without
 * looking at all of them. Everywhere else GIN, which every Postgres has and which finds all of few.
 */

export type Engine = "bm25" | "gin"

const indexes: Readonly<Record<Engine, string>> = { bm25: "search_documents_bm25", gin: "search_documents_gin" }

/** Beyond so many rows an index is not made while a service waits for it to start. */
const mostAtStart = 10_000

/** The key of the lock under which replicas that start together prepare the index: "search" in ASCII. */
export const lockKey = 0x736561726368n

/** Makes an extension, where the server has it and lets us. */
export const extend = (sql: SqlClient.SqlClient, name: "pg_textsearch" | "pg_trgm" | "vector") =>
  sql.withTransaction(sql`create extension if not exists ${sql(name)}`).pipe(
    Effect.as(true),
    Effect.catchTag("SqlError", (error) =>
      Effect.as(Effect.logDebug(`The extension ${name} cannot be had: ${reasonOf(error)}`), false)
    )
  )

/** The best engine that the database can have. */
const best = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* sql<{ textsearch: boolean; trgm: boolean }>`
    select exists(select from pg_available_extensions where name = 'pg_textsearch')
             and current_setting('server_version_num')::int >= 170000 as textsearch,
           exists(select from pg_available_extensions where name = 'pg_trgm') as trgm`
  const engine: Engine = row!.textsearch && (yield* extend(sql, "pg_textsearch")) ? "bm25" : "gin"
  const typos = row!.trgm && (yield* extend(sql, "pg_trgm"))
  return { engine, typos }
})

const existing = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ name: string }>`
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'search_documents'::regclass and i.indisvalid`,
    (rows) => new Set(rows.map(({ name }) => name))
  )

/** Makes the engine's index and drops the other's. Writers wait for it, readers don't. */
const makeIndex = (sql: SqlClient.SqlClient, engine: Engine) =>
  sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = 0`
      yield* sql`select pg_advisory_xact_lock(${lockKey})`
      const there = yield* existing(sql)
      if (!there.has(indexes[engine])) {
        yield* engine === "bm25"
          ? sql`create index search_documents_bm25 on search_documents using bm25 (terms) with (text_config = 'pg_catalog.simple')`
          : sql`create index search_documents_gin on search_documents using gin (lexemes_of(terms)) with (fastupdate = on, gin_pending_list_limit = 8192)` // sql/0127_pending_terms.sql, 0137 and 0139 say why
      }
      yield* sql`drop index if exists ${sql(indexes[engine === "bm25" ? "gin" : "bm25"])}`
      yield* Effect.asVoid(sql`update search_state set engine = ${engine}`)
    })
  )

/**
 * Brings the index about: at once where there is little to index, else in the background; until then the other engine
 * serves. True for `typos` when the vocabulary can be searched for words that are nearly right.
 */
export const prepare = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const { engine, typos } = yield* best(sql)
  if (typos)
    yield* sql`create index if not exists search_words_alike on search_words using gin (word gin_trgm_ops) where word <> ''`
  yield* sql`
    insert into search_state (engine, analysis, below, documents, title_terms, text_terms)
    select ${engine}, ${analysisVersion}, coalesce(max(id), 0) + 1, 0, 0, 0 from signals on conflict do nothing`
  const there = yield* existing(sql)
  const [{ many } = { many: false }] = yield* sql<{ many: boolean }>`
    select count(*) >= ${mostAtStart}::int as many from (select from search_documents limit ${mostAtStart}) x`
  const later = !there.has(indexes[engine]) && many && (there.has(indexes.bm25) || there.has(indexes.gin))
  const unhurried = yield* Unhurried
  const change = unhurried((client) => makeIndex(client, engine)).pipe(Effect.provideService(SqlClient.SqlClient, sql))
  if (!later) yield* there.has(indexes[engine]) ? makeIndex(sql, engine) : change
  return { typos, change: later ? change : null }
})

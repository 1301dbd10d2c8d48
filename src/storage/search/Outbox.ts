import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import type { Changes } from "../database/Changes.ts"
import { rowsAs } from "../database/Rows.ts"
import { lockKey } from "./Engine.ts"
import type { ClusterChange } from "./SearchCluster.ts"
import { analysisVersion } from "./SearchDocuments.ts"

/*
 * By what a cluster does not answer yet, and how far its indexes are. Triggers note changes in the transaction that
 * makes them, from the moment on at which a process first has a cluster. sql/0130_search_cluster.sql has the tables.
 */

/** How long a process that feeds makes the others wait, also if it is killed. */
const leaseSeconds = 15

/** A cluster that no process has had for so long is not fed any more. */
const forgottenAfter = "1 hour"

/** What its indexes are, for who feeds it. */
export interface ClusterIndexes {
  readonly serving: string | null
  readonly building: string | null
  readonly version: string
  /** Signals from here on are in `building`. */
  readonly below: number
  /** Somebody asks for a new index. */
  readonly wanted: boolean
}

/** A part of the outbox. */
export interface Outgoing {
  readonly changes: ReadonlyArray<ClusterChange>
  /** All that this part tells of. */
  readonly seqs: ReadonlyArray<number>
}

/** Ends the lease of whoever feeds, on a database whose processes have all ended. */
export const endFeeding = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update search_cluster set held_by = null where held_by is not null`
)

export const makeOutbox = (sql: SqlClient.SqlClient, changes: Changes["Service"]) => {
  const holder = randomUUID()

  /** Notes changes from now on, and that a process has a cluster. */
  const begin = sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${lockKey})`
      const known = yield* sql`update search_cluster set seen_at = clock_timestamp() returning 1`
      if (known.length > 0) return
      // Who writes at this moment is waited for; what they write is there before an index is filled.
      yield* sql`
        create or replace trigger search_noted_new after insert on search_documents
        referencing new table as added for each statement execute function search_note_added()`
      yield* sql`
        create or replace trigger search_noted_changed after update on search_documents
        referencing new table as added for each statement execute function search_note_added()`
      yield* sql`
        create or replace trigger search_noted_gone after delete on search_documents
        referencing old table as removed for each statement execute function search_note_removed()`
      yield* sql`insert into search_cluster (version, seen_at) values ('', clock_timestamp())`
    })
  )

  /** Where there was a cluster and no process has it any more, changes are not noted any more. */
  const end = Effect.gen(function* () {
    const forgotten = sql`seen_at < clock_timestamp() - ${forgottenAfter}::interval`
    const found = yield* sql`select from search_cluster where ${forgotten}`
    if (found.length === 0) return
    yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`select pg_advisory_xact_lock(${lockKey})`
        const gone = yield* sql`delete from search_cluster where ${forgotten} returning 1`
        if (gone.length === 0) return
        yield* sql`drop trigger if exists search_noted_new on search_documents`
        yield* sql`drop trigger if exists search_noted_changed on search_documents`
        yield* sql`drop trigger if exists search_noted_gone on search_documents`
        yield* sql`truncate search_outbox`
      })
    )
  })

  /** How it is, without taking part. */
  const look = Effect.map(
    sql<ClusterIndexes & { isWaiting: boolean; isIndexing: boolean }>`
      select serving, building, version, below::float8 as below, wanted, exists (select from search_outbox) as "isWaiting",
             exists (
               select from search_state
               where analysis <> ${analysisVersion} or exists (select from signals where id < search_state.below)
             ) as "isIndexing"
      from search_cluster`,
    ([row]) => row ?? null
  )

  /** Feeds from now on for a while, alone; null where another process does. */
  const hold = Effect.map(
    sql<ClusterIndexes>`
      update search_cluster
      set held_by = ${holder}, held_until = clock_timestamp() + make_interval(secs => ${leaseSeconds}::int),
          seen_at = clock_timestamp()
      where held_by is null or held_by = ${holder} or held_until < clock_timestamp()
      returning serving, building, version, below::float8 as below, wanted`,
    ([row]) => row ?? null
  )

  /** Lets another process feed at once. */
  const release = sql`update search_cluster set held_by = null where held_by = ${holder}`

  const documentFields = {
    id: Schema.Int,
    at: Schema.Finite,
    language: Schema.String,
    terms: Schema.String,
    source: Schema.String,
    published_at: Schema.Date,
    first_seen_at: Schema.Date
  }
  const document = sql`
    signal_id::float8 as id, (extract(epoch from listed_at) * 1000)::float8 as at, language, terms, source, published_at, first_seen_at`

  const Noted = Schema.Struct({ id: Schema.Int, seqs: Schema.Array(Schema.Finite) })
  const Document = Schema.Struct(documentFields)
  const documentsOf = (ids: ReadonlyArray<number>) =>
    rowsAs(Document).all(
      sql`select ${document} from search_documents where signal_id = any(${ids.map(BigInt)}::bigint[])`
    )

  /** The first of what is noted after a number, and the documents as they are now. */
  const next = Effect.fnUntraced(function* (limit: number, after: number) {
    // First what is noted, then the documents: they are then never older than the version that they are given.
    const noted = yield* rowsAs(Noted).all(sql`
      select signal_id::float8 as id, array_agg(seq::float8 order by seq) as seqs
      from (select seq, signal_id from search_outbox where seq > ${after}::bigint order by seq limit ${limit}) piece
      group by signal_id order by max(seq)`)
    const documents = noted.length === 0 ? [] : yield* documentsOf(noted.map(({ id }) => id))
    const known = new Map(documents.map((one) => [one.id, one]))
    return {
      changes: noted.map(({ id, seqs }) => ({ id, version: seqs.at(-1)!, document: known.get(id) ?? null })),
      seqs: noted.flatMap(({ seqs }) => seqs)
    } satisfies Outgoing
  })

  /** What an index is to be filled with next, the newest first. */
  const before = (below: number, limit: number) =>
    Effect.map(
      rowsAs(Document).all(sql`
        select ${document} from search_documents where signal_id < ${below}::bigint order by signal_id desc limit ${limit}`),
      (documents) => documents.map((document): ClusterChange => ({ id: document.id, version: 1, document }))
    )

  const tell = Effect.andThen(sql`select pg_notify('sonde_changes', 'signals')`, changes.changed("signals"))

  /** The cluster has been told, and answers by it: what is remembered of searches may be another answer now. */
  const sent = Effect.fnUntraced(function* (seqs: ReadonlyArray<number>) {
    for (let at = 0; at < seqs.length; at += 5_000)
      yield* sql`delete from search_outbox where seq = any(${seqs.slice(at, at + 5_000)}::bigint[])`
    yield* tell
  })

  const build = (index: string, version: string) => sql`
    update search_cluster set building = ${index}, version = ${version}, wanted = false,
           below = (select coalesce(max(signal_id), 0) + 1 from search_documents)`

  const filled = (index: string, below: number) => sql`
    update search_cluster set below = ${below}::bigint where building = ${index}`

  const serve = (index: string) =>
    Effect.andThen(sql`update search_cluster set serving = ${index}, building = null where building = ${index}`, tell)

  /** Indexes that are gone. */
  const lost = (indexes: ReadonlyArray<string>) => sql`
    update search_cluster set serving = case when serving = any(${[...indexes]}::text[]) then null else serving end,
           building = case when building = any(${[...indexes]}::text[]) then null else building end`

  const want = Effect.map(sql`update search_cluster set wanted = true returning 1`, (rows) => rows.length > 0)

  const state = Effect.map(
    sql<{ behind: number; behindSeconds: number; building: number | null; isServing: boolean }>`
      select (select count(*)::int from search_outbox) as behind,
             coalesce((
               select extract(epoch from clock_timestamp() - noted_at) from search_outbox order by seq limit 1
             ), 0)::float8 as "behindSeconds",
             serving is not null as "isServing",
             case when building is not null
                  then (select count(*)::int from search_documents where signal_id < below) end as building
      from (select true) always left join search_cluster on true`,
    ([row]) => row!
  )

  return { begin, end, look, hold, release, next, before, sent, build, filled, serve, lost, want, state }
}

export type Outbox = ReturnType<typeof makeOutbox>

import { Clock, Duration, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { maxWideId } from "../../domain/Id.ts"
import type { Candidate } from "../../search/Ranking.ts"
import { inTurn, recordset } from "../database/Batch.ts"
import { type Changes, untilChanged } from "../database/Changes.ts"
import { rowsAs } from "../database/Rows.ts"
import { candidateColumns, conditionsOf } from "./Conditions.ts"
import { extend, lockKey } from "./Engine.ts"
import { longestCall } from "./Filling.ts"
import { type Embedded, maxRejections, type Nearness, type Unembedded, type Vectors } from "./Vectors.ts"

/*
 * Vectors in pgvector, on the embedded database and on a server that has it.
 *
 * The first comparison uses one bit for each number, its sign (binary quantization). The bits take a sixteenth of the
 * `halfvec` stored beside them, and their index takes vectors of any length. If a filter leaves few vectors, comparing
 * all their bits costs half a microsecond each. The nearest by their signs are then ordered by cosine. The index is
 * created with the table: to build it over many rows at once would block all others on the embedded database.
 *
 * Those who lock many signals that wait for vectors do so in the turn of all who write signals, except for who stores
 * vectors: it passes over what another one has locked. So none of them waits for another in a circle.
 */

/** How many of the nearest by their signs are ordered by cosine. */
const compared = 400

/** How long a process that fills makes the others wait, also if it is killed. */
const leaseMillis = Duration.toMillis(longestCall) + 5_000

/** Ends the lease of whoever fills, on a database whose processes have all ended. */
export const endFilling = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`update search_model set held_by = null, held_until = null where held_by is not null`
)

/** Vectors stored at a time: the embedded database needs some milliseconds to index one. */
const storedAtOnce = 8

/** Signals queued for vectors in one statement. */
const notedAtOnce = 10_000

/** pgvector 0.8: in older versions, an index scan with a filter found too few rows. */
const isUsable = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major > 0 || minor >= 8
}

const noExtension =
  "the database has no pgvector 0.8 or later: install the extension vector for it and start again, see docs/search.md"

/** In pgvector's text form; a `halfvec` keeps fewer digits. */
const written = (vector: Float32Array): string => `[${Array.from(vector, (value) => value.toPrecision(5)).join(",")}]`

export const makeSqlVectors = (
  sql: SqlClient.SqlClient,
  model: string,
  changes: Changes["Service"]
): Vectors<SqlError.SqlError> => {
  const holder = randomUUID()
  let begun = false

  const hasExtension = Effect.gen(function* () {
    if (!(yield* extend(sql, "vector"))) return false
    const [row] = yield* sql<{
      version: string
    }>`select extversion as version from pg_extension where extname = 'vector'`
    return row !== undefined && isUsable(row.version)
  })

  /** Queues signals that change from now on, and deletes the vectors of another model. */
  const takeUp = inTurn(
    sql,
    "signals"
  )(
    Effect.gen(function* () {
      yield* sql`select pg_advisory_xact_lock(${lockKey})`
      const [row] = yield* sql<{ model: string; enqueued: boolean }>`select model, enqueued from search_model`
      // A refused text may have been the server's fault.
      if (row?.model === model) yield* sql`update search_unembedded set refusals = 0 where refusals > 0`
      if (row?.model === model) return row.enqueued
      // In the order of who stores vectors.
      yield* sql`delete from search_model`
      yield* sql`drop table if exists search_vectors`
      yield* sql`truncate search_unembedded`
      yield* sql`insert into search_model (model, enqueued) values (${model}, false)`
      yield* sql`
        create or replace trigger search_unembed_new after insert on signals
        referencing new table as added for each statement execute function search_unembed_new()`
      yield* sql`
        create or replace trigger search_unembed_changed after update on signals
        referencing new table as added old table as removed for each statement execute function search_unembed_changed()`
      // Processes with the other model have nothing left to compare questions with.
      yield* sql`select pg_notify('sonde_changes', 'signals')`
      return false
    })
  )

  /** Queues all earlier signals, in batches; it can be repeated safely. */
  const noteAll = Effect.gen(function* () {
    let below = maxWideId
    while (below > 1) {
      const [row] = yield* inTurn(
        sql,
        "signals"
      )(sql<{ lowest: number | null }>`
        with noted as (
          insert into search_unembedded (signal_id)
          select id from signals where id < ${below}::bigint order by id desc limit ${notedAtOnce}
          on conflict do nothing
        )
        select min(id)::float8 as lowest
        from (select id from signals where id < ${below}::bigint order by id desc limit ${notedAtOnce}) piece`)
      below = row!.lowest ?? 1
      yield* Effect.yieldNow
    }
    yield* sql`update search_model set enqueued = true where model = ${model}`
  })

  const begin = Effect.gen(function* () {
    if (!(yield* hasExtension)) return noExtension
    const isEnqueued = yield* takeUp
    yield* changes.changed("signals")
    if (!isEnqueued) yield* noteAll
    begun = true
    return null
  })

  // Whoever changes it says that signals have changed.
  const { read: dimension } = untilChanged(
    changes,
    ["signals"],
    Effect.map(
      sql<{ dimension: number | null }>`select dimension from search_model where model = ${model}`,
      ([row]) => row?.dimension ?? null
    )
  )

  const state = Effect.gen(function* () {
    const [row] = yield* sql<{ model: string | null; enqueued: boolean | null; pending: number; all: number }>`
      select (select model from search_model) as model, (select enqueued from search_model) as enqueued,
             (select count(*)::int from search_unembedded where refusals < ${maxRejections}) as pending,
             coalesce((select documents from search_state), 0) as all`
    const mine = row!.model === model
    return {
      pending: mine && row!.enqueued === true ? row!.pending : row!.all,
      problem: begun && !mine ? "another process on this database has another EMBEDDINGS_MODEL" : null
    }
  })

  const UnembeddedSignal = Schema.Struct({
    id: Schema.Int,
    revision: Schema.Int,
    title: Schema.String,
    snippet: Schema.String
  })
  const unembedded = (limit: number) =>
    rowsAs(UnembeddedSignal).all(sql`
      select id::float8 as id, revision, title, snippet from search_unembedded join signals on id = signal_id
      where refusals < ${maxRejections} order by refusals, signal_id desc limit ${limit}`)

  const next = Effect.fnUntraced(function* (limit: number) {
    // Most of the time there is nothing to do, and this needs no write.
    const waiting = yield* Effect.orDie(unembedded(1))
    if (waiting.length === 0) return waiting
    const now = yield* Clock.currentTimeMillis
    const until = new Date(now + leaseMillis)
    // A lease that a wrong clock gave does not count.
    const held = yield* sql`
      update search_model set held_by = ${holder}, held_until = ${until}
      where model = ${model} and enqueued
        and (held_by = ${holder} or held_until is null or held_until not between ${new Date(now)} and ${until})
      returning 1`
    return held.length === 0 ? [] : yield* Effect.orDie(unembedded(limit))
  })

  const makeTable = (length: number) =>
    Effect.andThen(
      sql`select make_search_vectors(${length}::int)`,
      sql`update search_model set dimension = ${length}::int`
    )

  const storeSome = Effect.fnUntraced(function* (vectors: ReadonlyArray<Embedded>, length: number) {
    const [known] = yield* sql<{ dimension: number | null }>`
      select dimension from search_model where model = ${model} for update`
    if (known === undefined) return null
    if (known.dimension === null) yield* makeTable(length)
    else if (known.dimension !== length) return known.dimension
    const rows = recordset(vectors.map(({ id, revision, vector }) => ({ id, revision, vector: written(vector) })))
    // What is locked is changing or on its way out: another vector is made of it, or none.
    yield* sql`
      with given as (select id, revision, vector::halfvec as vector
                     from json_to_recordset(${rows}::json) as x(id bigint, revision integer, vector text)),
           free as (select given.id, given.vector
                    from given join search_unembedded q on q.signal_id = given.id and q.revision = given.revision
                    join signals s on s.id = given.id
                    for key share of s skip locked for update of q skip locked),
           done as (delete from search_unembedded q using free where q.signal_id = free.id returning q.signal_id)
      insert into search_vectors (signal_id, bits, vector)
      select id, binary_quantize(vector), vector from free join done on signal_id = id
      on conflict (signal_id) do update set bits = excluded.bits, vector = excluded.vector`.unprepared
    // Cached answers do not have them yet.
    yield* sql`select pg_notify('sonde_changes', 'signals')`
    return length
  })

  const store = Effect.fnUntraced(function* (vectors: ReadonlyArray<Embedded>) {
    const length = vectors[0]!.vector.length
    for (let at = 0; at < vectors.length; at += storedAtOnce) {
      const stored = yield* sql.withTransaction(storeSome(vectors.slice(at, at + storedAtOnce), length))
      yield* changes.changed("signals")
      if (stored !== length) return stored
      yield* Effect.yieldNow
    }
    return length
  })

  const refused = ({ id, revision }: Unembedded) =>
    Effect.asVoid(
      sql`update search_unembedded set refusals = refusals + 1 where signal_id = ${id} and revision = ${revision}`
    )

  const columns = candidateColumns(sql)

  const nearest = Effect.fnUntraced(function* (vector: Float32Array, within: Nearness, limit: number) {
    const asked = written(vector)
    const isNarrowed = Object.keys(within.filters).length > 0
    return yield* sql.withTransaction(
      Effect.andThen(
        sql`select set_config('hnsw.ef_search', ${String(compared)}, true), set_config('hnsw.iterative_scan', 'strict_order', true)`,
        sql<Candidate>`
          select ${columns}
          from (
            select signal_id, vector <=> ${asked}::halfvec as apart
            from (
              select signal_id, vector
              from search_vectors ${isNarrowed ? sql`join search_documents using (signal_id)` : sql``}
              where ${conditionsOf(sql, within)}
              order by bits <~> binary_quantize(${asked}::halfvec) limit ${compared}
            ) alike order by apart limit ${limit}
          ) nearest join search_documents using (signal_id)
          where apart < 0.9999 order by apart, signal_id desc`.unprepared
      )
    )
  })

  const among = (ids: ReadonlyArray<number>, within: Nearness) => sql<Candidate>`
    select ${columns} from search_documents where signal_id = any(${ids.map(BigInt)}::bigint[]) and ${conditionsOf(sql, within)}`

  return { begin, dimension, state, next, store, refused, nearest, among }
}

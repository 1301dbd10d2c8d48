import { Clock, Context, Duration, Effect, Layer, Queue, Schedule, Schema, Stream } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { maxId, maxWideId } from "../domain/Id.ts"
import { Unhurried } from "./database/Database.ts"
import { orDefect } from "./database/Defect.ts"
import { isUnavailable, reasonOf } from "./database/Unavailable.ts"

/*
 * Makes ids of signals and stories 64 bits wide where there are too many rows to do it at a start
 * (sql/0145_wide_ids.sql), while services read and write.
 *
 * Each column gets a twin of 64 bits beside it. A trigger keeps it equal from then on, and rows of before get it in
 * pieces. Then each index and foreign key gets a twin over the twins, and one transaction puts the twins in the place
 * of the columns. Whatever is done is seen in the catalog: after a kill the next run goes on from there, and the
 * transaction at the end looks once more whether something is left.
 */

/** How far it is: what has begun, of how many pieces of work; what of one is done; and what has ended. */
export const WideningEvent = Schema.Union([
  Schema.Struct({ event: Schema.Literal("started"), name: Schema.String, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("progressed"), name: Schema.String, done: Schema.Int, of: Schema.Int }),
  Schema.Struct({ event: Schema.Literal("ended"), name: Schema.String })
])
export type WideningEvent = typeof WideningEvent.Type

/** What is done stays done. */
export class WideningStopped extends Schema.TaggedError<WideningStopped>()("WideningStopped", {
  code: Schema.Literals(["ids_busy", "ids_stopped"]),
  message: Schema.String
}) {}

/** How many ids of signals are used up, and how many there are. */
export const IdState = Schema.Struct({
  used: Schema.Finite,
  limit: Schema.Finite,
  /** Tables whose ids have 32 bits. */
  narrow: Schema.Array(Schema.String)
})
export type IdState = typeof IdState.Type

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
  /** Whether the columns have twins that follow them, and whether those of all rows do. */
  readonly followed: boolean
  readonly filled: boolean
}

interface Index {
  readonly of: string
  readonly name: string
  readonly definition: string
  readonly primary: boolean
  /** Whether its twin may be used; null without one. */
  readonly valid: boolean | null
}

interface ForeignKey {
  readonly of: string
  readonly to: string
  readonly name: string
  readonly column: string
  readonly definition: string
  /** Whether its twin holds for all rows; null without one. */
  readonly valid: boolean | null
}

interface Sequence {
  readonly name: string
  readonly of: string
  readonly column: string
  readonly identity: boolean
}

/** What is of 32 bits, and how far its twins are. */
interface Plan {
  readonly tables: ReadonlyArray<Table>
  readonly indexes: ReadonlyArray<Index>
  readonly keys: ReadonlyArray<ForeignKey>
  readonly sequences: ReadonlyArray<Sequence>
}

/** The key of the lock that one at a time has: "ids" in ASCII. */
const lockKey = 0x696473n

/**
 * Who waits for tables makes all others wait behind it. Nobody looks for a deadlock so soon (`deadlock_timeout`), so
 * that none becomes the victim of one.
 */
const longestWait = Duration.millis(500)

/** How often tables are asked for that others have: a backup has them for as long as it takes. */
const again = { while: isUnavailable, times: 1_200, schedule: Schedule.spaced("1 second") } as const

/** Rows of one piece are locked until it is written; then others have their turn, half as long. */
const pieceMillis = 100

/** The fewest and the most blocks of a piece, and after which part of a table its dead rows are swept. */
const pieces = { first: 64, fewest: 8, most: 8_192, swept: 1 / 8 }

const stopped = (why: string) =>
  new WideningStopped({
    code: "ids_stopped",
    message: `stopped ${why}. Nothing is lost: run it again, and it goes on from there`
  })

const twin = (name: string): string => `${name}_wide`

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const listOf = (texts: ReadonlyArray<string>): string => texts.join(", ")

/** Names of columns within a definition of Postgres become those of their twins. */
const twinned = (definition: string, columns: ReadonlyArray<string>): string =>
  definition.replace(/\w+/g, (word) => (columns.includes(word) ? twin(word) : word))

const makeWidening = (sql: SqlClient.SqlClient, tell: (event: WideningEvent) => Effect.Effect<unknown>) => {
  const run = (text: string) => sql.unsafe(text).unprepared

  const read = Effect.gen(function* () {
    const tables = yield* sql<Table>`
      select table_name as name, array_agg(column_name order by ordinality) as columns,
             exists (
               select from pg_trigger t where t.tgrelid = table_name::regclass and t.tgname = ${"followed_by_wide"}
             ) as followed,
             exists (
               select from pg_constraint c
               where c.conrelid = table_name::regclass and c.conname = table_name || '_wide' and c.convalidated
             ) as filled
      from narrow_ids() with ordinality group by table_name order by min(ordinality)`
    const indexes = yield* sql<Index>`
      select t.relname::text as of, c.relname::text as name, pg_get_indexdef(c.oid) as definition, i.indisprimary as primary,
             (select indisvalid from pg_index where indexrelid = to_regclass(quote_ident(c.relname || '_wide'))) as valid
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      where exists (
        select from narrow_ids() join pg_attribute a on a.attname = column_name
        where table_name::regclass = i.indrelid and a.attrelid = i.indrelid and a.attnum = any(i.indkey)
      )
      order by c.oid`
    const keys = yield* sql<ForeignKey>`
      select k.conrelid::regclass::text as of, k.confrelid::regclass::text as to, k.conname::text as name, a.attname::text as column,
             pg_get_constraintdef(k.oid) as definition,
             (select convalidated from pg_constraint w where w.conrelid = k.conrelid and w.conname = k.conname || '_wide') as valid
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
      where k.contype = 'f' and exists (
        select from narrow_ids() where table_name::regclass = k.confrelid and column_name = b.attname
      )
      order by k.oid`
    const sequences = yield* sql<Sequence>`
      select d.objid::regclass::text as name, d.refobjid::regclass::text as of, a.attname::text as column,
             d.deptype = 'i' as identity
      from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
      where d.deptype in ('a', 'i') and exists (
        select from narrow_ids() where table_name::regclass = d.refobjid and column_name = a.attname
      )`
    return { tables, indexes, keys, sequences } satisfies Plan
  })

  const isComplete = ({ indexes, keys, tables }: Plan): boolean =>
    tables.every(({ filled }) => filled) && [...indexes, ...keys].every(({ valid }) => valid === true)

  /** With tables that nobody else has meanwhile. */
  const alone = <A, E, R>(tables: ReadonlyArray<string>, change: Effect.Effect<A, E, R>) =>
    Effect.retry(
      sql.withTransaction(
        Effect.gen(function* () {
          yield* run(`set local statement_timeout = ${Duration.toMillis(longestWait)}`)
          yield* run(`lock table ${listOf(tables.map(quoted))} in access exclusive mode`)
          yield* run("set local statement_timeout = 0")
          return yield* change
        })
      ),
      again
    )

  const unlimited = <A, E, R>(change: Effect.Effect<A, E, R>) =>
    sql.withTransaction(Effect.andThen(run("set local statement_timeout = 0"), change))

  const follow = ({ columns, name }: Table) => {
    const follower = quoted(`${name}_follow`)
    const twins = columns.map((column) => quoted(twin(column)))
    return alone(
      [name],
      Effect.gen(function* () {
        yield* run(
          `alter table ${quoted(name)} ${listOf(twins.map((column) => `add ${column} bigint`))},
             add constraint ${quoted(twin(name))} check (${twins.map((column) => `${column} is not null`).join(" and ")}) not valid`
        )
        yield* run(
          `create function ${follower}() returns trigger language plpgsql as $$ begin
             ${columns.map((column) => `new.${quoted(twin(column))} := new.${quoted(column)};`).join(" ")} return new;
           end $$`
        )
        yield* run(
          `create trigger followed_by_wide before insert or update on ${quoted(name)}
             for each row execute function ${follower}()`
        )
      })
    )
  }

  const blocksOf = (table: string) =>
    Effect.map(
      sql<{ blocks: number }>`
        select (pg_relation_size(${table}::text::regclass) / current_setting('block_size')::int)::float8 as blocks`,
      ([row]) => row!.blocks
    )

  /**
   * What is locked is passed over: who has it may be waiting for another row of this piece. If it is changed its twin
   * follows, and else the next pass finds it.
   */
  const fillPiece = ({ columns, name }: Table, from: number, to: number) => {
    const left = columns.map((column) => `${quoted(twin(column))} is null`).join(" or ")
    return unlimited(
      Effect.andThen(
        run("set local sonde.rewriting = 'on'"),
        run(
          `update ${quoted(name)} set ${listOf(columns.map((column) => `${quoted(twin(column))} = ${quoted(column)}`))}
             where ctid = any(array(
               select ctid from ${quoted(name)} where ctid >= '(${from},0)' and ctid < '(${to},0)' and (${left})
               for no key update skip locked
             ))`
        )
      )
    )
  }

  const sweep = (table: string) => run(`vacuum ${quoted(table)}`)

  /** All rows that have been there before the twins: new ones, and new versions, have theirs. */
  const fillAll = Effect.fnUntraced(function* (table: Table) {
    const blocks = yield* blocksOf(table.name)
    let length = pieces.first
    let swept = 0
    for (let from = 0; from < blocks;) {
      const to = Math.min(blocks, from + length)
      const started = yield* Clock.currentTimeMillis
      yield* fillPiece(table, from, to)
      const took = (yield* Clock.currentTimeMillis) - started
      length = Math.max(
        pieces.fewest,
        Math.min(pieces.most, 2 * length, Math.round(((to - from) * pieceMillis) / Math.max(1, took)))
      )
      from = to
      yield* tell({ event: "progressed", name: table.name, done: from, of: blocks })
      // New versions then go where old ones were, and the table grows by this part alone.
      if (from - swept > Math.max(pieces.most, blocks * pieces.swept)) {
        yield* sweep(table.name)
        swept = from
      }
      yield* Effect.sleep(took / 2)
    }
  })

  const fill = Effect.fnUntraced(function* (table: Table) {
    const left = table.columns.map((column) => `${quoted(twin(column))} is null`).join(" or ")
    for (;;) {
      yield* fillAll(table)
      const [row] = yield* unlimited(run(`select exists (select from ${quoted(table.name)} where ${left}) as "isLeft"`))
      if ((row as { readonly isLeft: boolean }).isLeft === false) break
      yield* Effect.sleep("1 second")
    }
    yield* sweep(table.name)
    yield* unlimited(run(`alter table ${quoted(table.name)} validate constraint ${quoted(twin(table.name))}`))
  })

  const makeIndex = Effect.fnUntraced(function* ({ tables }: Plan, { definition, name, of, valid }: Index) {
    if (valid === false) yield* run(`drop index concurrently if exists ${quoted(twin(name))}`)
    const columns = tables.find((table) => table.name === of)!.columns
    const [kind, rest] = [definition.slice(0, definition.indexOf(" INDEX ")), definition.split(" USING ")[1]!]
    yield* run(`${kind} index concurrently ${quoted(twin(name))} on ${quoted(of)} using ${twinned(rest, columns)}`)
  })

  const makeKey = Effect.fnUntraced(function* ({ tables }: Plan, { definition, name, of, to, valid }: ForeignKey) {
    const [, own, others, rest] = /^FOREIGN KEY \(([^()]+)\) REFERENCES [^()]+\(([^()]+)\)(.*)$/.exec(
      definition.replace(" NOT VALID", "")
    )!
    const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.columns ?? []
    if (valid === null) {
      yield* alone(
        [of, to],
        run(
          `alter table ${quoted(of)} add constraint ${quoted(twin(name))} foreign key (${twinned(own!, columnsOf(of))})
             references ${quoted(to)} (${twinned(others!, columnsOf(to))})${rest} not valid`
        )
      )
    }
    yield* unlimited(run(`alter table ${quoted(of)} validate constraint ${quoted(twin(name))}`))
  })

  /** The twins take the place of the columns: only the catalog changes. */
  const exchange = Effect.fnUntraced(function* ({ indexes, keys, sequences, tables }: Plan) {
    for (const { name, of } of keys) yield* run(`alter table ${quoted(of)} drop constraint ${quoted(name)}`)
    const next = new Map<string, string>()
    for (const { identity, name } of sequences) {
      const [row] = yield* run(`select (last_value + is_called::int)::text as next from ${name}`)
      next.set(name, (row as { readonly next: string }).next)
      if (!identity) yield* run(`alter sequence ${name} owned by none`)
    }
    for (const { columns, name: table } of tables) {
      yield* run(`drop trigger followed_by_wide on ${quoted(table)}`)
      yield* run(`drop function ${quoted(`${table}_follow`)}()`)
      yield* run(`alter table ${quoted(table)} ${listOf(columns.map((column) => `drop column ${quoted(column)}`))}`)
      for (const column of columns) {
        yield* run(`alter table ${quoted(table)} rename column ${quoted(twin(column))} to ${quoted(column)}`)
      }
      // Proven by the constraint, which is of no more use then.
      yield* run(
        `alter table ${quoted(table)} ${listOf(columns.map((column) => `alter ${quoted(column)} set not null`))}`
      )
      yield* run(`alter table ${quoted(table)} drop constraint ${quoted(twin(table))}`)
    }
    for (const { name, of, primary } of indexes) {
      yield* primary
        ? run(`alter table ${quoted(of)} add constraint ${quoted(name)} primary key using index ${quoted(twin(name))}`)
        : run(`alter index ${quoted(twin(name))} rename to ${quoted(name)}`)
    }
    for (const { name, of } of keys) {
      yield* run(`alter table ${quoted(of)} rename constraint ${quoted(twin(name))} to ${quoted(name)}`)
    }
    for (const { column, identity, name, of } of sequences) {
      yield* identity
        ? run(
            `alter table ${quoted(of)} alter ${quoted(column)}
               add generated always as identity (sequence name ${name} start with ${next.get(name)})`
          )
        : run(`alter sequence ${name} as bigint owned by ${quoted(of)}.${quoted(column)}`)
    }
  })

  /** Whether it is done; if not, something has come up since the plan was read, as a table of vectors does. */
  const finish = ({ keys, tables }: Plan) =>
    alone(
      [...new Set([...tables.map(({ name }) => name), ...keys.map(({ of }) => of)])],
      Effect.gen(function* () {
        const plan = yield* read
        if (!isComplete(plan)) return false
        yield* exchange(plan)
        return true
      })
    )

  return Effect.gen(function* () {
    for (;;) {
      const plan = yield* read
      if (plan.tables.length === 0) return
      const filling = plan.tables.filter(({ filled }) => !filled)
      const indexing = plan.indexes.filter(({ valid }) => valid !== true)
      const linking = plan.keys.filter(({ valid }) => valid !== true)
      const of = filling.length + indexing.length + linking.length + 1
      const step = <A>(name: string, work: Effect.Effect<A, SqlError.SqlError>) =>
        Effect.andThen(tell({ event: "started", name, of }), work).pipe(
          Effect.tap(() => tell({ event: "ended", name })),
          Effect.mapError((error) => stopped(`at ${name}: ${reasonOf(error)}`))
        )
      for (const table of filling) {
        yield* step(table.name, Effect.andThen(table.followed ? Effect.void : follow(table), fill(table)))
      }
      for (const index of indexing)
        yield* step(index.name, Effect.retry(makeIndex(plan, index), { ...again, times: 5 }))
      for (const key of linking) yield* step(key.name, makeKey(plan, key))
      // Plans are made with what is known of the twins.
      for (const { name } of plan.tables) yield* run(`analyze ${quoted(name)}`)
      if (yield* step("exchange", finish(plan))) return
    }
  })
}

/** Ids of signals and stories, and how many there can be. */
export class WideIds extends Context.Service<
  WideIds,
  {
    readonly state: Effect.Effect<IdState>
    /** Makes them 64 bits wide, or goes on with it. */
    readonly widen: Stream.Stream<WideningEvent, WideningStopped>
  }
>()("sonde/storage/WideIds") {
  static readonly layer = Layer.effect(
    WideIds,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const unhurried = yield* Unhurried

      const state = Effect.map(
        sql<{ used: number; narrow: ReadonlyArray<string> }>`
          select coalesce(pg_sequence_last_value(pg_get_serial_sequence('signals', 'id')::regclass), 0)::float8 as used,
                 array(select distinct table_name from narrow_ids() order by 1) as narrow`,
        ([row]) => ({ ...row!, limit: row!.narrow.length === 0 ? maxWideId : maxId })
      )

      const widen = Stream.callback<WideningEvent, WideningStopped>((queue) =>
        unhurried<WideningStopped | SqlError.SqlError>((client) =>
          Effect.gen(function* () {
            // The server ends what it does for a command that was killed.
            yield* Effect.ignore(client`set client_connection_check_interval = 2000`)
            const [row] = yield* client<{ mine: boolean }>`select pg_try_advisory_lock(${lockKey}) as mine`
            if (row!.mine === false) {
              const message = "another command is at it: wait until that has ended"
              return yield* new WideningStopped({ code: "ids_busy", message })
            }
            yield* makeWidening(client, (event) => Queue.offer(queue, event)).pipe(
              Effect.ensuring(Effect.ignore(client`select pg_advisory_unlock(${lockKey})`))
            )
          })
        ).pipe(
          Effect.catchTag("SqlError", (error) => Effect.fail(stopped(`by the database: ${reasonOf(error)}`))),
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.matchCauseEffect({
            onSuccess: () => Queue.end(queue),
            onFailure: (cause) => Queue.failCause(queue, cause)
          })
        )
      )

      return { state: orDefect(state), widen }
    })
  )

  /** What is in memory counts in numbers of JavaScript. */
  static readonly layerMemory = Layer.succeed(WideIds, {
    state: Effect.succeed({ used: 0, limit: maxWideId, narrow: [] }),
    widen: Stream.empty
  })
}

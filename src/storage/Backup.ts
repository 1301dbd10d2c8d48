import { Context, Effect, Layer, Queue, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { createGunzip } from "node:zlib"
import { orDefect } from "./database/Defect.ts"
import { inTransaction } from "./database/Transaction.ts"

/*
 * The whole database as lines of JSON, the same for the embedded one and for a server: a header with the schema, then
 * each table with its rows as Postgres writes them (`table::text`), then the sequences, and at the end how much was
 * written, with its digest.
 */

/** Why there is no restoring: nothing was changed. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", {
  code: Schema.Literals(["backup_unreadable", "database_not_empty", "other_schema"]),
  message: Schema.String
}) {}

/** What a backup holds. */
export const Restored = Schema.Struct({ tables: Schema.Int, rows: Schema.Int, made_at: Schema.String })
export type Restored = typeof Restored.Type

/**
 * Tables, and sequences, that are left out: the schema makes the first, the second is outdated after a minute, the
 * search index is rebuilt from the signals, and queues are filled again when a service starts. A database that no
 * service has run on has no queues.
 */
const leftOut =
  /^(?:migrations|rate_limits|search_(?:cluster|documents|languages|model|outbox(?:_seq_seq)?|sources|state|uncounted(?:_id_seq)?|unembedded|vectors|words)|(?:report|slot)_queue\w*)$/

/** Tables that a new database has rows in: a backup replaces them. */
const seeded = new Set(["id_keys", "service_secrets", "watches_version"])

/** Rows that are written at a time; `fetch` below reads as many. */
const piece = 200

/** Lines are handed over in parts of about so many characters. */
const partSize = 64 * 1024

const format = 1

const unreadable = (message: string) =>
  new BackupRefused({ code: "backup_unreadable", message: `This is no whole backup of Sonde: ${message}` })

interface Table {
  readonly name: string
  readonly columns: ReadonlyArray<string>
}

/** A table comes after those that it refers to. */
const inOrder = (
  tables: ReadonlyArray<Table & { readonly refers: ReadonlyArray<string> | null }>
): ReadonlyArray<Table> => {
  const ordered: Array<Table> = []
  const left = new Set(tables)
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name))
    const next = [...left].filter(({ name, refers }) => !refers?.some((to) => to !== name && names.has(to)))
    if (next.length === 0) throw new Error(`Tables refer to each other: ${[...names].join(", ")}`)
    for (const table of next) {
      left.delete(table)
      ordered.push({ name: table.name, columns: table.columns })
    }
  }
  return ordered
}

/** The lines of a compressed file. */
const linesIn = async function* (path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const plain = createGunzip()
  const file = createReadStream(path).once("error", (error) => plain.destroy(error))
  let rest = ""
  try {
    for await (const bytes of file.pipe(plain)) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n")
      rest = lines.pop()!
      yield* lines
    }
    if (rest !== "") yield rest
  } finally {
    file.destroy()
  }
}

/** Keeps all that is stored in a file, and brings it back into an empty database. */
export class Backup extends Context.Service<
  Backup,
  {
    /** The lines of a backup, in parts, all of one moment. A reader that is slow slows the reading down. */
    readonly dump: Stream.Stream<string>
    /** All of a file (gzip), or nothing: into an empty database of the same schema. */
    readonly restore: (path: string) => Effect.Effect<Restored, BackupRefused>
  }
>()("sonde/storage/Backup") {
  static readonly layer = Layer.effect(
    Backup,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = inTransaction(sql)

      const unlimited = sql`set local statement_timeout = 0`

      const schema = Effect.map(
        sql<{ id: number; sha256: string }>`select id, sha256 from migrations order by id`,
        (rows) => rows.map(({ id, sha256 }) => `${id} ${sha256}`)
      )

      // Copies of columns that ids have while they are widened are not part of what is kept (WideIds.ts).
      const tables = Effect.map(
        sql<Table & { readonly refers: ReadonlyArray<string> | null }>`
          select c.relname as name,
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
               and not (a.attname like '%\_wide' and exists (
                 select from pg_attribute narrow
                 where narrow.attrelid = c.oid and narrow.attname = left(a.attname::text, -5)))) as columns,
            (select array_agg(distinct f.confrelid::regclass::text) from pg_constraint f
             where f.conrelid = c.oid and f.contype = 'f') as refers
          from pg_class c
          where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
          order by 1`,
        (rows) => inOrder(rows.filter(({ name }) => !leftOut.test(name)))
      )

      const sequences = Effect.map(
        sql<{ name: string; last: string | null }>`
          select sequencename as name, last_value::text as last
          from pg_sequences where schemaname = current_schema() order by 1`,
        (rows) => rows.filter(({ name }) => !leftOut.test(name))
      )

      const dump = Stream.callback<string>(
        (queue) => {
          const hash = createHash("sha256")
          let part = ""
          const tell = (line: unknown) => {
            const text = `${JSON.stringify(line)}\n`
            hash.update(text)
            part += text
          }
          const handOver = (least: number) =>
            Effect.suspend(() => {
              if (part.length < least) return Effect.void
              const full = part
              part = ""
              return Queue.offer(queue, full)
            })

          const rowsOf = Effect.fnUntraced(function* ({ columns, name }: Table) {
            const kept = sql.csv(columns.map((column) => sql`${sql(column)}`))
            yield* sql`
              declare kept no scroll cursor for select row(${kept})::text as row from ${sql(name)}`.unprepared
            let count = 0
            for (;;) {
              const rows = yield* sql<{ row: string }>`fetch 200 from kept`.unprepared
              for (const { row } of rows) tell(row)
              count += rows.length
              yield* handOver(partSize)
              if (rows.length === 0) break
            }
            yield* sql`close kept`.unprepared
            return count
          })

          return Effect.gen(function* () {
            yield* sql`set transaction isolation level repeatable read, read only`.unprepared
            yield* unlimited.unprepared
            const [moment] = yield* sql<{ now: Date }>`select now()`
            tell({ sonde: "backup", format, schema: yield* schema, made_at: moment!.now.toISOString() })
            const counts: Record<string, number> = {}
            for (const table of yield* tables) {
              tell({ table: table.name, columns: table.columns })
              counts[table.name] = yield* rowsOf(table)
            }
            tell({
              sequences: (yield* sequences).filter(({ last }) => last !== null).map(({ last, name }) => [name, last])
            })
            const sha256 = hash.digest("hex")
            part += `${JSON.stringify({ end: counts, sha256 })}\n`
            yield* handOver(0)
          }).pipe(
            transaction,
            Effect.matchCauseEffect({
              onSuccess: () => Queue.end(queue),
              onFailure: (cause) => Queue.failCause(queue, cause as never)
            })
          )
        },
        { bufferSize: 4 }
      )

      /** What a database has that is not new, by its tables. */
      const filled = Effect.fnUntraced(function* (known: ReadonlyArray<Table>) {
        const found: Array<string> = []
        for (const { name } of known) {
          if (seeded.has(name)) continue
          const rows = yield* sql`select from ${sql(name)} limit 1`.unprepared
          if (rows.length > 0) found.push(name)
        }
        return found
      })

      /** Rows as the backup has them: in another database the columns of a table may be in another order. */
      const given = "given_rows"
      const take = ({ columns, name }: Table) =>
        Effect.andThen(
          sql`drop table if exists ${sql(given)}`.unprepared,
          sql`create temporary table ${sql(given)} on commit drop as
              select ${sql.csv(columns.map((column) => sql`${sql(column)}`))} from ${sql(name)} with no data`.unprepared
        )

      const write = ({ columns, name }: Table, rows: ReadonlyArray<string>) =>
        rows.length === 0
          ? Effect.void
          : sql`
              insert into ${sql(name)} (${sql.csv(columns.map((column) => sql`${sql(column)}`))}) overriding system value
              select ${sql.csv(columns.map((column) => sql`(r).${sql(column)}`))}
              from (select line::${sql(given)} as r from unnest(${rows}::text[]) as given(line) offset 0) rows`
              .unprepared

      const restoreFrom = Effect.fnUntraced(
        function* (lines: AsyncGenerator<string>) {
          yield* unlimited.unprepared
          const known = yield* tables
          const byName = new Map(known.map((table) => [table.name, table]))
          const present = new Map((yield* sequences).map((sequence) => [sequence.name, sequence]))
          const next = Effect.tryPromise({
            try: () => lines.next(),
            catch: (error) => unreadable(error instanceof Error ? error.message : "it cannot be read")
          })
          const parsed = (line: string): Effect.Effect<any, BackupRefused> =>
            Effect.try({ try: () => JSON.parse(line), catch: () => unreadable("a line is no JSON") })

          const first = yield* next
          const header = first.done === true ? null : yield* parsed(first.value)
          if (header?.sonde !== "backup" || header.format !== format)
            return yield* unreadable("it does not begin as one")
          const own = yield* schema
          if (JSON.stringify(header.schema) !== JSON.stringify(own)) {
            return yield* new BackupRefused({
              code: "other_schema",
              message:
                `The backup was made with migrations up to ${String(header.schema?.at?.(-1)).split(" ")[0]}, this version of Sonde has them up to ${own.at(-1)!.split(" ")[0]}: ` +
                "restore it with the version of Sonde that made it, and upgrade then"
            })
          }
          const rest = yield* filled(known)
          if (rest.length > 0) {
            return yield* new BackupRefused({
              code: "database_not_empty",
              message:
                `There is something in the database already (${rest.slice(0, 5).join(", ")}), which would be mixed with the backup. ` +
                "Restore into a new DATA_DIR or an empty Postgres database, before the service is started on it"
            })
          }

          for (const { name } of known) {
            yield* sql`alter table ${sql(name)} disable trigger user`.unprepared
            if (seeded.has(name)) yield* sql`delete from ${sql(name)}`.unprepared
          }
          const hash = createHash("sha256").update(`${first.value}\n`)
          const counts: Record<string, number> = {}
          let table: Table | undefined
          let rows: Array<string> = []
          const writeRows = Effect.suspend(() => {
            const full = rows
            rows = []
            return table === undefined ? Effect.void : write(table, full)
          })
          const numbers: Array<readonly [string, string]> = []
          let end: { readonly end: Record<string, number>; readonly sha256: string } | undefined
          for (let line = yield* next; line.done !== true; line = yield* next) {
            if (end !== undefined) return yield* unreadable("something stands behind its end")
            const value = yield* parsed(line.value)
            if (value?.end !== undefined) {
              end = value
              continue
            }
            hash.update(`${line.value}\n`)
            if (typeof value === "string") {
              if (table === undefined) return yield* unreadable("a row has no table")
              rows.push(value)
              counts[table.name]!++
              if (rows.length >= piece) yield* writeRows
              continue
            }
            yield* writeRows
            if (value?.table !== undefined) {
              const own = byName.get(value.table)
              if (own === undefined || String(own.columns.toSorted()) !== String(value.columns?.toSorted?.())) {
                return yield* unreadable("it has a table that this version of Sonde has not")
              }
              table = { name: own.name, columns: value.columns }
              yield* take(table)
              counts[table.name] = 0
            } else if (Array.isArray(value?.sequences)) {
              for (const [name, last] of value.sequences) {
                if (!present.has(name)) return yield* unreadable("it has a sequence that this version of Sonde has not")
                numbers.push([name, String(last)])
              }
            } else return yield* unreadable("it has a line of an unknown kind")
          }
          if (end === undefined) return yield* unreadable("its end is missing")
          if (JSON.stringify(end.end) !== JSON.stringify(counts) || hash.digest("hex") !== end.sha256) {
            return yield* unreadable("it was changed: its digest is another")
          }
          for (const { name } of known) yield* sql`alter table ${sql(name)} enable trigger user`.unprepared
          // No transaction takes these back.
          for (const [name, last] of numbers) {
            yield* sql`select setval(${name}::text::regclass, ${last}::text::bigint)`.unprepared
          }
          // The search index and the vectors are made anew.
          yield* sql`update search_state set analysis = 0`.unprepared
          yield* sql`update search_model set enqueued = false`.unprepared
          return {
            tables: known.length,
            rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
            made_at: String(header.made_at)
          }
        },
        transaction,
        orDefect
      )

      const restore = (path: string) =>
        Effect.acquireUseRelease(
          Effect.sync(() => linesIn(path)),
          restoreFrom,
          (lines) => Effect.promise(() => lines.return(undefined))
        )

      return { dump, restore }
    })
  )

  /** What is in memory has no database. */
  static readonly layerMemory = Layer.succeed(Backup, {
    dump: Stream.die(new Error("There is no database to back up")),
    restore: () => Effect.die(new Error("There is no database to restore into"))
  })
}

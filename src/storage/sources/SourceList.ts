import { Context, DateTime, Effect, Layer, Schema, Semaphore } from "effect"
import { SqlClient } from "effect/sql"
import { chunks, recordset } from "../database/Batch.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { inTransaction } from "../database/Transaction.ts"

/** An entry of the operator's list, in the form that it has in the list's file. */
export const ListedEntry = Schema.Struct({
  /** Of the feed, or of the service. */
  name: Schema.String,
  /** The member of the file under which it stands. */
  service: Schema.String,
  entry: Schema.Unknown
})
export type ListedEntry = typeof ListedEntry.Type

/** What was chosen for one source. */
export const SourceChoice = Schema.Struct({
  name: Schema.String,
  paused: Schema.Boolean,
  /** An interval, or the times of a cron expression, in place of what the entry says. */
  every: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String)
})
export type SourceChoice = typeof SourceChoice.Type

/** A source for which nothing was chosen. */
export const noChoice = (name: string): SourceChoice => ({ name, paused: false, every: null, tags: [] })

const isNoChoice = ({ every, paused, tags }: SourceChoice): boolean => !paused && every === null && tags.length === 0

export interface StoredList {
  /** In the order in which they were added. */
  readonly entries: ReadonlyArray<ListedEntry>
  /** By name. */
  readonly choices: ReadonlyArray<SourceChoice>
  /** The digests of the files that were read into it. */
  readonly files: ReadonlySet<string>
}

/** What is done to the list; entries are removed before others are put. */
export interface ListChange {
  /** The names of entries. */
  readonly remove?: ReadonlyArray<string>
  /** Entries to add, or to put in the place of those of the same name. */
  readonly put?: ReadonlyArray<ListedEntry>
  /** Each in the place of the one before; what chooses nothing is not kept. */
  readonly choose?: ReadonlyArray<SourceChoice>
  /** The digest of a file that this reads into the list. */
  readonly file?: string
}

/** The names of the sources that have one of the tags. */
export const withTags = (
  of: ReadonlyMap<string, ReadonlyArray<string>>,
  wanted: ReadonlyArray<string>
): ReadonlyArray<string> => [...of].flatMap(([name, tags]) => (tags.some((tag) => wanted.includes(tag)) ? [name] : []))

/** The operator's list of sources. */
export class SourceList extends Context.Service<
  SourceList,
  {
    readonly read: Effect.Effect<StoredList>
    /** The tags of sources that have any, by the sources' names. */
    readonly tags: Effect.Effect<ReadonlyMap<string, ReadonlyArray<string>>>
    /** Changes the list as is decided from what is there; one change comes after the other. */
    readonly change: <A, E>(
      decide: (list: StoredList) => Effect.Effect<readonly [ListChange, A], E>
    ) => Effect.Effect<A, E>
  }
>()("sonde/storage/SourceList") {
  static readonly layer = Layer.effect(
    SourceList,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const File = Schema.Struct({ digest: Schema.String })
      const read = Effect.all({
        entries: rowsAs(ListedEntry).all(sql`select name, service, entry from listed_sources order by position`),
        choices: rowsAs(SourceChoice).all(
          sql`select name, paused, every, tags from source_choices order by name collate "C"`
        ),
        files: Effect.map(
          rowsAs(File).all(sql`select digest from source_list_files`),
          (files) => new Set(files.map(({ digest }) => digest))
        )
      })

      const Tagged = Schema.Struct({ name: Schema.String, tags: Schema.Array(Schema.String) })
      const tags = Effect.map(
        rowsAs(Tagged).all(sql`select name, tags from source_choices where tags <> '{}'`),
        (rows) => new Map(rows.map(({ name, tags }) => [name, tags]))
      )

      const write = Effect.fnUntraced(function* ({ choose = [], file, put = [], remove = [] }: ListChange) {
        if (remove.length > 0) yield* sql`delete from listed_sources where name = any(${remove}::text[])`
        for (const entries of chunks(put))
          yield* sql`
            insert into listed_sources (name, service, entry)
            select * from json_to_recordset(${recordset(entries)}::json) as x(name text, service text, entry json)
            on conflict (name) do update set service = excluded.service, entry = excluded.entry`
        for (const choices of chunks(choose)) {
          yield* sql`delete from source_choices where name = any(${choices.map(({ name }) => name)}::text[])`
          yield* sql`
            insert into source_choices (name, paused, every, tags)
            select * from json_to_recordset(${recordset(choices.filter((choice) => !isNoChoice(choice)))}::json)
              as x(name text, paused boolean, every text, tags text[])`
        }
        if (file !== undefined)
          yield* sql`
            insert into source_list_files (digest, read_at) values (${file}, ${yield* DateTime.nowAsDate})
            on conflict (digest) do nothing`
      })

      return {
        read: orDefect(read),
        tags: orDefect(tags),
        change: (decide) =>
          Effect.gen(function* () {
            yield* orDefect(sql`select pg_advisory_xact_lock('listed_sources'::regclass::bigint)`)
            const [change, answer] = yield* decide(yield* orDefect(read))
            yield* orDefect(write(change))
            return answer
          }).pipe(inTransaction(sql))
      }
    })
  )

  static readonly layerMemory = Layer.sync(SourceList, (): SourceList["Service"] => {
    let entries: ReadonlyMap<string, ListedEntry> = new Map()
    let choices: ReadonlyMap<string, SourceChoice> = new Map()
    let files: ReadonlySet<string> = new Set()
    const read = Effect.sync((): StoredList => ({
      entries: [...entries.values()],
      choices: [...choices.values()].sort((one, other) => (one.name < other.name ? -1 : 1)),
      files
    }))
    const turn = Semaphore.makeUnsafe(1)
    return {
      read,
      tags: Effect.sync(
        () => new Map([...choices].flatMap(([name, { tags }]) => (tags.length > 0 ? [[name, tags] as const] : [])))
      ),
      change: Effect.fnUntraced(function* (decide) {
        const [{ choose = [], file, put = [], remove = [] }, answer] = yield* decide(yield* read)
        const left = [...entries].filter(([name]) => !remove.includes(name))
        entries = new Map([...left, ...put.map((entry) => [entry.name, entry] as const)])
        const chosen = new Map([...choices, ...choose.map((choice) => [choice.name, choice] as const)])
        choices = new Map([...chosen].filter(([, choice]) => !isNoChoice(choice)))
        if (file !== undefined) files = new Set([...files, file])
        return answer
      }, turn.withPermit)
    }
  })
}

import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AccountId } from "../../domain/Account.ts"
import type { Conflict, NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import type { CalendarDate } from "../../domain/Timestamp.ts"
import { historyDays, type Position, TrackedKeyword, TrackedKeywordId } from "../../domain/TrackedKeyword.ts"
import { chunks, inTurn, recordset } from "../database/Batch.ts"
import { timestamp } from "../database/Columns.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"
import { keywordTracked } from "../Refusals.ts"
import { inTransaction } from "../database/Transaction.ts"

export interface NewTrackedKeyword {
  readonly keyword: string
  readonly target_url: string
  readonly search_volume: number | null
}

/** A keyword with positions of other days, as an import brings it. */
interface ImportedKeyword extends Pick<NewTrackedKeyword, "keyword" | "target_url"> {
  readonly positions: ReadonlyArray<Position>
}

/** What an import did: keywords that were not tracked before, days that had no position, days that had another one. */
interface Imported {
  readonly keywords: number
  readonly new: number
  readonly changed: number
}

/** A keyword and URL without a position of the day, once for all accounts that track them (`ids`). */
const UncheckedKeyword = Schema.Struct({
  ids: Schema.Array(TrackedKeywordId),
  keyword: Schema.String,
  target_url: Schema.String
})
export type UncheckedKeyword = typeof UncheckedKeyword.Type

/** Keywords that an account tracks, with their positions. `current_position` is that of the newest day with a check. */
export class TrackedKeywords extends Context.Service<
  TrackedKeywords,
  {
    /** Newest first, each with the positions of the 90 newest days that have one, oldest first. */
    readonly list: (account: AccountId) => Effect.Effect<ReadonlyArray<TrackedKeyword>>
    /** `already_exists` when the account tracks that keyword for that URL. */
    readonly create: (account: AccountId, keyword: NewTrackedKeyword) => Effect.Effect<TrackedKeyword, Conflict>
    /** Deletes the keyword with its positions. */
    readonly remove: (account: AccountId, id: TrackedKeywordId) => Effect.Effect<void, NotFound>
    /**
     * Sets the positions of the days named; a day that has one is replaced, of a day named twice the last one stays.
     */
    readonly record: (
      account: AccountId,
      id: TrackedKeywordId,
      positions: ReadonlyArray<Position>
    ) => Effect.Effect<TrackedKeyword, NotFound>
    /**
     * Tracks the keywords that are missing and sets the positions of the days named, as `record` does: all of it or
     * nothing.
     */
    readonly import: (account: AccountId, keywords: ReadonlyArray<ImportedKeyword>) => Effect.Effect<Imported>
    /**
     * Keywords of all accounts that have no position of the day and were not looked up since `before`. Accounts take
     * turns, so that one with many keywords leaves room for others; of each, those that were looked up longest ago come
     * first.
     */
    readonly unchecked: (query: {
      readonly day: CalendarDate
      readonly before: Date
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<UncheckedKeyword>>
    /**
     * The keywords were looked up now; null: the look-up failed. A position does not replace what the day has by then.
     */
    readonly lookedUp: (ids: ReadonlyArray<TrackedKeywordId>, position: Position | null) => Effect.Effect<void>
  }
>()("sonde/storage/TrackedKeywords") {
  static readonly layer = Layer.effect(
    TrackedKeywords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = inTransaction(sql)

      const select = (account: AccountId, id: TrackedKeywordId | null) =>
        rowsAs(TrackedKeyword).all(sql`
          select k.id, k.keyword, k.target_url, k.search_volume, ${timestamp("k.created_at")} as created_at,
            coalesce(h.history, '[]') as position_history,
            (h.history -> -1 ->> 'position')::integer as current_position
          from tracked_keywords k
          left join lateral (
            select json_agg(json_build_object('date', day, 'position', position, 'url', url) order by day) as history
            from (
              select day, position, url from keyword_positions where keyword_id = k.id
              order by day desc limit ${historyDays}
            ) newest
          ) h on true
          where k.account_id = ${account} and (${id}::integer is null or k.id = ${id})
          order by k.created_at desc, k.seq desc`)

      const Inserted = Schema.Struct({ id: TrackedKeywordId })
      const insert = (
        account: AccountId,
        { keyword, search_volume, target_url }: NewTrackedKeyword,
        created_at: Date
      ) =>
        rowsAs(Inserted).one(sql`
          insert into tracked_keywords (account_id, keyword, target_url, search_volume, created_at)
          values (${account}, ${keyword}, ${target_url}, ${search_volume}, ${created_at})
          on conflict do nothing
          returning id`)

      const show = (account: AccountId, id: TrackedKeywordId) =>
        Effect.flatMap(select(account, id), ([keyword]) => Effect.fromNullishOr(keyword))

      const create = Effect.fnUntraced(
        function* (account: AccountId, keyword: NewTrackedKeyword) {
          const created_at = yield* DateTime.nowAsDate
          const { id } = yield* insert(account, keyword, created_at).pipe(
            Effect.catchTag("NoSuchElementError", () => Effect.fail(keywordTracked()))
          )
          return yield* show(account, id)
        },
        transaction,
        orDefect
      )

      const remove = Effect.fnUntraced(function* (account: AccountId, id: TrackedKeywordId) {
        const gone = yield* sql`delete from tracked_keywords where id = ${id} and account_id = ${account} returning id`
        if (gone.length === 0) return yield* missing("keyword_not_found")
      }, orDefect)

      const record = Effect.fnUntraced(
        function* (account: AccountId, id: TrackedKeywordId, positions: ReadonlyArray<Position>) {
          // Two imports of one keyword take turns: their days may overlap, in any order.
          const known = yield* sql`
            select 1 from tracked_keywords where id = ${id} and account_id = ${account} for no key update`
          if (known.length === 0) return yield* missing("keyword_not_found")
          yield* sql`
            insert into keyword_positions (keyword_id, day, position, url)
            select ${id}::integer, date, position, url
            from json_to_recordset(${JSON.stringify(lastOfEachDay(positions))}::json)
              as given (date date, position integer, url text)
            on conflict (keyword_id, day) do update set position = excluded.position, url = excluded.url`
          return yield* show(account, id)
        },
        transaction,
        orDefect
      )

      const track = (account: AccountId, keywords: ReadonlyArray<ImportedKeyword>, created_at: Date) => sql`
        insert into tracked_keywords (account_id, keyword, target_url, created_at)
        select ${account}::integer, keyword, target_url, ${created_at}
        from json_to_recordset(${recordset(keywords)}::json) as x(keyword text, target_url text)
        where not exists ( -- an insert that conflicts would use up an id
          select 1 from tracked_keywords k
          where k.account_id = ${account} and k.keyword = x.keyword and k.target_url = x.target_url
        )
        on conflict do nothing
        returning id`

      // In the order of the keys, so that two writers of the same days cannot deadlock.
      const SetDay = Schema.Struct({ added: Schema.Boolean })
      const setDays = (account: AccountId, rows: string) =>
        rowsAs(SetDay).all(sql`
          insert into keyword_positions (keyword_id, day, position, url)
          select k.id, x.date, x.position, x.url
          from json_to_recordset(${rows}::json)
            as x(keyword text, target_url text, date date, position integer, url text)
          join tracked_keywords k
            on k.account_id = ${account} and k.keyword = x.keyword and k.target_url = x.target_url
          order by k.id, x.date
          on conflict (keyword_id, day) do update set position = excluded.position, url = excluded.url
          where (keyword_positions.position, keyword_positions.url) is distinct from (excluded.position, excluded.url)
          returning xmax = 0 as added`)

      const importAll = Effect.fnUntraced(
        function* (account: AccountId, keywords: ReadonlyArray<ImportedKeyword>) {
          const created_at = yield* DateTime.nowAsDate
          const imported = { keywords: 0, new: 0, changed: 0 }
          for (const chunk of chunks(keywords)) imported.keywords += (yield* track(account, chunk, created_at)).length
          const days = keywords.flatMap(({ keyword, positions, target_url }) =>
            lastOfEachDay(positions).map((position) => ({ keyword, target_url, ...position }))
          )
          for (const chunk of chunks(days)) {
            const set = yield* setDays(account, recordset(chunk))
            const added = set.filter(({ added }) => added).length
            imported.new += added
            imported.changed += set.length - added
          }
          return imported
        },
        inTurn(sql, "tracked_keywords"),
        orDefect
      )

      const lookedUp = Effect.fnUntraced(
        function* (ids: ReadonlyArray<TrackedKeywordId>, position: Position | null) {
          const found = position ?? { date: null, position: null, url: null }
          // Keywords that were deleted meanwhile are left out.
          yield* sql`
            with looked as (
              update tracked_keywords set looked_up_at = ${yield* DateTime.nowAsDate}
              where id = any(${ids}::integer[]) returning id
            )
            insert into keyword_positions (keyword_id, day, position, url)
            select id, ${found.date}::date, ${found.position}::integer, ${found.url}::text
            from looked where ${position !== null}::boolean order by id
            on conflict do nothing`
        },
        Effect.asVoid,
        orDefect
      )

      return {
        list: (account) => orDefect(select(account, null)),
        create,
        remove,
        record,
        import: importAll,
        unchecked: ({ before, day, limit }) =>
          orDefect(
            rowsAs(UncheckedKeyword).all(sql`
              select keyword, target_url, json_agg(id order by seq) as ids
              from (
                select id, seq, keyword, target_url,
                       row_number() over (partition by account_id order by looked_up_at nulls first, seq) as turn
                from tracked_keywords k
                where (looked_up_at is null or looked_up_at <= ${before})
                  and not exists (select 1 from keyword_positions where keyword_id = k.id and day = ${day}::date)
              ) waiting
              group by keyword, target_url order by min(turn), min(seq) limit ${limit}`)
          ),
        lookedUp
      }
    })
  )
}

/** One statement can't set a row twice. */
const lastOfEachDay = (positions: ReadonlyArray<Position>): ReadonlyArray<Position> => [
  ...new Map(positions.map((position) => [position.date, position])).values()
]

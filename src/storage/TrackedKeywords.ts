import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AccountId } from "../domain/Account.ts"
import type { Conflict, NotFound } from "../domain/Failure.ts"
import { type CalendarDate, now, type Timestamp } from "../domain/Timestamp.ts"
import { historyDays, type Position, TrackedKeyword, TrackedKeywordId } from "../domain/TrackedKeyword.ts"
import { timestamp } from "./Columns.ts"
import { orDefect } from "./Defect.ts"
import { keywordNotFound, keywordTracked } from "./Refusals.ts"
import { inTransaction } from "./Transaction.ts"

export interface NewTrackedKeyword {
  readonly keyword: string
  readonly target_url: string
  readonly search_volume: number | null
}

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
    /** Sets the positions of the days named; a day that has one is replaced, of a day named twice the last one stays. */
    readonly record: (
      account: AccountId,
      id: TrackedKeywordId,
      positions: ReadonlyArray<Position>
    ) => Effect.Effect<TrackedKeyword, NotFound>
  }
>()("sonde/storage/TrackedKeywords") {
  static readonly layer = Layer.effect(
    TrackedKeywords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const transaction = inTransaction(sql)

      const select = SqlSchema.findAll({
        Request: Schema.Struct({ account: AccountId, id: Schema.NullOr(TrackedKeywordId) }),
        Result: TrackedKeyword,
        execute: ({ account, id }) => sql`
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
          order by k.created_at desc, k.id desc`
      })

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({
          account: AccountId,
          keyword: Schema.String,
          target_url: Schema.String,
          search_volume: Schema.NullOr(Schema.Int),
          created_at: Schema.Date
        }),
        Result: Schema.Struct({ id: TrackedKeywordId }),
        execute: ({ account, keyword, target_url, search_volume, created_at }) => sql`
          insert into tracked_keywords (account_id, keyword, target_url, search_volume, created_at)
          values (${account}, ${keyword}, ${target_url}, ${search_volume}, ${created_at})
          on conflict (account_id, keyword, target_url) do nothing
          returning id`
      })

      const show = (account: AccountId, id: TrackedKeywordId) =>
        Effect.flatMap(select({ account, id }), ([keyword]) => Effect.fromNullishOr(keyword))

      const create = Effect.fnUntraced(
        function* (account: AccountId, keyword: NewTrackedKeyword) {
          const created_at = yield* DateTime.nowAsDate
          const { id } = yield* insert({ account, ...keyword, created_at }).pipe(
            Effect.catchTag("NoSuchElementError", () => Effect.fail(keywordTracked()))
          )
          return yield* show(account, id)
        },
        transaction,
        orDefect
      )

      const remove = Effect.fnUntraced(function* (account: AccountId, id: TrackedKeywordId) {
        const gone = yield* sql`delete from tracked_keywords where id = ${id} and account_id = ${account} returning id`
        if (gone.length === 0) return yield* keywordNotFound()
      }, orDefect)

      const record = Effect.fnUntraced(
        function* (account: AccountId, id: TrackedKeywordId, positions: ReadonlyArray<Position>) {
          // Two imports of one keyword take turns: their days may overlap, in any order.
          const known = yield* sql`
            select 1 from tracked_keywords where id = ${id} and account_id = ${account} for no key update`
          if (known.length === 0) return yield* keywordNotFound()
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

      return { list: (account) => orDefect(select({ account, id: null })), create, remove, record }
    })
  )

  static readonly layerMemory = Layer.sync(TrackedKeywords, () => {
    interface Row {
      readonly account: AccountId
      readonly keyword: NewTrackedKeyword & { readonly id: TrackedKeywordId; readonly created_at: Timestamp }
      readonly positions: Map<CalendarDate, Position>
    }
    const rows = new Map<TrackedKeywordId, Row>()
    let lastId = 0

    const show = ({ keyword, positions }: Row): TrackedKeyword => {
      const history = [...positions.values()].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-historyDays)
      return { ...keyword, position_history: history, current_position: history.at(-1)?.position ?? null }
    }

    const owned = (account: AccountId, id: TrackedKeywordId) => {
      const row = rows.get(id)
      return row?.account === account ? Effect.succeed(row) : Effect.fail(keywordNotFound())
    }

    return {
      list: (account) =>
        Effect.sync(() =>
          [...rows.values()]
            .filter((row) => row.account === account)
            .map(show)
            .toReversed()
        ),

      create: Effect.fnUntraced(function* (account, keyword) {
        const created_at = yield* now
        const known = rows
          .values()
          .some(
            (row) =>
              row.account === account &&
              row.keyword.keyword === keyword.keyword &&
              row.keyword.target_url === keyword.target_url
          )
        if (known) return yield* keywordTracked()
        const id = TrackedKeywordId.make(++lastId)
        const row: Row = { account, keyword: { ...keyword, id, created_at }, positions: new Map() }
        rows.set(id, row)
        return show(row)
      }),

      remove: Effect.fnUntraced(function* (account, id) {
        yield* owned(account, id)
        rows.delete(id)
      }),

      record: Effect.fnUntraced(function* (account, id, positions) {
        const row = yield* owned(account, id)
        for (const position of positions) row.positions.set(position.date, position)
        return show(row)
      })
    }
  })
}

/** One statement can't set a row twice. */
const lastOfEachDay = (positions: ReadonlyArray<Position>): ReadonlyArray<Position> => [
  ...new Map(positions.map((position) => [position.date, position])).values()
]

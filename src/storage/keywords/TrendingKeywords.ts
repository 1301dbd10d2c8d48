import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { Written } from "../../domain/Signal.ts"
import { type CalendarDate, dayAfter, dayMillis, firstOfDays, toCalendarDate } from "../../domain/Timestamp.ts"
import {
  CountryCode,
  type NewTrendingKeyword,
  type SearchedKeyword,
  type TrendingHistory,
  trendingHistoryDays,
  type TrendingKeyword,
  trendOf
} from "../../domain/TrendingKeyword.ts"
import { chunks, inTurn, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { highest, keyOf, trendingSnapshots, trendingSnapshotsInMemory, Volume } from "./TrendingSnapshots.ts"

/** What people search for at present, by country. */
export class TrendingKeywords extends Context.Service<
  TrendingKeywords,
  {
    /** Keywords seen within a day of their country's newest sighting, by volume, unknown last; at most 500. */
    readonly list: (query: { readonly country?: string }) => Effect.Effect<ReadonlyArray<TrendingKeyword>>
    /** The snapshots of the last 30 days of the first 100 that `list` gives, in its order. */
    readonly history: (query: { readonly country?: string }) => Effect.Effect<ReadonlyArray<TrendingHistory>>
    /** The snapshots of the last 30 days of these keywords, in their order. */
    readonly historyOf: (
      keywords: ReadonlyArray<Pick<TrendingKeyword, "country" | "keyword">>
    ) => Effect.Effect<ReadonlyArray<TrendingHistory>>
    /**
     * Records what a source lists now, and the day's snapshot: the day's highest volume. A source that gives no volume
     * leaves the one of the same day. Changed are those whose volume is another.
     */
    readonly upsert: (keywords: ReadonlyArray<NewTrendingKeyword>) => Effect.Effect<Written>
    /**
     * The keywords searched most since a day, by our own snapshots: each country's highest volume of a day, since a
     * volume is that of the whole trend and not of the day alone, and the countries together. Keywords without a known
     * volume are left out.
     */
    readonly mostSearched: (query: {
      readonly since: CalendarDate
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SearchedKeyword>>
  }
>()("sonde/storage/TrendingKeywords") {
  static readonly layer = Layer.effect(
    TrendingKeywords,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const snapshots = trendingSnapshots(sql)

      /** Each country once, from one to the next in the index; null after the last. */
      const everyCountry = sql`
        select min(country) as country from trending_keywords
        union all
        select (select min(country) from trending_keywords k where k.country > countries.country)
        from countries where country is not null`

      const Current = Schema.Struct({ ...Seen.fields, previous_volume: Volume })
      const current = (country: string | null, limit: number) =>
        rowsAs(Current).all(sql`
          with recursive countries as (${country === null ? everyCountry : sql`select ${country}::text as country`}),
          newest as (
            select country, (select max(seen_at) from trending_keywords k where k.country = countries.country) as seen_at
            from countries
          )
          select k.country, k.keyword, k.volume::float8 as volume, k.first_seen_at, k.seen_at,
                 (
                   select s.volume::float8 from trending_snapshots s
                   where s.country = k.country and s.keyword = k.keyword and s.day = (k.seen_at at time zone 'utc')::date - 1
                 ) as previous_volume
          from newest
          cross join lateral (
            select * from trending_keywords
            where country = newest.country and seen_at >= newest.seen_at - interval '1 day' offset 0
          ) k
          order by k.volume desc nulls last, k.country collate "C", k.keyword collate "C"
          limit ${limit}`)

      const stored = (keys: string) =>
        rowsAs(Seen).all(sql`
          select country, keyword, k.volume::float8 as volume, first_seen_at, seen_at
          from json_to_recordset(${keys}::json) as x(country text, keyword text)
          join trending_keywords k using (country, keyword)`)

      const write = (rows: string) => sql`
        insert into trending_keywords (country, keyword, volume, first_seen_at, seen_at)
        select * from json_to_recordset(${rows}::json)
          as x(country text, keyword text, volume bigint, first_seen_at timestamptz, seen_at timestamptz)
        on conflict (country, keyword) do update set volume = excluded.volume, seen_at = excluded.seen_at`

      const upsert = Effect.fnUntraced(function* (keywords: ReadonlyArray<NewTrendingKeyword>) {
        const now = yield* DateTime.nowAsDate
        const written = { new: 0, changed: 0 }
        for (const chunk of chunks(keywords)) {
          const known = new Map((yield* stored(recordset(chunk))).map((seen) => [keyOf(seen), seen]))
          const next = changes(chunk, known, now)
          yield* write(recordset(next.rows))
          yield* snapshots.record(next.rows, toCalendarDate(now))
          written.new += next.new
          written.changed += next.changed
        }
        return written
      })

      return {
        list: Effect.fnUntraced(function* ({ country }) {
          const now = yield* DateTime.nowAsDate
          const rows = yield* current(country ?? null, longest)
          return rows.map((row) => shown(row, row.previous_volume, now))
        }, Effect.orDie),
        history: Effect.fnUntraced(function* ({ country }) {
          const rows = yield* current(country ?? null, withHistory)
          return yield* snapshots.history(rows, firstOfDays(trendingHistoryDays, yield* DateTime.nowAsDate))
        }, Effect.orDie),
        historyOf: Effect.fnUntraced(function* (keywords) {
          if (keywords.length === 0) return []
          return yield* snapshots.history(keywords, firstOfDays(trendingHistoryDays, yield* DateTime.nowAsDate))
        }, Effect.orDie),
        upsert: (keywords) => Effect.orDie(inTurn(sql, "trending_keywords")(upsert(once(keywords)))),
        mostSearched: (query) => Effect.orDie(snapshots.mostSearched(query))
      }
    })
  )

  static readonly layerMemory = Layer.sync(TrendingKeywords, () => {
    const seen = new Map<string, Seen>()
    const snapshots = trendingSnapshotsInMemory()

    const list = (country: string | undefined, now: Date) => {
      const rows = [...seen.values()].filter((row) => country === undefined || row.country === country)
      const newest = new Map<string, number>()
      for (const row of rows) newest.set(row.country, Math.max(newest.get(row.country) ?? 0, row.seen_at.getTime()))
      return rows
        .filter((row) => row.seen_at.getTime() >= newest.get(row.country)! - dayMillis)
        .sort(
          (one, other) =>
            (other.volume ?? -Infinity) - (one.volume ?? -Infinity) || (keyOf(one) < keyOf(other) ? -1 : 1)
        )
        .slice(0, longest)
        .map((row) => {
          const dayBefore = dayAfter(row.seen_at, -1)
          return shown(row, snapshots.volumeOn(row, dayBefore), now)
        })
    }

    return {
      list: ({ country }) => Effect.map(DateTime.nowAsDate, (now) => list(country, now)),
      history: ({ country }) =>
        Effect.map(DateTime.nowAsDate, (now) =>
          snapshots.history(list(country, now).slice(0, withHistory), firstOfDays(trendingHistoryDays, now))
        ),
      historyOf: (keywords) =>
        Effect.map(DateTime.nowAsDate, (now) => snapshots.history(keywords, firstOfDays(trendingHistoryDays, now))),
      upsert: (keywords) =>
        Effect.map(DateTime.nowAsDate, (now) => {
          const next = changes(once(keywords), seen, now)
          for (const row of next.rows) seen.set(keyOf(row), row)
          snapshots.record(next.rows, toCalendarDate(now))
          return { new: next.new, changed: next.changed }
        }),
      mostSearched: (query) => Effect.sync(() => snapshots.mostSearched(query))
    }
  })
}

/** As many as anyone reads, and more than the sources list at a time for all countries. */
const longest = 500

/** Whose history is shown: what fits into an answer of some hundred KB. */
const withHistory = 100

/** Search terms are short; longer text would not fit into an index. */
const longestKeyword = 200

const Seen = Schema.Struct({
  country: CountryCode,
  keyword: Schema.String,
  volume: Volume,
  first_seen_at: Schema.Date,
  seen_at: Schema.Date
})
type Seen = typeof Seen.Type

const shown = ({ country, keyword, volume, first_seen_at }: Seen, previousVolume: number | null, now: Date) => ({
  keyword,
  volume,
  trend: trendOf({ now, firstSeen: first_seen_at, volume, previousVolume }),
  country
})

/** Each keyword of a listing once, with its highest volume. */
const once = (keywords: ReadonlyArray<NewTrendingKeyword>): ReadonlyArray<NewTrendingKeyword> => {
  const unique = new Map<string, NewTrendingKeyword>()
  for (const given of keywords) {
    if (given.keyword.length > longestKeyword) continue
    const volume = highest(unique.get(keyOf(given))?.volume ?? null, given.volume)
    unique.set(keyOf(given), { ...given, volume })
  }
  return [...unique.values()]
}

const changes = (keywords: ReadonlyArray<NewTrendingKeyword>, known: ReadonlyMap<string, Seen>, now: Date) => {
  const written = { new: 0, changed: 0 }
  const rows = keywords.map(({ country, keyword, volume }): Seen => {
    const before = known.get(keyOf({ country, keyword }))
    const sameDay = before !== undefined && toCalendarDate(before.seen_at) === toCalendarDate(now)
    const next = volume ?? (sameDay ? before.volume : null)
    if (before === undefined) written.new += 1
    else if (before.volume !== next) written.changed += 1
    return { country, keyword, volume: next, first_seen_at: before?.first_seen_at ?? now, seen_at: now }
  })
  return { ...written, rows }
}

import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { CalendarDate } from "../../domain/Timestamp.ts"
import {
  CountryCode,
  type NewTrendingKeyword,
  type SearchedKeyword,
  type TrendingHistory
} from "../../domain/TrendingKeyword.ts"
import { recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"

/** Approximate searches; null where they are unknown. */
export const Volume = Schema.NullOr(Schema.Int)

/** A keyword is one of its country. */
type Key = Pick<NewTrendingKeyword, "country" | "keyword">

export const keyOf = ({ country, keyword }: Key): string => `${country} ${keyword}`

/** The higher of two volumes, or the one that is known. */
export const highest = (one: number | null, other: number | null): number | null =>
  one === null || (other !== null && other > one) ? other : one

interface MostSearched {
  readonly since: CalendarDate
  readonly limit: number
}

/** The highest volume of each keyword on each day, in a table of Postgres. */
export const trendingSnapshots = (sql: SqlClient.SqlClient) => {
  const KeywordDay = Schema.Struct({ country: CountryCode, keyword: Schema.String, date: CalendarDate, volume: Volume })
  const days = (keys: string, since: CalendarDate) =>
    rowsAs(KeywordDay).all(sql`
      select country, keyword, to_char(day, 'YYYY-MM-DD') as date, s.volume::float8 as volume
      from json_to_recordset(${keys}::json) as x(country text, keyword text)
      join trending_snapshots s using (country, keyword)
      where day >= ${since}::date
      order by day`)

  const Searched = Schema.Struct({ keyword: Schema.String, volume: Schema.Int })
  const mostSearched = ({ since, limit }: { readonly since: CalendarDate; readonly limit: number }) =>
    rowsAs(Searched).all(sql`
      select keyword, sum(highest)::float8 as volume
      from (
        select keyword, max(volume) as highest from trending_snapshots
        where day >= ${since}::date and volume is not null
        group by country, keyword
      ) by_country
      group by keyword
      order by sum(highest) desc, keyword collate "C"
      limit ${limit}`)

  return {
    record: (keywords: ReadonlyArray<NewTrendingKeyword>, day: CalendarDate) => sql`
      insert into trending_snapshots (country, keyword, day, volume)
      select country, keyword, ${day}::date, volume
      from json_to_recordset(${recordset(keywords)}::json) as x(country text, keyword text, volume bigint)
      on conflict (country, keyword, day)
        do update set volume = greatest(trending_snapshots.volume, excluded.volume)`,
    history: Effect.fnUntraced(function* (keywords: ReadonlyArray<Key>, since: CalendarDate) {
      const past = Map.groupBy(yield* days(recordset(keywords), since), keyOf)
      return keywords.map(({ country, keyword }): TrendingHistory => ({
        keyword,
        country,
        days: (past.get(keyOf({ country, keyword })) ?? []).map(({ date, volume }) => ({ date, volume }))
      }))
    }),
    mostSearched: (query: MostSearched) => mostSearched(query)
  }
}

/** The same in memory. */
export const trendingSnapshotsInMemory = () => {
  const past = new Map<string, { readonly keyword: string; readonly days: Map<CalendarDate, number | null> }>()

  return {
    record: (keywords: ReadonlyArray<NewTrendingKeyword>, day: CalendarDate) => {
      for (const { country, keyword, volume } of keywords) {
        const key = keyOf({ country, keyword })
        const { days } = past.get(key) ?? { days: new Map<CalendarDate, number | null>() }
        days.set(day, highest(days.get(day) ?? null, volume))
        past.set(key, { keyword, days })
      }
    },
    /** Null where the keyword was not seen on that day, too. */
    volumeOn: (key: Key, day: CalendarDate): number | null => past.get(keyOf(key))?.days.get(day) ?? null,
    history: (keywords: ReadonlyArray<Key>, since: CalendarDate): ReadonlyArray<TrendingHistory> =>
      keywords.map(({ country, keyword }) => ({
        keyword,
        country,
        days: [...(past.get(keyOf({ country, keyword }))?.days ?? [])]
          .map(([date, volume]) => ({ date, volume }))
          .filter(({ date }) => date >= since)
          .sort((one, other) => (one.date < other.date ? -1 : 1))
      })),
    mostSearched: ({ limit, since }: MostSearched): ReadonlyArray<SearchedKeyword> => {
      const volumes = new Map<string, number>()
      for (const { days, keyword } of past.values()) {
        let top: number | null = null
        for (const [day, volume] of days) if (day >= since) top = highest(top, volume)
        if (top !== null) volumes.set(keyword, (volumes.get(keyword) ?? 0) + top)
      }
      return [...volumes]
        .map(([keyword, volume]) => ({ keyword, volume }))
        .sort((one, other) => other.volume - one.volume || (one.keyword < other.keyword ? -1 : 1))
        .slice(0, limit)
    }
  }
}

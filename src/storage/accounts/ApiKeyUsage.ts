import { DateTime, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { AccountId } from "../../domain/Account.ts"
import { activityDays, ApiKeyId, KeyActivity } from "../../domain/ApiKey.ts"
import type { NotFound } from "../../domain/Failure.ts"
import { missing } from "../../domain/Missing.ts"
import { orDefect } from "../database/Defect.ts"
import { rowsAs } from "../database/Rows.ts"

/** One batch entry: `count` (1 or more) calls of `endpoint` with key `key_id` in the UTC hour that `at` falls in. */
export interface UsageCount {
  readonly key_id: ApiKeyId
  readonly endpoint: string
  readonly at: Date
  readonly count: number
}

/** The calls made with keys, counted by hour and endpoint. */
export interface ApiKeyUsage {
  /** How much the account's key was used over the last 30 UTC days, today included. */
  readonly activity: (account: AccountId, id: ApiKeyId) => Effect.Effect<KeyActivity, NotFound>
  /** Adds counts and moves `last_used_at` forward; counts of keys deleted meanwhile are dropped. */
  readonly recordUsage: (counts: ReadonlyArray<UsageCount>) => Effect.Effect<void>
}

/** The use of the keys of a SQL database. */
export const makeApiKeyUsage = (sql: SqlClient.SqlClient): ApiKeyUsage => {
  const days = (id: ApiKeyId, now: Date) =>
    rowsAs(KeyActivity.fields.days.value).all(sql`
      with today as (select (${now}::timestamptz at time zone 'utc')::date as today)
      select to_char(day, 'YYYY-MM-DD') as date, coalesce(sum(count), 0)::int as calls
      from today,
        generate_series((today - (${activityDays}::integer - 1))::timestamp, today::timestamp, interval '1 day') day
      left join api_key_usage
        on key_id = ${id} and hour >= day at time zone 'utc' and hour < (day + interval '1 day') at time zone 'utc'
      group by day order by day`)

  const endpoints = (id: ApiKeyId, now: Date) =>
    rowsAs(KeyActivity.fields.endpoints.value).all(sql`
      select endpoint, sum(count)::int as calls from api_key_usage
      where key_id = ${id}
        and hour >= (date_trunc('day', ${now}::timestamptz, 'utc') - make_interval(days => ${activityDays}::integer - 1))
      group by endpoint order by calls desc, endpoint`)

  const activity = Effect.fnUntraced(function* (account: AccountId, id: ApiKeyId) {
    const known = yield* sql`select 1 from api_keys where id = ${id} and account_id = ${account}`
    if (known.length === 0) return yield* missing("key_not_found")
    const now = yield* DateTime.nowAsDate
    return { days: yield* days(id, now), endpoints: yield* endpoints(id, now) }
  }, orDefect)

  // The keys are locked in the order of their ids: two batches can't wait for each other, and a key that is deleted
  // meanwhile is gone before its counts are added, or takes them with it.
  const recordUsage = (counts: ReadonlyArray<UsageCount>) =>
    counts.length === 0
      ? Effect.void
      : Effect.asVoid(sql`
          with given as (
            select * from unnest(
              ${counts.map((count) => count.key_id)}::integer[],
              ${counts.map((count) => count.endpoint)}::text[],
              ${counts.map((count) => count.at)}::timestamptz[],
              ${counts.map((count) => count.count)}::integer[]
            ) as given (key_id, endpoint, at, count)
          ), known as (
            select id from api_keys where id in (select key_id from given) order by id for update
          ), used as (
            update api_keys set last_used_at = greatest(last_used_at, newest.at)
            from (select key_id, max(at) as at from given group by key_id) newest join known on known.id = key_id
            where api_keys.id = key_id
          )
          insert into api_key_usage (key_id, hour, endpoint, count)
          select key_id, date_trunc('hour', at, 'utc'), endpoint, sum(given.count)
          from given join known on known.id = key_id
          group by 1, 2, 3
          on conflict (key_id, hour, endpoint) do update set count = api_key_usage.count + excluded.count`)

  return { activity, recordUsage: (counts) => orDefect(recordUsage(counts)) }
}

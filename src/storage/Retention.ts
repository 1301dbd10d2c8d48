import { Context, DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { addDays, dayBefore } from "../domain/Timestamp.ts"
import { inTurn } from "./database/Batch.ts"
import { isWatched } from "../domain/WatchedTable.ts"
import { Changes } from "./database/Changes.ts"
import { documentColumns, searchDocuments } from "./search/ArticleText.ts"
import { type SearchDocument, SearchIndex } from "./search/SearchIndex.ts"
import * as SqlSearchIndex from "./search/SqlSearchIndex.ts"

/** For how many days each kind of row is kept; 0 keeps it for good. */
export interface RetentionPolicy {
  /** Signals, from the day on which they were first seen. */
  readonly signals: number
  /**
   * Texts of articles, from when they were fetched. What else is known of them stays, so that none is fetched again.
   */
  readonly articles: number
  /** Trending keywords that are not seen any more, daily snapshots of those that are, and those of social topics. */
  readonly trending: number
  /** Runs of sources. */
  readonly runs: number
  /** Hourly counts of how keys were used. */
  readonly usage: number
  /** What accounts' audit trails remember. */
  readonly audit: number
  /** Events of watches, with what is known of their delivery and of the reports that watches have made. */
  readonly events: number
}

/** Rows that went, by table. */
type Swept = Readonly<Record<string, number>>

/** A model is asked again about what it said longer ago. */
const answerDays = 90

/**
 * How long the key of a deleted event that is no story is remembered; afterwards the same thing may be an event again.
 */
const keyDays = 365

/** Rows that one statement deletes: some ten milliseconds of work, so that other writers hardly wait. */
const batch = 1_000

/** Texts that go at a time: their signals are indexed anew. */
const textBatch = 250

/**
 * Removes what is past its time. Accounts' own things (reports, competitors, tracked keywords) are theirs to remove.
 */
export class Retention extends Context.Service<
  Retention,
  {
    /** Removes in small steps, so that it can run beside everything else, and be broken off and begun again. */
    readonly sweep: (policy: RetentionPolicy) => Effect.Effect<Swept>
  }
>()("sonde/storage/Retention") {
  static readonly layer = Layer.effect(
    Retention,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const changes = yield* Changes
      const index = yield* SearchIndex

      /** Repeats a step for as long as it removes at least so many rows; gives how many rows went. */
      const inBatches = Effect.fnUntraced(function* <E>(
        atLeast: number,
        tables: ReadonlyArray<string>,
        step: Effect.Effect<number, E>
      ) {
        let removed = 0
        for (let last = atLeast; last >= atLeast; removed += last) {
          last = yield* step
          for (const table of tables) if (isWatched(table)) yield* changes.changed(table)
          yield* Effect.yieldNow
        }
        return removed
      })

      /** Deletes the table's rows that meet the condition, a batch at a time. */
      const remove = (table: string, condition: Fragment) =>
        inBatches(
          batch,
          [table],
          Effect.map(
            sql`
            delete from ${sql(table)} where ctid = any(array(select ctid from ${sql(table)} where ${condition} limit ${batch}))
            returning 1`,
            (rows) => rows.length
          )
        )

      /** Empties the texts of articles in the same way. Search forgets their words. */
      const removeTexts = (before: Date) =>
        inBatches(
          textBatch,
          ["articles", "signals"],
          inTurn(
            sql,
            "signals"
          )(
            Effect.gen(function* () {
              const rows = yield* sql<{ url: string }>`
                update articles set text = null where page = any(array(
                  select page from articles where text is not null and fetched_at < ${before} limit ${textBatch}
                ))
                returning url`
              const urls = rows.map(({ url }) => url)
              yield* index.write(yield* searchDocuments(sql, sql`url = any(${urls}::text[])`))
              return rows.length
            })
          )
        )

      /**
       * The same for events. Those that are on their way to an endpoint in use stay until they are there. What was an
       * event must not be one again: its key stays, for as long as it can come up.
       */
      const removeEvents = Effect.fnUntraced(function* (before: Date, now: Date) {
        const removed = yield* inBatches(
          batch,
          ["watch_events"],
          // A watch that is being deleted takes its events with it, and has them locked.
          Effect.map(
            sql`
            with old as (
              select v.account_id, v.n from watch_events v join watches w on w.id = v.watch_id
              where v.at < ${before} and not exists (
                select from deliveries d join endpoints e on e.id = d.endpoint_id
                where d.account_id = v.account_id and d.n = v.n and d.delivered_at is null and d.given_up_at is null
                  and e.status = 'active' and e.confirmed
              )
              limit ${batch} for key share of w skip locked for update of v skip locked
            ), gone as (
              delete from watch_events v using old
              where v.account_id = old.account_id and v.n = old.n returning v.watch_id, v.key
            ), kept as (
              insert into watch_keys (watch_id, key, kept_at) select watch_id, key, ${now} from gone on conflict do nothing
            )
            select from gone`,
            (rows) => rows.length
          )
        )
        yield* remove(
          "watch_keys",
          sql`key like 'story:%' and not exists (
            select from signal_stories
            where story_id = case when key like 'story:%' then substr(key, 7)::bigint end
          )`
        )
        yield* remove("watch_keys", sql`key not like 'story:%' and kept_at < ${addDays(now, -keyDays)}`)
        return removed
      })

      /**
       * The same for signals, which the search index forgets with them. Ids rise with time: it begins with the lowest
       * and ends with the first batch that has none old enough, so no index on the time is kept. What a wrong clock has
       * stored in another order waits for those before it.
       */
      const removeSignals = (before: Date) =>
        Effect.suspend(() => {
          let after = 0
          return inBatches(
            1,
            ["signals"],
            inTurn(
              sql,
              "signals"
            )(
              Effect.gen(function* () {
                const rows = yield* sql<SearchDocument>`
                  select ${documentColumns(sql)}
                  from (select * from signals where id > ${after} order by id limit ${batch}) as signals
                  where first_seen_at < ${before}`
                if (rows.length === 0) return 0
                const ids = rows.map(({ id }) => id)
                yield* index.forget(rows)
                // A page goes with the last of its signals.
                yield* sql`
                  update articles set signal_id = other.id from signals other
                  where articles.signal_id = any(${ids.map(BigInt)}::bigint[]) and other.url = articles.url and other.id <> all(${ids.map(BigInt)}::bigint[])`
                yield* sql`delete from signals where id = any(${ids.map(BigInt)}::bigint[])`
                after = Math.max(...ids)
                return rows.length
              })
            )
          )
        })

      const sweep = Effect.fnUntraced(function* (policy: RetentionPolicy) {
        const now = yield* DateTime.nowAsDate
        const before = (days: number) => addDays(now, -days)
        const swept: Record<string, number> = {}
        const rule = (table: string, days: number, condition: Fragment) =>
          [table, days, remove(table, condition)] as const
        const rules: ReadonlyArray<ReturnType<typeof rule>> = [
          ["signals", policy.signals, removeSignals(before(policy.signals))],
          ["articles", policy.articles, removeTexts(before(policy.articles))],
          rule("trending_keywords", policy.trending, sql`seen_at < ${before(policy.trending)}`),
          rule(
            "trending_snapshots",
            policy.trending,
            sql`day < (${before(policy.trending)}::timestamptz at time zone 'utc')::date`
          ),
          rule(
            "social_snapshots",
            policy.trending,
            sql`day < (${before(policy.trending)}::timestamptz at time zone 'utc')::date`
          ),
          rule("runs", policy.runs, sql`started_at < ${before(policy.runs)}`),
          rule("api_key_usage", policy.usage, sql`hour < ${before(policy.usage)}`),
          // What the contract says: a key is remembered for a day, and so is that a report was removed.
          rule("idempotency_keys", 1, sql`created_at <= ${dayBefore(now)}`),
          rule("audit_events", policy.audit, sql`at < ${before(policy.audit)}`),
          ["watch_events", policy.events, removeEvents(before(policy.events), now)],
          // The last one of a watch tells which times are over.
          rule(
            "watch_reports",
            policy.events,
            sql`slot < ${before(policy.events)} and exists (
                select from watch_reports newer
                where newer.watch_id = watch_reports.watch_id and newer.slot > watch_reports.slot
              )`
          ),
          // Reports store what they rest on themselves.
          rule("verdicts", answerDays, sql`judged_at < ${before(answerDays)}`),
          rule("expansions", answerDays, sql`asked_at < ${before(answerDays)}`),
          // The report that asked is written by now, or failed.
          rule("answers", 1, sql`answered_at < ${dayBefore(now)}`),
          // Who asks them again need not know.
          rule("host_turns", 1, sql`free_at < ${dayBefore(now)} and held_until < ${now}`),
          // Nobody can use them any more.
          rule("sessions", 1, sql`expires_at <= ${now}`),
          rule("login_links", 1, sql`expires_at <= ${now}`),
          rule("reports", 1, sql`removed and created_at < ${dayBefore(now)}`)
        ]
        for (const [table, days, removal] of rules) if (days > 0) swept[table] = yield* removal
        return swept
      })

      return { sweep: (policy) => Effect.orDie(sweep(policy)) }
    })
  ).pipe(Layer.provide(SqlSearchIndex.layer))
}

import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { performance } from "node:perf_hooks"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { bulk } from "../Bulk.ts"
import { item } from "../ingest/Feeds.ts"
import { competitor, niche, oldSource, phrase, planted, popular, rareSource, rareWord } from "./Planted.ts"

/** Halves of titles and snippets, put together anew in each signal: 25 million titles of 7 to 12 words. */
const pool = 5_000

/** Whose reports are listed, and how many everyone has. */
export const account = 1
const reportsOfAccount = 100

const firstDay = "2022-01-01"

/** One in so many signals, the oldest, comes from the old source: more than are ever counted, from 10^5 on. */
const oldShare = 5

/** What the parts of the rows are made of: words as often as in language, the same at every size. */
export const pools = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const parts = Array.from({ length: pool }, (_, n) => {
    const { text, title } = item(n)
    const words = title.split(" ")
    return {
      n,
      head: words.slice(0, 4 + (n % 3)).join(" "),
      tail: words.slice(3 + (n % 4)).join(" "),
      text: text.slice(0, 160 + (n % 160))
    }
  })
  yield* sql`create table parts (n integer primary key, head text, tail text, text text)`
  yield* sql`
    insert into parts select * from json_to_recordset(${JSON.stringify(parts)}::json) as x(n integer, head text, tail text, text text)`
  yield* sql`analyze parts`
})

/** Signals of four years in the order of their dates, on 997 sites, one in ten also carried by another site. */
export const signals = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  const [every, rest] = [size / planted, pool]
  yield* bulk(
    "signals",
    sql`
      insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, story,
                           first_seen_at, updated_at)
      select sha256(convert_to(url, 'UTF8')), 'feed:' || site, title, snippet, url, 'Site ' || site, at, false, hashtext(title),
             at, at
      from (
        select at, site,
          case k when 1 then ${`${rareWord} `}::text when 2 then ${`${phrase} `} when 3 then ${`${competitor.name} `}
                 when 4 then ${`${niche} `} else case when numbered.n % ${popular.every}::int = 9 then ${`${popular.name} `} else '' end end
            || a.head || ' ' || b.tail as title,
          c.text as snippet,
          'https://' || case when k = 5 then ${`news.${competitor.domain}`} else 'site-' || site || '.example' end || '/' || numbered.n as url
        from (
          select n, n % ${every}::int as k, n * 7919::bigint % 997 as site,
                 ${firstDay}::timestamptz + n * (interval '1461 days' / ${size}::int) as at
          from generate_series(0, ${size - 1}::int) n
        ) numbered
        join parts a on a.n = (hashint4(numbered.n) & 2147483647) % ${rest}::int
        join parts b on b.n = (hashint4(numbered.n + 100000000) & 2147483647) % ${rest}::int
        join parts c on c.n = (hashint4(numbered.n + 200000000) & 2147483647) % ${rest}::int
        order by numbered.n
      ) made`
  )
  yield* bulk(
    "signal_sightings",
    sql`
      insert into signal_sightings (source_name, guid, signal_id, seen_at, source, url)
      select source_name, identity, id, first_seen_at, null, null from signals
      union all
      select 'feed:other', identity, id, first_seen_at, 'Other', 'https://other-' || id % 97 || '.example/' || id from signals
      where id % 10 = 0
      union all
      select ${rareSource}, identity, id, first_seen_at, null, null from signals where id % ${every}::int = 7
      union all
      select ${oldSource}, identity, id, first_seen_at, null, null from signals where id <= ${size / oldShare}`
  )
  yield* bulk(
    "signal_searches",
    sql`
      insert into signal_searches (term, signal_id)
      select case when id % ${every}::int = 6 then ${competitor.name.toLowerCase()} else 'term ' || id % 50000 end, id from signals
      where id % ${every}::int = 6 or id % 5 = 0`
  )
})

/**
 * In each of ten countries ten keywords a day up to today, with a volume for the day: the more signals, the more days.
 */
const trending = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  const last = size / 5 - 1
  const keyword = sql`
    select n, 'keyword ' || n as keyword, (array['US','DE','FR','GB','JP','BR','IN','IT','ES','CA'])[1 + n % 10] as country,
           date_trunc('day', now()) - (${last}::int - n) / 100 * interval '1 day' as at
    from generate_series(0, ${last}::int) n`
  yield* bulk(
    "trending_keywords",
    sql`insert into trending_keywords (country, keyword, volume, first_seen_at, seen_at)
        select country, keyword, n % 977, at, at from (${keyword}) k`
  )
  yield* bulk(
    "trending_snapshots",
    sql`insert into trending_snapshots (country, keyword, day, volume) select country, keyword, at::date, n % 977 from (${keyword}) k`
  )
})

/** As many accounts as it takes for a report to every hundred signals. */
const reports = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  const accounts = Math.max(1, size / 100 / reportsOfAccount)
  yield* sql`insert into accounts (name, created_at) select 'account ' || n, now() from generate_series(1, ${accounts}::int) n`
  yield* bulk(
    "reports",
    sql`insert into reports (account_id, niche, report_type, title, status, created_at, completed_at)
        select 1 + n % ${accounts}::int, 'niche ' || n, 'trend_report', 'Report ' || n, 'completed', at, at
        from (select n, ${firstDay}::timestamptz + n * interval '1 minute' as at
              from generate_series(0, ${accounts * reportsOfAccount - 1}::int) n) made`
  )
})

/** Five platforms that list 50 topics each, whatever else is stored. */
const social = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    insert into social_trends (platform, source_name, position, title, score, score_kind, rank)
    select platform, platform || ':all', n, platform || ' topic ' || n, 5000 - n, 'points', n
    from unnest(array['reddit', 'google_trends', 'pytrends', 'x', 'tiktok']) platform, generate_series(1, 50) n`
  yield* sql`analyze social_trends`
})

const catchUp = Effect.fnUntraced(function* (index: SearchIndex["Service"]) {
  while ((yield* index.catchUp(5_000)) > 0);
})

/** Makes the index that serves search anew after the documents, which takes a fraction of the time. */
const withoutIndex = Effect.fnUntraced(function* <A, E, R>(documents: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const [index] = yield* sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indexrelid in (to_regclass('search_documents_bm25'), to_regclass('search_documents_gin'))`
  yield* sql.unsafe(`drop index ${index!.name}`)
  const made = yield* documents
  yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local statement_timeout = 0`
      yield* sql`set local maintenance_work_mem = '512MB'`
      yield* sql.unsafe(index!.definition)
    })
  )
  return made
})

/** Signals, and their search index as the service makes it of what was there before. */
export const fillSignals = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  const index = yield* SearchIndex
  yield* sql`truncate signals, search_words, search_languages restart identity cascade`
  yield* sql`update search_state set documents = 0, title_terms = 0, text_terms = 0`
  yield* signals(size)
  yield* sql`update signals set language = 'en' where language is null`
  yield* sql`update search_state set below = (select coalesce(max(id), 0) + 1 from signals)`
  const begun = performance.now()
  yield* withoutIndex(catchUp(index))
  const millis = performance.now() - begun
  yield* sql`vacuum analyze`
  return { indexedPerSecond: (1_000 * size) / millis }
})

/** Everything but the companies, at this size. */
export const fill = Effect.fnUntraced(function* (size: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate trending_keywords, social_trends, accounts restart identity cascade`
  const filled = yield* fillSignals(size)
  yield* reports(size)
  yield* social
  yield* trending(size)
  return filled
})

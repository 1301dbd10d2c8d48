import { DateTime, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { type NewSignal, SignalId, type Written } from "../../domain/Signal.ts"
import type { SourceName } from "../../domain/Source.ts"
import { storyOf, storyWindowMillis } from "../../domain/Story.ts"
import { chunks, inSteps, inTurn, mapped, recordset } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { articleText, documentColumns, newDocumentColumns } from "../search/ArticleText.ts"
import type { SearchDocument, SearchIndex } from "../search/SearchIndex.ts"
import { changes, headlineOf, isNothing, type Listed, listed, type Recognised, spokenIn } from "./SignalChanges.ts"
import { comparedStories, Stories, type ToldSignal } from "./Stories.ts"

/** How signals come in. */
export interface SignalIntake {
  /**
   * Stores what a source lists, newest first. An item is recognised by (source, guid), else by its identity, else by
   * the story that its title tells (domain/Story.ts); what changed is updated, the rest is left alone. A story's words
   * are those of the source that brought it first; others only add their sighting, by which it is `also_in` them, and a
   * date where there was none. An item once recognised stays with its story when a title is edited. A date that is
   * missing, more than a day ahead or older than the web is replaced by the time of first sight. Safe to race and to
   * repeat.
   */
  readonly upsert: (source: SourceName, items: ReadonlyArray<NewSignal>) => Effect.Effect<Written>
  /**
   * Remembers that a search for the term found the items that the source knows by these guids; those not stored are
   * passed over.
   */
  readonly link: (term: string, source: SourceName, guids: ReadonlyArray<string>) => Effect.Effect<void>
}

/** The intake of a SQL database, which tells the search index what has come in. */
export const makeSignalIntake = (sql: SqlClient.SqlClient, index: SearchIndex["Service"]): SignalIntake => {
  const sha256 = (column: "guid" | "identity" | "page") => sql`sha256(convert_to(x.${sql(column)}, 'UTF8'))`

  const link = (term: string, source: SourceName, guids: ReadonlyArray<string>) => sql`
    insert into signal_searches (term, signal_id)
    select distinct ${term}, signal_id
    from json_to_recordset(${recordset(guids.map((guid) => ({ guid })))}::json) as x(guid text)
    join signal_sightings on source_name = ${source} and signal_sightings.guid = ${sha256("guid")}
    on conflict do nothing`

  const stored = {
    id: SignalId,
    title: Schema.String,
    url: Schema.String,
    source: Schema.String,
    published_at: Schema.Date
  }

  const RecognisedSignal = Schema.Struct({
    ...stored,
    n: Schema.Int,
    sighted: Schema.Boolean,
    elsewhere: Schema.Boolean,
    source_name: Schema.String,
    snippet: Schema.String,
    published_at_estimated: Schema.Boolean,
    story: Schema.NullOr(Schema.Int)
  })
  const recognise = (source: string, items: string) =>
    rowsAs(RecognisedSignal).all(sql`
      select x.n, s.id, s.source_name, s.title, s.snippet, s.url, s.source, s.published_at, s.published_at_estimated, s.story,
             g.signal_id is not null and (g.url is not null or s.source_name = ${source}) as sighted,
             case when g.signal_id is null then s.identity <> ${sha256("identity")} else g.identity is not null end as elsewhere
      from json_to_recordset(${items}::json) as x(n integer, guid text, identity text)
      left join lateral (
        select signal_id, url, identity from signal_sightings where source_name = ${source} and guid = ${sha256("guid")} limit 1
      ) g on true
      cross join lateral (
        select * from signals
        where id = coalesce(
          g.signal_id,
          (select id from signals where identity = ${sha256("identity")}),
          (
            -- apart, or the planner may look for the first in an index of another order
            select min(signal_id)
            from (select signal_id from signal_sightings where identity = ${sha256("identity")} offset 0) pages
          )
        )
        limit 1 -- one look-up for each item, whatever the planner believes of the table
      ) s`)

  const TellingSignal = Schema.Struct({ ...stored, carried: Schema.Array(Schema.String) })
  const telling = (items: string) =>
    rowsAs(TellingSignal).all(sql`
      select distinct on (s.id) s.id, s.title, s.url, s.source, s.published_at,
             array(select url from signal_sightings where signal_id = s.id and url is not null) as carried
      from json_to_recordset(${items}::json) as x(story integer, earliest timestamptz, latest timestamptz)
      cross join lateral (
        select * from signals where story = x.story and published_at between x.earliest and x.latest
        order by published_at desc limit ${comparedStories}
      ) s
      order by s.id`)

  /** Notes of filings whose they are. */
  const file = (source: SourceName, rows: ReadonlyArray<object>) => sql`
    insert into signal_filers (signal_id, company_key)
    select distinct signal_id, x.filer
    from json_to_recordset(${recordset(rows)}::json) as x(guid text, filer text)
    join signal_sightings on source_name = ${source} and signal_sightings.guid = ${sha256("guid")}
    on conflict do nothing`

  const insert = (source: SourceName, rows: ReadonlyArray<object>, now: Date) => sql<SearchDocument>`
    insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, story,
                         language, first_seen_at, updated_at)
    select ${sha256("identity")}, ${source}, title, snippet, url, source, published_at, published_at_estimated, story,
           language, ${now}, ${now}
    from json_to_recordset(${recordset(rows)}::json) as x(identity text, title text, snippet text, url text,
         source text, published_at timestamptz, published_at_estimated boolean, story integer, language text)
    on conflict do nothing
    returning ${newDocumentColumns(sql)}, ${articleText(sql)}`

  const update = (rows: ReadonlyArray<object>, now: Date) => sql<SearchDocument>`
    update signals set title = x.title, snippet = x.snippet, url = x.url, source = x.source, published_at = x.published_at,
           published_at_estimated = x.published_at_estimated, story = x.story, updated_at = ${now}
    from json_to_recordset(${recordset(rows)}::json) as x(id integer, title text, snippet text, url text,
         source text, published_at timestamptz, published_at_estimated boolean, story integer)
    where signals.id = x.id
    returning ${documentColumns(sql)}, ${articleText(sql)}`

  const refile = (rows: ReadonlyArray<object>) => sql`
    update signals set story = x.story
    from json_to_recordset(${recordset(rows)}::json) as x(id integer, story integer)
    where signals.id = x.id`

  // Cleaned of what Postgres refuses, two names may have become one.
  const sight = (source: SourceName, rows: ReadonlyArray<object>, now: Date) => sql`
    insert into signal_sightings (source_name, guid, signal_id, seen_at, source, url, identity)
    select distinct on (2) ${source}, ${sha256("guid")},
           coalesce(x.id, (select id from signals where identity = ${sha256("identity")})), ${now}::timestamptz,
           source, url, ${sha256("page")}
    from json_to_recordset(${recordset(rows)}::json)
         as x(id integer, guid text, identity text, source text, url text, page text)
    on conflict (source_name, guid) do update set source = excluded.source, url = excluded.url
    where signal_sightings.url is null and excluded.url is not null`

  /** What is stored of each item; null where nothing is. */
  const recognised = Effect.fnUntraced(function* (source: SourceName, rows: ReadonlyArray<Listed>) {
    const known: Array<Recognised | null> = rows.map(() => null)
    const keys = rows.map(({ guid, item }, n) => ({ n, guid, identity: item.identity }))
    for (const chunk of chunks(keys)) {
      for (const { n, ...signal } of yield* recognise(source, recordset(chunk))) known[n] = signal
    }
    return known
  })

  const write = Effect.fnUntraced(function* (source: SourceName, rows: ReadonlyArray<Listed>, now: Date) {
    const known = yield* recognised(source, rows)
    const told: Array<ToldSignal> = []
    const stories = yield* inSteps(
      mapped(rows, ({ item }, n) => (known[n] === null ? storyOf(headlineOf(item, now)) : null))
    )
    const headlines = stories.flatMap((story) => {
      if (story === null) return []
      const [earliest, latest] = [-1, 1].map((way) => new Date(story.at + way * storyWindowMillis))
      return [{ story: story.key, earliest, latest }]
    })
    for (const chunk of chunks(headlines)) told.push(...(yield* telling(recordset(chunk))))
    const changed = yield* inSteps(changes(source, rows, known, stories, new Stories(told), now))
    const inserted: Array<SearchDocument> = []
    for (const chunk of chunks(changed.insert)) inserted.push(...(yield* insert(source, chunk, now)))
    const sighted = Effect.forEach(chunks(changed.sight), (chunk) => sight(source, chunk, now), { discard: true })
    // The database has sightings to store while this thread analyses the first texts.
    yield* Effect.all([sighted, index.write(inserted)], { concurrency: "unbounded", discard: true })
    for (const chunk of chunks(changed.update)) yield* index.write(yield* update(chunk, now))
    for (const chunk of chunks(changed.refile)) yield* refile(chunk)
    yield* index.bring(
      source,
      changed.sight.flatMap(({ id }) => id ?? [])
    )
    const filed = rows.flatMap(({ guid, item: { filers = [] } }) => filers.map((filer) => ({ guid, filer })))
    for (const chunk of chunks(filed)) yield* file(source, chunk)
    return { new: changed.insert.length, changed: changed.update.length }
  })

  const upsert = Effect.fnUntraced(function* (source: SourceName, items: ReadonlyArray<NewSignal>) {
    const now = yield* DateTime.nowAsDate
    const rows = listed(items)
    const known = yield* recognised(source, rows)
    // Most listings bring nothing new: those wait for nobody.
    const isFiled = items.some(({ filers = [] }) => filers.length > 0)
    if (!isFiled && !known.includes(null)) {
      if (isNothing(yield* inSteps(changes(source, rows, known, [], new Stories([]), now))))
        return { new: 0, changed: 0 }
    }
    // What takes time is told of what they bring before others wait for it.
    const told = yield* inSteps(
      mapped(rows, (row, n) =>
        known[n] === null ? { ...row, item: { ...row.item, language: spokenIn(row.item) } } : row
      )
    )
    return yield* inTurn(sql, "signals")(write(source, told, now))
  })

  return {
    upsert: (source, items) =>
      items.length === 0 ? Effect.succeed({ new: 0, changed: 0 }) : Effect.orDie(upsert(source, items)),
    link: (term, source, guids) => Effect.orDie(Effect.asVoid(link(term, source, guids)))
  }
}

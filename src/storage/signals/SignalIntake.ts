import { DateTime, Effect, Schema, Semaphore } from "effect"
import type { SqlClient } from "effect/sql"
import { type NewSignal, SignalId, type Written } from "../../domain/Signal.ts"
import type { SourceName } from "../../domain/Source.ts"
import { type Story, storyOf, storyWindowMillis } from "../../domain/Story.ts"
import { chunks, inSteps, inTurn, mapped, recordset, storable } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import { articleText, documentColumns } from "../search/ArticleText.ts"
import { LazyTerms } from "../search/LazyTerms.ts"
import type { SearchDocument, SearchIndex } from "../search/SearchIndex.ts"
import {
  changes,
  headlineOf,
  isNothing,
  type Listed,
  listed,
  type Recognised,
  type SignalChanges,
  spokenIn
} from "./SignalChanges.ts"
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

/** An item on its way into the store. */
interface Prepared extends Listed {
  /** What does not depend on what is stored; null for an item that is stored already. */
  readonly made: { readonly story: Story | null; readonly terms: LazyTerms } | null
}

/** One item is made ready in a step, because another fiber of this process may have the turn of all writers. */
const preparedInStep = 5

const prepare = ({ guid, item }: Listed, now: Date): Prepared => {
  const clean = {
    ...item,
    title: storable(item.title),
    snippet: storable(item.snippet),
    source: storable(item.source)
  }
  const language = spokenIn(clean)
  const terms = new LazyTerms({ title: clean.title, text: clean.snippet, source: clean.source, language })
  return { guid, item: { ...clean, language }, made: { story: storyOf(headlineOf(clean, now)), terms } }
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
      select x.n, s.id::float8 as id, s.source_name, s.title, s.snippet, s.url, s.source, s.published_at, s.published_at_estimated, s.story,
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
      select distinct on (s.id) s.id::float8 as id, s.title, s.url, s.source, s.published_at,
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

  // Cleaned of what Postgres refuses, two names may have become one, or a page without a name has another's: the first.
  const sight = (source: SourceName, rows: SignalChanges["sight"], now: Date, areAdded = false) => sql`
    insert into signal_sightings (source_name, guid, signal_id, seen_at, source, url, identity)
    select distinct on (2) ${source}, ${sha256("guid")},
           coalesce(x.id, ${areAdded ? sql`added.id` : sql`(select id from signals where identity = ${sha256("identity")})`}),
           ${now}::timestamptz, x.source, x.url, ${sha256("page")}
    from rows from (
      json_to_recordset(${recordset(rows)}::json) as (id bigint, guid text, identity text, source text, url text, page text)
    ) with ordinality as x(id, guid, identity, source, url, page, n)
    ${areAdded ? sql`left join added on added.identity = ${sha256("identity")}` : sql``}
    order by 2, x.n
    on conflict (source_name, guid) do update set source = excluded.source, url = excluded.url
    where signal_sightings.url is null and excluded.url is not null`

  const InsertedSignal = Schema.Struct({ id: Schema.Int, n: Schema.Int, article: Schema.NullOr(Schema.String) })
  /** New signals, together with the names under which the source lists them. */
  const insert = (source: SourceName, rows: SignalChanges["insert"], sightings: SignalChanges["sight"], now: Date) =>
    rowsAs(InsertedSignal).all(sql`
      with given as materialized (
        select n, ${sha256("identity")} as identity, title, snippet, url, source, published_at, published_at_estimated, story, language
        from json_to_recordset(${recordset(rows)}::json) as x(n integer, identity text, title text, snippet text, url text,
             source text, published_at timestamptz, published_at_estimated boolean, story integer, language text)
      ), added as (
        insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, story,
                             language, first_seen_at, updated_at)
        select identity, ${source}, title, snippet, url, source, published_at, published_at_estimated, story,
               language, ${now}, ${now}
        from given on conflict do nothing
        returning signals.id, signals.identity, ${articleText(sql)}
      ), sighted as (
        ${sight(source, sightings, now, true)}
      )
      select distinct on (added.id) added.id::float8 as id, n, article
      from added join given using (identity) order by added.id, n`)

  const update = (rows: ReadonlyArray<object>, now: Date) => sql<SearchDocument>`
    update signals set title = x.title, snippet = x.snippet, url = x.url, source = x.source, published_at = x.published_at,
           published_at_estimated = x.published_at_estimated, story = x.story, updated_at = ${now}
    from json_to_recordset(${recordset(rows)}::json) as x(id bigint, title text, snippet text, url text,
         source text, published_at timestamptz, published_at_estimated boolean, story integer)
    where signals.id = x.id
    returning ${documentColumns(sql)}, ${articleText(sql)}`

  const refile = (rows: ReadonlyArray<object>) => sql`
    update signals set story = x.story
    from json_to_recordset(${recordset(rows)}::json) as x(id bigint, story integer)
    where signals.id = x.id`

  // One listing at a time: with many of them the writer whose turn it is would wait for a step of each.
  const preparing = Semaphore.makeUnsafe(1)

  /** What is stored of each item; null where nothing is. */
  const recognised = Effect.fnUntraced(function* (source: SourceName, rows: ReadonlyArray<Listed>) {
    const known: Array<Recognised | null> = rows.map(() => null)
    const keys = rows.map(({ guid, item }, n) => ({ n, guid, identity: item.identity }))
    for (const chunk of chunks(keys)) {
      for (const { n, ...signal } of yield* recognise(source, recordset(chunk))) known[n] = signal
    }
    return known
  })

  const write = Effect.fnUntraced(function* (source: SourceName, rows: ReadonlyArray<Prepared>, now: Date) {
    const known = yield* recognised(source, rows)
    const stories = rows.map((row, n) =>
      known[n] !== null ? null : row.made === null ? storyOf(headlineOf(row.item, now)) : row.made.story
    )
    const headlines = stories.flatMap((story) => {
      if (story === null) return []
      const [earliest, latest] = [-1, 1].map((way) => new Date(story.at + way * storyWindowMillis))
      return [{ story: story.key, earliest, latest }]
    })
    const told: Array<ToldSignal> = []
    for (const chunk of chunks(headlines)) told.push(...(yield* telling(recordset(chunk))))
    const changed = yield* inSteps(changes(source, rows, known, stories, new Stories(told), now))

    const documents: Array<SearchDocument> = []
    const sightings = [...chunks(changed.sight)]
    const inserts = chunks(changed.insert)
    for (const chunk of inserts) {
      // The names of more than one part stand in any order.
      const sighted = inserts.length === 1 ? (sightings.shift() ?? []) : []
      const of = new Map(chunk.map((signal) => [signal.n, signal]))
      for (const { article, id, n } of yield* insert(source, chunk, sighted, now)) {
        const { language, published_at, published_at_estimated, snippet, source: publisher, title } = of.get(n)!
        documents.push({
          id,
          title,
          snippet,
          source: publisher,
          language,
          published_at,
          published_at_estimated,
          article,
          brought_by: [source],
          first_seen_at: now,
          ...(rows[n]!.made !== null && { terms: rows[n]!.made.terms })
        })
      }
    }
    for (const chunk of sightings) yield* sight(source, chunk, now)
    if (documents.length > 0) yield* index.write(documents)
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
    const prepared = yield* inSteps(
      mapped(rows, (row, n) => (known[n] === null ? prepare(row, now) : { ...row, made: null }), preparedInStep)
    ).pipe(preparing.withPermits(1))
    // While the turn is waited for, or beside what the database does in it; in the order in which they are stored.
    const terms = prepared.flatMap(({ made }) => made?.terms ?? []).toReversed()
    yield* Effect.forkChild(preparing.withPermits(1)(inSteps(mapped(terms, (of) => of.get(), preparedInStep))))
    const written = yield* inTurn(sql, "signals")(write(source, prepared, now))
    yield* index.finish
    return written
  })

  return {
    upsert: (source, items) =>
      items.length === 0 ? Effect.succeed({ new: 0, changed: 0 }) : Effect.orDie(upsert(source, items)),
    link: (term, source, guids) => Effect.orDie(Effect.asVoid(link(term, source, guids)))
  }
}

import { Effect, Schema } from "effect"
import { type SqlClient, type Statement } from "effect/sql"
import { maxWideId } from "../../domain/Id.ts"
import { SignalId, StoryId } from "../../domain/Signal.ts"
import { fallback } from "../../search/Languages.ts"
import {
  type Fingerprint,
  fingerprint,
  keysOf,
  soughtKeysOf,
  type StoryText,
  wordsOf
} from "../../search/StoryFingerprint.ts"
import { type StoryOutline, tellStories, type Told } from "../../search/TellStories.ts"
import { inSteps, inTurn, mapped, recordset, turnOf } from "../database/Batch.ts"
import { rowsAs } from "../database/Rows.ts"
import type { SearchIndex } from "../search/SearchIndex.ts"

/**
 * So many stored signals are compared with a piece, of each key and each story so many, and so many of each of its
 * publishers show how those write: always the newest.
 */
export const storiesCompared = { told: 2_000, byKey: 50, ofStory: 50, ofPublisher: 40 }

/** A signal as its story is told. */
export interface StoryRow extends StoryText {
  readonly id: number
  readonly story: number | null
}

/** A signal that has just been told its story. */
export interface SignalOfStory extends StoryText {
  readonly id: SignalId
  readonly story: StoryId
  /** Its story before its words changed; null for one that had none. */
  readonly before: StoryId | null
  readonly url: string
  readonly first_seen_at: Date
}

/** The fingerprints of a piece. */
export const fingerprints = Effect.fnUntraced(function* (
  index: Pick<SearchIndex["Service"], "frequencies">,
  rows: ReadonlyArray<StoryRow>
) {
  const words = yield* inSteps(mapped(rows, wordsOf, 20))
  const corpus = yield* index.frequencies([...new Set(words.flatMap(({ snippet, title }) => [...title, ...snippet]))])
  return rows.map(({ id, story, ...text }, n) => ({ id, story, print: fingerprint(text, words[n]!, corpus) }))
})

/** Tells the stories of signals in a SQL database. */
export const makeStoryGrouping = (sql: SqlClient.SqlClient, index: SearchIndex["Service"]) => {
  /** What has no story: what changed, what came in, and what is older than the first that has one. */
  const left = (limit: number) => sql`
    (select signal_id as id from signal_stories where changed order by signal_id limit ${limit})
    union all
    (select id from signals where id > (select max(signal_id) from signal_stories) order by id limit ${limit})
    union all
    (select id from signals where id < coalesce((select min(signal_id) from signal_stories), ${maxWideId})
     order by id desc limit ${limit})
    limit ${limit}`

  const NextSignal = Schema.Struct({
    id: Schema.Int,
    story: Schema.NullOr(Schema.Int),
    title: Schema.String,
    snippet: Schema.String,
    source: Schema.String,
    language: Schema.String,
    url: Schema.String,
    published_at: Schema.Date,
    first_seen_at: Schema.Date,
    version: Schema.String
  })
  const next = (limit: number) =>
    rowsAs(NextSignal).all(sql`
      select s.id::float8 as id, t.story_id::float8 as story, s.title, s.snippet, s.source, coalesce(s.language, ${fallback}) as language,
             s.url, s.published_at, s.first_seen_at, s.xmin::text as version
      from (${left(limit)}) untold join signals s using (id) left join signal_stories t on t.signal_id = s.id`)

  // As this file stored them: a schema would take longer than all the rest.
  const printOf = (row: { readonly print: string }): Fingerprint => JSON.parse(row.print)

  // All of a story are read before they are sorted: its index is the way, not all signals from the newest on.
  const newestOf = (story: Statement.Fragment, except: ReadonlyArray<number>) => sql`
    select signal_id, print from (
      select signal_id, print from signal_stories t
      where t.story_id = ${story} and signal_id <> all(${except.map(BigInt)}::bigint[]) offset 0
    ) members order by signal_id desc limit ${storiesCompared.ofStory}`

  /** What shares a key, after what shares a story. */
  const found = (keys: ReadonlyArray<number>, stories: ReadonlyArray<number>, except: ReadonlyArray<number>) =>
    Effect.map(
      sql<{ id: number; story: number; print: string }>`
        select signal_id::float8 as id, story_id::float8 as story, print from signal_stories
        where signal_id <> all(${except.map(BigInt)}::bigint[]) and signal_id = any(array(
          select same.signal_id from unnest(${[...keys]}::int[]) sought(key) cross join lateral (
            select signal_id from signal_story_keys k where k.key = sought.key
            order by signal_id desc limit ${storiesCompared.byKey}
          ) same
          union
          select newest.signal_id from unnest(${stories.map(BigInt)}::bigint[]) own(story)
          cross join lateral (${newestOf(sql`own.story`, except)}) newest
        ))
        order by story_id = any(${stories.map(BigInt)}::bigint[]) desc, signal_id desc limit ${storiesCompared.told}`,
      (rows) => rows.map((row): Told => ({ ...row, print: printOf(row) }))
    )

  const outlines = (stories: ReadonlyArray<number>, except: ReadonlyArray<number>) =>
    Effect.map(
      sql<{ story: number; first: Date; last: Date; figures: ReadonlyArray<ReadonlyArray<string>> }>`
        select of.story::float8 as story, dates.first, dates.last, newest.figures
        from unnest(${stories.map(BigInt)}::bigint[]) of(story) cross join lateral (
          select min(s.published_at) as first, max(s.published_at) as last
          from signal_stories t join signals s on s.id = t.signal_id
          where t.story_id = of.story and t.signal_id <> all(${except.map(BigInt)}::bigint[])
        ) dates cross join lateral (
          select json_agg(print::json -> 'figures') as figures from (${newestOf(sql`of.story`, except)}) newest
        ) newest
        where dates.first is not null`,
      (rows) => rows.map((row): StoryOutline => ({ ...row, first: row.first.getTime(), last: row.last.getTime() }))
    )

  const ofPublishers = (publishers: ReadonlyArray<number>, except: ReadonlyArray<number>) =>
    Effect.map(
      sql<{ print: string }>`
        select print from unnest(${[...publishers]}::int[]) as p(publisher) cross join lateral (
          select print from signal_stories t where t.publisher = p.publisher and signal_id <> all(${except.map(BigInt)}::bigint[])
          order by signal_id desc limit ${storiesCompared.ofPublisher}
        ) t`,
      (rows) => rows.map(printOf)
    )

  const vacant = (ids: ReadonlyArray<number>) => sql<{ story: number }>`
    select distinct story_id::float8 as story from signal_stories t where signal_id = any(${ids.map(BigInt)}::bigint[]) and not exists (
      select from signal_stories o where o.story_id = t.story_id and o.signal_id <> all(${ids.map(BigInt)}::bigint[])
    )`

  const newIds = Effect.fnUntraced(function* (count: number) {
    if (count === 0) return []
    const rows = yield* sql<{ id: number }>`
      select nextval('signal_stories_id')::float8 as id from generate_series(1, ${count}::int)`
    return rows.map(({ id }) => id)
  })

  const store = (rows: ReadonlyArray<Told>) => {
    const stored = rows.map(({ id, print, story }) => ({
      signal_id: id,
      story_id: story,
      publisher: print.publisher,
      print: JSON.stringify(print),
      keys: keysOf(print)
    }))
    return sql`
      with given as materialized (
        select signal_id, story_id, publisher, print, array(select json_array_elements_text(keys)::int) as keys
        from json_to_recordset(${recordset(stored)}::json)
          as x(signal_id bigint, story_id bigint, publisher integer, print text, keys json)
      ), unkeyed as (
        delete from signal_story_keys k using (
          select t.signal_id, old as key from given join signal_stories t using (signal_id) cross join unnest(t.keys) old
          where old <> all(given.keys)
        ) gone where k.key = gone.key and k.signal_id = gone.signal_id
      ), keyed as (
        insert into signal_story_keys (key, signal_id) select unnest(keys), signal_id from given on conflict do nothing
      )
      insert into signal_stories (signal_id, story_id, publisher, print, keys)
      select signal_id, story_id, publisher, print, keys from given
      on conflict (signal_id) do update set story_id = excluded.story_id, publisher = excluded.publisher,
        print = excluded.print, keys = excluded.keys, changed = false`
  }

  /** The stories of the next signals, as they are now; new ones by negative numbers. */
  const tell = Effect.fnUntraced(function* (limit: number) {
    const rows = yield* next(limit)
    if (rows.length === 0) return { rows, untold: [], given: new Map<number, number>() }
    const untold = yield* fingerprints(index, rows)
    const except = untold.map(({ id }) => id)
    const keys = [...new Set(untold.flatMap(({ print }) => soughtKeysOf(print)))]
    const own = [...new Set(untold.flatMap(({ story }) => story ?? []))]
    const told = keys.length === 0 ? [] : yield* found(keys, own, except)
    const stories = [...new Set([...own, ...told.map(({ story }) => story)])]
    const publishers = [...new Set(untold.map(({ print }) => print.publisher))]
    const samples = yield* ofPublishers(publishers, except)
    const known = untold.filter(({ story }) => story !== null).map(({ id }) => id)
    const given = yield* inSteps(
      tellStories({
        untold,
        told,
        outlines: stories.length === 0 ? [] : yield* outlines(stories, except),
        ofPublishers: samples,
        vacant: known.length === 0 ? [] : (yield* vacant(known)).map(({ story }) => story)
      })
    )
    return { rows, untold, given }
  })

  /** Whether these signals are still as they were when they were read, and nobody has told their stories since. */
  const areUnchanged = (rows: ReadonlyArray<typeof NextSignal.Type>) =>
    Effect.map(
      sql`
        select from json_to_recordset(${recordset(rows.map(({ id, story, version }) => ({ id, story, version })))}::json)
          as x(id bigint, story bigint, version text)
        join signals s on s.id = x.id and s.xmin::text = x.version
        left join signal_stories t on t.signal_id = x.id
        where t.changed is distinct from false and t.story_id is not distinct from x.story`,
      (unchanged) => unchanged.length === rows.length
    )

  // Stories are told by one at a time. Who writes signals waits only while they are stored: what is told until then is
  // told again where a signal has changed meanwhile.
  const piece = Effect.fnUntraced(function* (limit: number) {
    const before = yield* tell(limit)
    if (before.rows.length === 0) return []
    yield* turnOf(sql, "signals")
    const { given, rows, untold } = (yield* areUnchanged(before.rows)) ? before : yield* tell(limit)
    if (rows.length === 0) return []
    const ids = yield* newIds(Math.max(0, ...[...given.values()].map((story) => -story)))
    const idOf = (story: number) => (story < 0 ? ids[-story - 1]! : story)
    const storyOf = (id: number) => idOf(given.get(id)!)
    yield* store(untold.map(({ id, print }) => ({ id, print, story: storyOf(id) })))
    return rows.map(({ id, story, version: _version, ...row }): SignalOfStory => ({
      ...row,
      id: SignalId.make(id),
      story: StoryId.make(storyOf(id)),
      before: story === null ? null : StoryId.make(story)
    }))
  })

  // One piece in one transaction: if the process dies, the next one continues from there. Nobody waits for a turn while
  // nothing is left.
  return (limit: number): Effect.Effect<ReadonlyArray<SignalOfStory>> =>
    Effect.orDie(
      Effect.flatMap(sql`select from (${left(1)}) untold`, (rows) =>
        rows.length === 0 ? Effect.succeed([]) : inTurn(sql, "signal_stories")(piece(limit))
      )
    )
}

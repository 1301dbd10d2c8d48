import { Effect, Schema } from "effect"
import { type SqlClient, SqlSchema } from "effect/sql"
import { fallback } from "../../search/Languages.ts"
import {
  Fingerprint,
  fingerprint,
  keysOf,
  soughtKeysOf,
  type StoryText,
  tellStories,
  type Told,
  wordsOf
} from "../../search/StoryLikeness.ts"
import { inSteps, inTurn, mapped, recordset } from "../database/Batch.ts"
import type { SearchIndex } from "../search/SearchIndex.ts"

/** So many stored signals are compared with a piece, and so many of each of its publishers show how those write. */
export const storiesCompared = { told: 2_000, ofPublisher: 40 }

/** A signal as its story is told. */
export interface StoryRow extends StoryText {
  readonly id: number
  readonly story: number | null
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
    (select id from signals where id < coalesce((select min(signal_id) from signal_stories), 2147483647)
     order by id desc limit ${limit})
    limit ${limit}`

  const next = SqlSchema.findAll({
    Request: Schema.Int,
    Result: Schema.Struct({
      id: Schema.Int,
      story: Schema.NullOr(Schema.Int),
      title: Schema.String,
      snippet: Schema.String,
      source: Schema.String,
      language: Schema.String,
      published_at: Schema.Date
    }),
    execute: (limit) => sql`
      select s.id, t.story_id as story, s.title, s.snippet, s.source, coalesce(s.language, ${fallback}) as language, s.published_at
      from (${left(limit)}) untold join signals s using (id) left join signal_stories t on t.signal_id = s.id`
  })

  const Print = Schema.fromJsonString(Fingerprint)

  const found = SqlSchema.findAll({
    Request: Schema.Struct({ keys: Schema.Array(Schema.Int), except: Schema.Array(Schema.Int) }),
    Result: Schema.Struct({ id: Schema.Int, story: Schema.Int, print: Print }),
    execute: ({ except, keys }) => sql`
      select signal_id as id, story_id as story, print from signal_stories
      where keys && ${keys}::int[] and signal_id <> all(${except}::int[])
      order by signal_id desc limit ${storiesCompared.told}`
  })

  const ofPublishers = SqlSchema.findAll({
    Request: Schema.Struct({ publishers: Schema.Array(Schema.Int), except: Schema.Array(Schema.Int) }),
    Result: Schema.Struct({ print: Print }),
    execute: ({ except, publishers }) => sql`
      select print from unnest(${publishers}::int[]) as p(publisher) cross join lateral (
        select print from signal_stories t where t.publisher = p.publisher and signal_id <> all(${except}::int[])
        order by signal_id desc limit ${storiesCompared.ofPublisher}
      ) t`
  })

  const vacant = (ids: ReadonlyArray<number>) => sql<{ story: number }>`
    select distinct story_id as story from signal_stories t where signal_id = any(${[...ids]}::int[]) and not exists (
      select from signal_stories o where o.story_id = t.story_id and o.signal_id <> all(${[...ids]}::int[])
    )`

  const newIds = Effect.fnUntraced(function* (count: number) {
    if (count === 0) return []
    const rows = yield* sql<{ id: number }>`
      select nextval('signal_stories_id')::int as id from generate_series(1, ${count}::int)`
    return rows.map(({ id }) => id)
  })

  const store = (rows: ReadonlyArray<Told>) => sql`
    insert into signal_stories (signal_id, story_id, publisher, print, keys)
    select signal_id, story_id, publisher, print, array(select json_array_elements_text(keys)::int)
    from json_to_recordset(${recordset(
      rows.map(({ id, print, story }) => ({
        signal_id: id,
        story_id: story,
        publisher: print.publisher,
        print: JSON.stringify(print),
        keys: keysOf(print)
      }))
    )}::json) as x(signal_id integer, story_id integer, publisher integer, print text, keys json)
    on conflict (signal_id) do update set story_id = excluded.story_id, publisher = excluded.publisher,
      print = excluded.print, keys = excluded.keys, changed = false`

  const piece = Effect.fnUntraced(function* (limit: number) {
    const rows = yield* next(limit)
    if (rows.length === 0) return 0
    const untold = yield* fingerprints(index, rows)
    const except = untold.map(({ id }) => id)
    const keys = [...new Set(untold.flatMap(({ print }) => soughtKeysOf(print)))]
    const told = keys.length === 0 ? [] : yield* found({ keys, except })
    // How a publisher writes only matters beside another signal of it.
    const publishers = [...new Set(untold.map(({ print }) => print.publisher))]
    const samples = yield* ofPublishers({ publishers, except })
    const known = untold.filter(({ story }) => story !== null).map(({ id }) => id)
    const stories = yield* inSteps(
      tellStories({
        untold,
        told,
        ofPublishers: samples.map(({ print }) => print),
        vacant: known.length === 0 ? [] : (yield* vacant(known)).map(({ story }) => story)
      })
    )
    const ids = yield* newIds(Math.max(0, ...[...stories.values()].map((story) => -story)))
    const idOf = (story: number) => (story < 0 ? ids[-story - 1]! : story)
    yield* store(untold.map(({ id, print }) => ({ id, print, story: idOf(stories.get(id)!) })))
    return rows.length
  })

  // One piece in one transaction: if the process dies, the next one continues from there. Nobody waits for a turn while
  // nothing is left.
  return (limit: number): Effect.Effect<number> =>
    Effect.orDie(
      Effect.flatMap(left(1), (rows) => (rows.length === 0 ? Effect.succeed(0) : inTurn(sql, "signals")(piece(limit))))
    )
}

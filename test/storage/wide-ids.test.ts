import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as FileSystem from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"
import { gzipSync } from "node:zlib"
import { makeNarrow } from "../../harness/NarrowIds.ts"
import { maxId } from "../../src/domain/Id.ts"
import { type NewSignal, SignalId } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Backup } from "../../src/storage/Backup.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { WideIds } from "../../src/storage/WideIds.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { type DatabaseLayer, forEachDatabase } from "../support/Databases.ts"

const source = SourceName.make("feed:wide.example")

const subjects = ["harbours", "orchards", "glaciers", "libraries", "vineyards", "railways", "lighthouses", "quarries"]

/** Stories of their own: no two share more than the word that is searched for. */
const news = (n: number): NewSignal => ({
  identity: `https://wide.example/${n}`,
  guid: `guid ${n}`,
  title: `Iridium number${n} found near ${subjects[n % subjects.length]} of region${n} by team${n * 7}`,
  snippet: `Report${n} says that iridium was found at place${n}.`,
  url: `https://wide.example/${n}`,
  source: "Wide",
  published_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000)
})

const batch = (from: number, count: number) => Array.from({ length: count }, (_, n) => news(from + n))

/** All that the catalog says of tables, their columns in any order. */
const schema = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ what: string }>`
    select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, null) || ' ' || a.attnotnull || ' ' || a.attidentity::text as what
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
    union all select sequencename || ' ' || data_type || ' ' || max_value || ' ' || increment_by from pg_sequences where schemaname = 'public'
    union all select d.objid::regclass || ' of ' || d.refobjid::regclass || ' ' || d.deptype::text from pg_depend d join pg_class s on s.oid = d.objid
      where s.relkind = 'S' and d.deptype in ('a', 'i')
    union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' and proname !~ '^(gtrgm|gin_|set_limit|show_|word_|strict_|similar)'
    order by 1`
})

const typesOf = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ name: string }>`select table_name as name from narrow_ids()`
)

/** Signals with what leads to them. */
const all = (sql: SqlClient.SqlClient) =>
  sql`select id, title, first_seen_at, guid, story_id, keys
      from signals join signal_sightings g on g.signal_id = id left join signal_stories t on t.signal_id = id
      order by id, guid`

const storage = (database: DatabaseLayer) => Storage.layer.pipe(Layer.provideMerge(database))

forEachDatabase((name, database) => {
  layer(storage(database))(`ids beyond 32 bits on ${name}`, (it) => {
    it.effect("are stored, listed, searched, paged and told as stories", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const signals = yield* Signals
        assert.deepStrictEqual(yield* typesOf, [])
        yield* signals.upsert(source, batch(0, 1))
        yield* sql`select setval('signals_id_seq', 4294967296), setval('signal_stories_id', 6000000000)`
        yield* signals.upsert(source, batch(1, 30))
        // A second time, under another name, and changed.
        yield* signals.upsert(SourceName.make("feed:other.example"), [
          { ...news(5), guid: "another", source: "Other", url: "https://other.example/5" }
        ])
        assert.deepStrictEqual(yield* signals.upsert(source, [{ ...news(6), snippet: "It was changed." }]), {
          new: 0,
          changed: 1
        })
        const told = yield* signals.tellStories(100)
        assert.strictEqual(told.length, 31)
        for (const q of [undefined, "iridium"] as const) {
          for (const sort of q === undefined ? (["newest"] as const) : (["newest", "relevance"] as const)) {
            const ids: Array<number> = []
            let after: Effect.Success<ReturnType<typeof signals.page>>["next"] | undefined
            do {
              const page = yield* signals.page({
                ...(q !== undefined && { q }),
                sort,
                limit: 7,
                ...(after && { after })
              })
              ids.push(...(JSON.parse(page.signals) as ReadonlyArray<{ id: number }>).map(({ id }) => id))
              after = page.next ?? undefined
            } while (after !== undefined)
            assert.strictEqual(new Set(ids).size, 31, `${q} ${sort}`)
            assert.strictEqual(ids.filter((id) => id > 2 ** 32 && Number.isInteger(id)).length, 30, `${q} ${sort}`)
          }
        }
        const [one] = yield* signals.list({ q: "number7", limit: 1 })
        assert.isAbove(one!.id, maxId)
        assert.isAbove(one!.story_id!, 6_000_000_000)
        assert.deepStrictEqual(yield* signals.get(one!.id), one)
        const story = yield* signals.story(one!.story_id!)
        assert.strictEqual(story.id, one!.story_id)
        assert.deepStrictEqual(
          story.signals.map(({ id }) => id),
          [one!.id]
        )
        assert.strictEqual(
          (yield* signals.related(one!.id, 5)).every(({ id }) => id > 0),
          true
        )
        assert.deepStrictEqual([...(yield* signals.bringersOf([one!.id])).keys()], [one!.id])
        assert.deepStrictEqual([...(yield* signals.arrivals([one!.id])).keys()], [one!.id])
        assert.deepStrictEqual([...(yield* signals.publishersOf([one!.story_id!])).keys()], [one!.story_id!])
      })
    )
  })

  layer(storage(database), { excludeTestServices: true })(`widening on ${name}`, (it) => {
    it.effect(
      "goes on after an interruption, while others read and write, and leaves what a new database has",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const signals = yield* Signals
          const ids = yield* WideIds
          const fresh = yield* schema
          yield* makeNarrow
          const narrow = yield* ids.state
          assert.strictEqual(narrow.limit, maxId)
          assert.includeMembers([...narrow.narrow], ["signals", "search_documents", "signal_story_keys"])
          const first = 600
          for (let from = 0; from < first; from += 200) yield* signals.upsert(source, batch(from, 200))
          yield* signals.tellStories(first)

          const stored = { upTo: first }
          const failures: Array<unknown> = []
          const writing = Effect.gen(function* () {
            const from = stored.upTo
            stored.upTo += 5
            yield* signals.upsert(source, batch(from, 5))
            yield* signals.upsert(source, [{ ...news(from % first), snippet: `Changed at ${from}.` }])
            yield* signals.tellStories(20)
          })
          const reading = Effect.gen(function* () {
            const page = yield* signals.list({ q: "iridium", limit: 20 })
            assert.strictEqual(page.length, 20)
            assert.strictEqual((yield* signals.get(page[0]!.id)).id, page[0]!.id)
          })
          const busy = (work: Effect.Effect<unknown, unknown>) =>
            work.pipe(
              Effect.catchCause((cause) => Effect.sync(() => failures.push(cause))),
              Effect.andThen(Effect.sleep("5 millis")),
              Effect.forever,
              Effect.forkChild
            )
          const fibers = [yield* busy(writing), yield* busy(reading)]
          const directory = yield* Effect.acquireRelease(
            Effect.sync(() => FileSystem.mkdtempSync(Path.join(tmpdir(), "sonde-test-"))),
            (path) => Effect.sync(() => FileSystem.rmSync(path, { recursive: true, force: true }))
          )
          /** What a new database has of a backup of this one. */
          const restored = Effect.gen(function* () {
            const file = Path.join(directory, "backup")
            const { dump } = yield* Backup
            FileSystem.writeFileSync(file, gzipSync(yield* Stream.mkString(dump)))
            return yield* Effect.gen(function* () {
              yield* (yield* Backup).restore(file)
              return yield* all(yield* SqlClient.SqlClient)
            }).pipe(Effect.provide(Layer.fresh(storage(database))))
          })
          const twins = sql`
            select from pg_attribute a join pg_class c on c.oid = attrelid and relkind = 'r'
            where attname like '%\\_wide' and not attisdropped and relnamespace = current_schema()::regnamespace`
          // Each time a piece of work further.
          for (const most of [1, 2, 5, 17, 23]) {
            yield* ids.widen.pipe(
              Stream.filter(({ event }) => event === "ended"),
              Stream.take(most),
              Stream.runDrain
            )
            if (most !== 5) continue
            assert.isAbove((yield* twins).length, 0)
            assert.isAtLeast((yield* restored).length, first)
          }
          yield* ids.widen.pipe(Stream.runDrain)
          const { upTo: at } = stored
          yield* Effect.repeat(
            Effect.delay(
              Effect.sync(() => stored.upTo),
              "10 millis"
            ),
            { until: (upTo) => upTo >= at + 20 }
          )
          for (const fiber of fibers) yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(failures, [])
          assert.deepStrictEqual((yield* ids.state).narrow, [])
          assert.deepStrictEqual(yield* schema, fresh)
          assert.deepStrictEqual(yield* ids.widen.pipe(Stream.runCollect), [])

          const [row] = yield* sql`
          select count(*)::int as signals, count(distinct id)::int as ids,
                 (select count(*)::int from search_documents) as documents,
                 (select count(*)::int from signal_sightings join signals on signals.id = signal_id) as sightings
          from signals`
          const { signals: count } = row as { readonly signals: number }
          assert.isAtLeast(count, at)
          assert.deepStrictEqual(row, { signals: count, ids: count, documents: count, sightings: count })
          yield* sql`select setval('signals_id_seq', 3000000000)`
          yield* signals.upsert(source, batch(1_000_000, 1))
          assert.deepStrictEqual(
            (yield* signals.list({ q: "number1000000", limit: 1 })).map(({ id }) => id),
            [SignalId.make(3_000_000_001)]
          )

          // A new database has its columns in another order.
          assert.deepStrictEqual(yield* restored, yield* all(sql))
        }),
      240_000
    )
  })
})

import { assert, it, layer } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer, Option, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Indexing from "../../src/schedule/Indexing.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as SqlSearchIndex from "../../src/storage/search/SqlSearchIndex.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Database from "../../src/storage/database/Database.ts"
import { child } from "../support/Child.ts"
import { forEachDatabase, newMigratedPostgres, run } from "../support/Databases.ts"
import { assertMatches } from "../support/Matches.ts"

const feed = SourceName.make("feed:news.example")

/** As an upgrade finds them: signals, and nothing indexed. */
const unindexed = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`truncate signals, search_words, search_languages, search_state restart identity cascade`
  yield* sql`
    insert into signals (identity, source_name, title, snippet, url, source, published_at, published_at_estimated, first_seen_at,
                         updated_at)
    select sha256(convert_to(n::text, 'UTF8')), 'feed:old.example', 'Iridium number ' || n, 'The old price of it', 'https://old.example/' || n,
           'Old', now() - n * interval '1 minute', false, now(), now()
    from generate_series(1, ${count}::int) n`
})

/** A process of its own: what it remembers goes with it. */
const process = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    Layer.fresh(Signals.layerOver.pipe(Layer.provideMerge(SqlSearchIndex.layer), Layer.provide(Changes.layerAlone)))
  )

forEachDatabase((name, database) => {
  layer(database, { excludeTestServices: true })(`Indexing what was stored before, on ${name}`, (it) => {
    it.effect(
      "goes in pieces, the newest first, goes on where a process ended, and new signals are found meanwhile",
      () =>
        Effect.gen(function* () {
          yield* unindexed(1_100)
          const first = yield* process(
            Effect.gen(function* () {
              const index = yield* SearchIndex
              const signals = yield* Signals
              assert.strictEqual((yield* index.state).pending, 1_100)
              assert.strictEqual((yield* signals.list({ limit: 100 })).length, 100)
              assert.deepStrictEqual(yield* signals.list({ q: "iridium", limit: 5 }), [])
              const left = yield* index.catchUp(250)
              yield* signals.upsert(feed, [
                {
                  identity: "new",
                  guid: "new",
                  title: "Iridium is new",
                  snippet: "",
                  url: "https://news.example/new",
                  source: "News",
                  published_at: new Date()
                }
              ])
              const { total } = yield* signals.page({ q: "iridium", limit: 1 })
              assert.strictEqual(total.count, 1_100 - left + 1)
              return left
            })
          )
          assert.strictEqual(first, 850)
          const sql = yield* SqlClient.SqlClient
          // It was killed before it counted these.
          yield* sql`insert into search_uncounted (words) values ('[{"term": "left", "word": "", "documents": 3}]')`
          yield* process(
            Effect.gen(function* () {
              const index = yield* SearchIndex
              const signals = yield* Signals
              assert.strictEqual((yield* index.state).pending, 850)
              assert.strictEqual(yield* index.catchUp(10_000), 0)
              assertMatches(yield* index.state, { indexed: 1_101, pending: 0 })
              assert.deepStrictEqual((yield* signals.page({ q: "iridium", limit: 1 })).total, {
                count: 1_101,
                exact: true
              })
              assert.strictEqual((yield* index.frequencies(["left"])).frequency("left"), 3)
              // Again there is nothing to do.
              assert.strictEqual(yield* index.catchUp(10_000), 0)
              assert.strictEqual((yield* index.state).indexed, 1_101)
            })
          )
        })
    )

    it.effect("begins anew where the rules for terms have changed", () =>
      Effect.gen(function* () {
        yield* unindexed(300)
        const sql = yield* SqlClient.SqlClient
        yield* process(
          Effect.gen(function* () {
            const index = yield* SearchIndex
            yield* index.catchUp(10_000)
            yield* sql`update search_state set analysis = 0`
            yield* sql`update search_documents set terms = '| outdated | |'`
            yield* index.catchUp(10_000)
            const { total } = yield* (yield* Signals).page({ q: "iridium", limit: 1 })
            assert.deepStrictEqual(total, { count: 300, exact: true })
            assert.strictEqual((yield* index.state).indexed, 300)
          })
        )
      })
    )

    it.effect("makes all anew in the background of a service, as soon as it starts after an upgrade or a restore", () =>
      Effect.gen(function* () {
        yield* unindexed(600)
        const sql = yield* SqlClient.SqlClient
        for (const below of [601, 1]) {
          yield* sql`update search_state set analysis = 0, below = ${below}`
          yield* process(
            Effect.gen(function* () {
              yield* Layer.build(Indexing.layer)
              const done = Effect.map(
                sql<{ done: boolean }>`select analysis > 0 and below = 1 and documents = 600 as done from search_state`,
                ([row]) => row!.done
              )
              yield* done.pipe(
                Effect.repeat({ until: (done) => done, schedule: Schedule.spaced("50 millis") }),
                Effect.timeout("20 seconds")
              )
            }).pipe(Effect.scoped)
          )
        }
      })
    )

    it.effect("finds words in any language though only some documents are counted", () =>
      Effect.gen(function* () {
        yield* unindexed(2_100)
        yield* process(
          Effect.gen(function* () {
            const index = yield* SearchIndex
            const signals = yield* Signals
            yield* index.catchUp(10_000)
            const titles = ["Häuser", "Brücken", "Straßen", "Wälder", "Städte", "Länder", "Bäder", "Türme", "Äpfel"]
            yield* signals.upsert(
              feed,
              titles.map((title, n) => ({
                identity: title,
                guid: title,
                title: `${title} in Nordheim`,
                snippet: "",
                url: `https://news.example/${n}`,
                source: "News",
                published_at: new Date(),
                language: "de"
              }))
            )
            for (const q of titles) assert.lengthOf(yield* signals.list({ q, limit: 5 }), 1, q)
          })
        )
      })
    )

    it.effect("counts the words of what comes in within a second together, where one in eight stands for all", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* unindexed(0)
        yield* sql`truncate search_uncounted`
        yield* process(
          Effect.gen(function* () {
            yield* sql`update search_state set documents = 2_000`
            const signals = yield* Signals
            /** Brings eight, and says of how many batches words are not counted yet. */
            const bring = Effect.fnUntraced(function* (batch: string) {
              const items = Array.from({ length: 8 }, (_, n) => ({
                identity: `${batch} ${n}`,
                guid: `${batch} ${n}`,
                title: `Osmium ${batch} ${n}`,
                snippet: "",
                url: `https://news.example/${batch}/${n}`,
                source: "News",
                published_at: new Date()
              }))
              yield* signals.upsert(feed, items)
              return (yield* sql`select from search_uncounted`).length
            })
            assert.strictEqual(yield* bring("first"), 0)
            assert.strictEqual(yield* bring("second"), 1)
            assert.strictEqual(yield* bring("third"), 2)
            yield* TestClock.adjust("1 second")
            assert.strictEqual(yield* bring("fourth"), 0)
            assert.strictEqual((yield* (yield* SearchIndex).frequencies(["osmium"])).frequency("osmium"), 32)
          })
        ).pipe(Effect.provide(TestClock.layer()))
      })
    )

    it.effect("changes the index of many documents in the background, and finds them all the while", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const many = 10_000
        yield* unindexed(many)
        const found = Effect.gen(function* () {
          const { signals, total } = yield* (yield* Signals).page({ q: "iridium -number5", limit: 3 })
          return { signals, total }
        })
        // As their own engine would have indexed them, only sooner.
        yield* process(
          Effect.gen(function* () {
            yield* (yield* SearchIndex).catchUp(250)
            yield* sql`
              insert into search_documents (signal_id, published_at, listed_at, first_seen_at, source, language, terms)
              select id, published_at, published_at, first_seen_at, source, 'en', 'zlen | iridium number' || id || ' | | ' from signals
              on conflict (signal_id) do update set terms = excluded.terms`
            yield* sql`update search_words set documents = ${many}::int where term = 'iridium'`
            yield* sql`update search_state set documents = ${many}::int, below = 1`
          })
        )
        const [best] = yield* sql<{ engine: "bm25" | "gin" }>`select engine from search_state`
        const before = yield* process(found)
        assert.deepStrictEqual(before.total, { count: many - 1, exact: true })
        // Where there is none better, nothing changes.
        if (best!.engine === "gin") return
        // As before the database had the extension.
        yield* sql`drop index search_documents_bm25`
        yield* sql`create index search_documents_gin on search_documents using gin (lexemes_of(terms)) with (fastupdate = off)`
        yield* sql`update search_state set engine = 'gin'`
        yield* process(
          Effect.gen(function* () {
            const index = yield* SearchIndex
            assert.strictEqual((yield* index.state).engine, "gin")
            assert.deepStrictEqual(yield* found, before)
            yield* index.catchUp(250)
            assert.strictEqual((yield* index.state).engine, "bm25")
            assert.deepStrictEqual(yield* found, before)
          })
        )
        const indexes = yield* sql<{ name: string }>`
          select indexname as name from pg_indexes where indexname in ('search_documents_bm25', 'search_documents_gin')`
        assert.deepStrictEqual(indexes, [{ name: "search_documents_bm25" }])
      })
    )

    it.effect("makes the index that there can be, where the one that served is gone with its extension", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* unindexed(30)
        yield* process(Effect.flatMap(SearchIndex, (index) => index.catchUp(10_000)))
        const [best] = yield* sql<{ engine: "bm25" | "gin" }>`select engine from search_state`
        const other = best!.engine === "gin" ? "bm25" : "gin"
        yield* sql`drop index ${sql(`search_documents_${best!.engine}`)}`
        yield* sql`update search_state set engine = ${other}`
        yield* process(
          Effect.gen(function* () {
            assert.strictEqual((yield* (yield* SearchIndex).state).engine, best!.engine)
            assert.strictEqual((yield* (yield* Signals).page({ q: "iridium", limit: 1 })).total.count, 30)
          })
        )
      })
    )
  })
})

/** The index over a Postgres at this URL, with a pool that gives up on a silent server soon. */
const over = (url: Redacted.Redacted) =>
  Layer.provideMerge(
    Signals.layer,
    Database.layer({
      databaseUrl: Option.some(url),
      dataDir: "",
      maxConnections: 3,
      answerTimeout: Duration.seconds(2)
    })
  ).pipe(Layer.provide(Changes.layerAlone), Layer.fresh)

it.live(
  "making the index may take longer than a server may else be silent",
  () =>
    Effect.gen(function* () {
      const url = yield* newMigratedPostgres
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* unindexed(10)
          yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`drop index search_documents_gin`)
        }),
        over(url)
      )
      // Nobody can make an index on it for as long.
      const busy = "do $$ begin lock table search_documents in share row exclusive mode; perform pg_sleep(3); end $$"
      const holding = yield* Effect.forkChild(run(url, busy))
      yield* Effect.sleep("500 millis")
      const { engine } = yield* Effect.provide(
        Effect.flatMap(SearchIndex, (index) => index.state),
        over(url)
      )
      assert.strictEqual(engine, "gin")
      yield* Fiber.join(holding)
    }),
  30_000
)

it.live(
  "a process that is killed in the midst leaves what it has done, and the next does the rest",
  () =>
    Effect.gen(function* () {
      const url = yield* newMigratedPostgres
      yield* Effect.gen(function* () {
        yield* unindexed(1_500)
        const indexing = yield* child("IndexSignals.ts", Redacted.value(url))
        while (Number(yield* indexing.line) > 1_000);
        yield* indexing.kill
        yield* process(
          Effect.gen(function* () {
            const index = yield* SearchIndex
            const sql = yield* SqlClient.SqlClient
            const { indexed, pending } = yield* index.state
            assert.strictEqual(indexed + pending, 1_500)
            assert.isAtLeast(indexed, 500)
            assert.isAbove(pending, 0)
            const { total } = yield* (yield* Signals).page({ q: "iridium", limit: 1 })
            assert.deepStrictEqual(total, { count: indexed, exact: true })
            yield* index.catchUp(10_000)
            const counted = yield* sql`
            select (select documents from search_state)::int as state, (select count(*) from search_documents)::int as rows,
                   (select documents from search_words where term = 'iridium')::int as word`
            assert.deepStrictEqual(counted, [{ state: 1_500, rows: 1_500, word: 1_500 }])
          })
        )
      }).pipe(Effect.provide(over(url)))
    }),
  60_000
)

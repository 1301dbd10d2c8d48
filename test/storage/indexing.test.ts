import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SourceName } from "../../src/domain/Source.ts"
import * as SqlSearchIndex from "../../src/storage/search/SqlSearchIndex.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { forEachDatabase } from "../support/Databases.ts"
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
const process = <A, E>(effect: Effect.Effect<A, E, SearchIndex | Signals>) =>
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
  })
})

import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { Changes } from "../../src/storage/database/Changes.ts"
import { type ClusterChange, ClusterFailed, SearchCluster } from "../../src/storage/search/SearchCluster.ts"
import { SearchIndex } from "../../src/storage/search/SearchIndex.ts"
import * as SqlSearchIndex from "../../src/storage/search/SqlSearchIndex.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { start } from "../support/Contract.ts"
import { forEachDatabase } from "../support/Databases.ts"
import { news, store } from "../support/News.ts"

/** What an index of {@link fakeCluster} knows of a document: what was told last, by its version. */
type Index = Map<number, ClusterChange>

/** A cluster that remembers what it is told, and finds nothing. */
const fakeCluster = (version: string) => {
  const away = ClusterFailed.because("it could not be reached")
  const world = {
    indexes: new Map<string, Index>(),
    serving: null as string | null,
    isAway: false,
    put: 0,
    refreshed: 0,
    /** How long it takes to make visible what was put. */
    refreshMillis: 0,
    /** Whether it all is. */
    isVisible: true,
    created: 0
  }
  const answer = <A>(make: () => A) => Effect.suspend(() => (world.isAway ? Effect.fail(away) : Effect.succeed(make())))
  const none = answer(() => [])
  const cluster: SearchCluster = {
    name: "fake",
    version,
    best: () => none,
    latest: () => none,
    count: () => answer(() => ({ count: 0, exact: true })),
    newest: answer(() => 0),
    document: () => answer(() => null),
    facets: () => answer(() => ({ counted: 0, source: [], language: [], day: [] })),
    documents: answer(() => 0),
    create: answer(() => {
      const name = `index${++world.created}`
      world.indexes.set(name, new Map())
      return name
    }),
    put: (names, changes) =>
      Effect.gen(function* () {
        yield* answer(() => world.put++)
        const missing = names.filter((name) => !world.indexes.has(name))
        if (missing.length > 0)
          return yield* new ClusterFailed({ reason: "its index is not there", missing, retryAfter: 0 })
        for (const name of names)
          for (const change of changes) {
            const index = world.indexes.get(name)!
            if ((index.get(change.id)?.version ?? 0) <= change.version) index.set(change.id, change)
          }
        world.isVisible = false
        return []
      }),
    refresh: () =>
      Effect.gen(function* () {
        yield* answer(() => world.refreshed++)
        yield* TestClock.adjust(world.refreshMillis)
        world.isVisible = true
      }),
    serve: (name) =>
      answer(() => {
        world.serving = name
        for (const other of world.indexes.keys()) if (other !== name) world.indexes.delete(other)
      })
  }
  const titles = () =>
    [...world.indexes.get(world.serving!)!.values()].flatMap(({ document }) =>
      document === null ? [] : [document.terms.split(" | ")[1]!]
    )
  return Object.assign(world, { cluster, titles })
}

/** A process of its own with that cluster, or with none: what it remembers goes with it. */
const process = <A, E, R>(cluster: SearchCluster | null, effect: Effect.Effect<A, E, R>) =>
  Effect.provide(
    effect,
    Layer.fresh(
      Signals.layerOver.pipe(
        Layer.provideMerge(SqlSearchIndex.layer),
        Layer.provide(Layer.succeed(SearchCluster, cluster)),
        Layer.provide(Changes.layerAlone)
      )
    )
  )

const feed = Effect.flatMap(SearchIndex, ({ feed }) => feed)

/** Feeds until there is nothing left to tell. */
const feedAll = Effect.gen(function* () {
  for (let turns = 0; turns < 50; turns++) {
    const { problem, wait } = yield* feed
    assert.isNull(problem)
    if (wait > 0) return
  }
  assert.fail("There is no end to what is told")
})

const outbox = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(sql<{ count: number }>`select count(*)::int as count from search_outbox`, ([row]) => row!.count)
)

const cluster = Effect.flatMap(SearchIndex, ({ state }) => Effect.map(state, ({ cluster }) => cluster!))

const fresh = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    truncate signals, search_documents, search_sources, search_words, search_languages, search_state, search_cluster, search_outbox cascade`
)

forEachDatabase((name, database) => {
  layer(database, { excludeTestServices: true })(`A search cluster beside ${name}`, (it) => {
    const effect = (promise: string, self: Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
      it.effect(promise, () =>
        Effect.andThen(Effect.andThen(TestClock.setTime(start.getTime()), fresh), self).pipe(
          Effect.provide(TestClock.layer())
        )
      )

    effect(
      "costs nothing while there is none, is told of what changes once there is one, and is forgotten when it is gone for long",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = fakeCluster("1")
        yield* process(null, store(news("Tin", { guid: "1" }), news("Zinc", { guid: "2" })))
        assert.strictEqual(yield* outbox, 0)
        yield* process(
          world.cluster,
          Effect.gen(function* () {
            assert.strictEqual((yield* cluster).problem, "its index is not filled yet")
            yield* feedAll
            assert.deepStrictEqual(world.titles().toSorted(), ["tin", "zinc"])
            yield* store(news("Tungsten", { guid: "1" }), news("Lead", { guid: "3" }))
            assert.strictEqual((yield* cluster).behind, 2)
            yield* feedAll
            assert.deepStrictEqual(world.titles().toSorted(), ["lead", "tungsten", "zinc"])
            yield* sql`delete from signals where title = 'Zinc'`
            yield* feedAll
            assert.deepStrictEqual(world.titles().toSorted(), ["lead", "tungsten"])
            const { behind, behindSeconds, building, problem } = yield* cluster
            assert.deepStrictEqual(
              { behind, behindSeconds, building, problem },
              { behind: 0, behindSeconds: 0, building: null, problem: null }
            )
          })
        )
        // What a process without the setting stores is told by the next one that has it.
        yield* process(null, store(news("Gold", { guid: "4" })))
        assert.strictEqual(yield* outbox, 1)
        yield* process(world.cluster, feedAll)
        assert.include(world.titles(), "gold")
        yield* sql`update search_cluster set seen_at = seen_at - interval '2 hours'`
        yield* process(null, store(news("Silver", { guid: "5" })))
        assert.strictEqual(yield* outbox, 0)
        // It missed that, so it begins anew.
        yield* process(world.cluster, feedAll)
        assert.deepStrictEqual([world.serving, world.titles().includes("silver")], ["index2", true])
      })
    )

    effect(
      "is told again what it may not have got, waits while it is away, and nothing is lost",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = fakeCluster("1")
        const titles = Array.from({ length: 1_200 }, (_, n) => `tin${n}`)
        yield* process(
          world.cluster,
          Effect.gen(function* () {
            yield* feedAll
            yield* store(...titles.map((title) => news(title)))
            world.isAway = true
            const { problem, wait } = yield* feed
            assert.deepStrictEqual([problem, wait], ["it could not be reached", 1_000])
            const page = yield* (yield* Signals).page({ q: "tin7", limit: 5 })
            assert.deepStrictEqual([page.cluster, page.total.count], ["unavailable", 1])
            assert.strictEqual((yield* cluster).problem, "it could not be reached")
            world.isAway = false
            // Not yet.
            assert.strictEqual((yield* feed).problem, "it could not be reached")
            assert.strictEqual(yield* outbox, 1_200)
            yield* TestClock.adjust("1 second")
            yield* feed
            assert.isAbove(yield* outbox, 0)
            assert.strictEqual((yield* (yield* Signals).page({ q: "tin7", limit: 5 })).cluster, "used")
            assert.isNull((yield* cluster).problem)
          })
        )
        // After one that was killed another takes over when the lease is over.
        yield* process(
          world.cluster,
          Effect.gen(function* () {
            yield* sql`update search_cluster set held_by = 'killed', held_until = clock_timestamp() + interval '15 seconds'`
            const put = world.put
            yield* feed
            assert.strictEqual(world.put, put)
            yield* sql`update search_cluster set held_until = clock_timestamp() - interval '1 second'`
            yield* feedAll
          })
        )
        assert.deepStrictEqual(world.titles().toSorted(), titles.toSorted())
      })
    )

    effect(
      "makes visible whatever it is told, though not all the time, and what is not visible is told again",
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const world = fakeCluster("1")
        /** One signal that has changed so often. */
        const note = (count: number) => sql`
          insert into search_outbox (signal_id) select signal_id from search_documents, generate_series(1, ${count}::int)`
        yield* process(
          world.cluster,
          Effect.gen(function* () {
            yield* store(news("tin"))
            yield* feedAll
            // As many as are told in two pieces.
            yield* note(2_000)
            yield* feedAll
            assert.deepStrictEqual([world.isVisible, yield* outbox], [true, 0])
            // The longer it takes, the less often.
            world.refreshMillis = 400
            yield* note(1)
            yield* feed
            const { refreshed } = world
            yield* note(1)
            assert.strictEqual((yield* feed).wait, 500)
            assert.deepStrictEqual([world.isVisible, world.refreshed, yield* outbox], [false, refreshed, 1])
            yield* TestClock.adjust("1 second")
            assert.strictEqual((yield* feed).wait, 200)
            yield* TestClock.adjust("200 millis")
            yield* feed
            assert.deepStrictEqual([world.isVisible, world.refreshed, yield* outbox], [true, refreshed + 1, 0])
            yield* note(1)
            yield* feed
            assert.isFalse(world.isVisible)
          })
        )
        const { put } = world
        yield* process(world.cluster, feedAll)
        assert.deepStrictEqual([world.isVisible, world.put, yield* outbox], [true, put + 1, 0])
      })
    )

    effect(
      "fills another index beside the one that answers: for another form, when it is wanted, and when one is lost",
      Effect.gen(function* () {
        const world = fakeCluster("1")
        const titles = Array.from({ length: 1_200 }, (_, n) => `tin${n}`)
        yield* process(
          world.cluster,
          Effect.gen(function* () {
            yield* store(...titles.map((title) => news(title)))
            yield* feedAll
            assert.strictEqual(world.serving, "index1")
            assert.isTrue(yield* (yield* SearchIndex).rebuild)
            // Made, and filled with the first piece.
            yield* feed
            yield* feed
            assert.strictEqual((yield* cluster).building, 200)
            assert.deepStrictEqual([world.serving, world.indexes.size], ["index1", 2])
            // A change of what is in both, and of what is in one.
            yield* store(news("tin0", { title: "lead" }), news("tin1199", { title: "gold" }))
          })
        )
        // Where one process ends another goes on.
        yield* process(world.cluster, feedAll)
        assert.deepStrictEqual([world.serving, world.created], ["index2", 2])
        assert.deepStrictEqual(world.titles().toSorted(), [...titles.slice(1, 1_199), "lead", "gold"].toSorted())
        yield* process({ ...world.cluster, version: "2" }, feedAll)
        assert.deepStrictEqual([world.serving, world.titles().length], ["index3", 1_200])
        world.indexes.clear()
        yield* process(
          { ...world.cluster, version: "2" },
          Effect.gen(function* () {
            yield* store(news("zinc"))
            assert.strictEqual((yield* feed).problem, "its index is not there")
            yield* TestClock.adjust("1 second")
            yield* feedAll
          })
        )
        assert.deepStrictEqual([world.serving, world.titles().length], ["index4", 1_201])
      })
    )
  })
})

import { assert, describe, it } from "@effect/vitest"
import { DateTime, Deferred, Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Scheduler from "../../ingest/Scheduler.ts"
import { parse } from "../../ingest/SourcesFile.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/Signals.ts"
import { Sources } from "../../src/storage/Sources.ts"
import { FeedParser } from "../../ingest/feed/FeedParser.ts"
import { Fetch } from "../../ingest/Fetch.ts"
import { type FakeHost, FakeWeb } from "../support/FakeWeb.ts"
import { ingestWorld, stores } from "../support/IngestWorld.ts"

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>T</title><item><guid>${title}</guid><title>${title}</title>
   <link>https://news.example/${title}</link><description>x</description></item></channel></rss>`

const begin = Date.parse("2026-03-01T12:00:00Z")
const a = SourceName.make("feed:a.example")

/** The scheduler over a fake web, with the clock at a known time. */
const world = (hosts: Readonly<Record<string, FakeHost>>, feeds: ReadonlyArray<string> = ["a.example/feed"]) => {
  const list = { feeds: feeds.map((feed) => ({ url: `https://${feed}` })) }
  const scheduled = Scheduler.layer({ spread: "1 minute" }).pipe(Layer.provideMerge(ingestWorld(list, hosts)))
  return Layer.unwrap(Effect.as(TestClock.setTime(begin), scheduled))
}

const times = Effect.map(FakeWeb, ({ requests }) => requests.length)
const healthOf = (name: string) =>
  Effect.map(
    Effect.flatMap(Ingest, (ingest) => ingest.status),
    (all) => all.find((health) => health.name === name)!
  )

describe("the scheduler", () => {
  it.effect("runs each source soon after the start and then at its interval", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* times, 1)
      yield* TestClock.adjust("29 minutes")
      assert.strictEqual(yield* times, 1)
      yield* TestClock.adjust("90 minutes")
      assert.strictEqual(yield* times, 4)
      assert.strictEqual((yield* (yield* Signals).list({ limit: 10 })).length, 1)
    }).pipe(Effect.provide(world({ "a.example": () => ({ body: rss("one") }) })))
  )

  it.effect("does not start all sources at once", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("20 seconds")
      const early = yield* times
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(yield* times, 30)
      assert.isBelow(early, 30)
      assert.isAbove(early, 0)
    }).pipe(
      Effect.provide(
        world(
          Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`h${n}.example`, () => ({ body: rss(`${n}`) })])),
          Array.from({ length: 30 }, (_, n) => `h${n}.example/feed`)
        )
      )
    )
  )

  it.effect("backs off while a source fails, and comes back by itself", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* TestClock.adjust("1 minute")
      // Failures follow each other after 30, 60, 120, 240 minutes.
      for (const [minutes, count] of [
        [30, 2],
        [60, 3],
        [120, 4]
      ] as const) {
        yield* TestClock.adjust(`${minutes - 1} minutes`)
        assert.strictEqual(yield* times, count - 1)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* times, count)
      }
      assert.strictEqual((yield* healthOf(a)).failures, 4)
      assert.strictEqual((yield* healthOf(a)).last_error, "the server answered 500")
      web.hosts["a.example"] = () => ({ body: rss("back") })
      yield* TestClock.adjust("240 minutes")
      const health = yield* healthOf(a)
      assert.deepStrictEqual([health.state, health.failures, health.last_error], ["ok", 0, null])
      yield* TestClock.adjust("30 minutes")
      assert.strictEqual(yield* times, 6)
    }).pipe(Effect.provide(world({ "a.example": () => ({ status: 500 }) })))
  )

  it.effect("stops asking a source that is gone", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("60 days")
      assert.strictEqual(yield* times, 1)
      assert.strictEqual((yield* healthOf(a)).state, "blocked")
    }).pipe(Effect.provide(world({ "a.example": () => ({ status: 410 }) })))
  )

  it.effect("waits as long as a rate limit asks, and holds the whole host", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("119 minutes")
      assert.strictEqual(yield* times, 1)
      yield* TestClock.adjust("2 minutes")
      assert.isAtLeast(yield* times, 2)
      const states = (yield* (yield* Ingest).status).map(({ last_error }) => last_error)
      assert.isTrue(states.every((error) => /rest/.test(error ?? "")))
    }).pipe(
      Effect.provide(
        world({ "a.example": () => ({ status: 429, headers: { "retry-after": "7200" } }) }, [
          "a.example/one",
          "a.example/two"
        ])
      )
    )
  )

  it.effect("lets no source stop another: failing, stuck or broken", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      yield* TestClock.adjust("30 minutes")
      const health = Object.fromEntries(
        (yield* (yield* Ingest).status).map(({ last_error, name, state }) => [name, [state, last_error]])
      )
      assert.deepStrictEqual(health, {
        "feed:broken.example": ["error", "a fault in this program; the log has it"],
        "feed:failing.example": ["error", "the server answered 500"],
        "feed:good.example": ["ok", null],
        "feed:stuck.example": ["error", "took longer than 20 s"]
      })
      const { requests } = yield* FakeWeb
      assert.strictEqual(requests.filter(({ url }) => url.host === "good.example").length, 2)
    }).pipe(
      Effect.provide(
        world(
          {
            "good.example": () => ({ body: rss("good") }),
            "failing.example": () => ({ status: 500 }),
            "stuck.example": () => Effect.never,
            "broken.example": () => Effect.die("a bug")
          },
          ["good.example", "failing.example", "stuck.example", "broken.example"].map((host) => `${host}/feed`)
        )
      )
    )
  )

  it.effect("survives its own storage failing for a while", () =>
    Effect.gen(function* () {
      let broken = true
      const flaky = Layer.effect(
        Sources,
        Effect.map(Sources, (sources) =>
          Sources.of({
            ...sources,
            begin: (...args) => (broken ? Effect.die("the database is away") : sources.begin(...args))
          })
        )
      ).pipe(Layer.provide(Sources.layerMemory))
      const list = Result.getOrThrow(parse('{"feeds": [{"url": "https://a.example/feed"}]}'))
      const layer = Scheduler.layer({ spread: 0 }).pipe(
        Layer.provideMerge(Ingest.layerOfList(list)),
        Layer.provide([Fetch.layerOverClient(), FeedParser.layerInline]),
        Layer.provide(flaky),
        Layer.provide(stores),
        Layer.provideMerge(FakeWeb.layer({ "a.example": () => ({ body: rss("x") }) }))
      )
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual(yield* times, 0)
        broken = false
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* times, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("keeps to the checks that were stored before a restart", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(begin)
      const stored = Layer.mergeAll(stores, FakeWeb.layer({ "a.example": () => ({ body: rss("x") }) }))
      const list = Result.getOrThrow(parse('{"feeds": [{"url": "https://a.example/feed"}]}'))
      const service = Scheduler.layer({ spread: 0 }).pipe(
        Layer.provide(Ingest.layerOfList(list)),
        Layer.provide([Fetch.layerOverClient(), FeedParser.layerInline])
      )
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 minute").pipe(Effect.provide(service))
        assert.strictEqual(yield* times, 1)
        yield* Effect.gen(function* () {
          yield* TestClock.adjust("28 minutes")
          assert.strictEqual(yield* times, 1)
          yield* TestClock.adjust("2 minutes")
          assert.strictEqual(yield* times, 2)
        }).pipe(Effect.provide(service))
      }).pipe(Effect.provide(stored))
    })
  )

  it.effect("leaves a run that died to whoever is there when its lease ends", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(begin)
      const reached = yield* Deferred.make<void>()
      const stored = Layer.mergeAll(
        stores,
        FakeWeb.layer({ "a.example": () => Effect.andThen(Deferred.succeed(reached, undefined), Effect.never) })
      )
      const list = Result.getOrThrow(parse('{"feeds": [{"url": "https://a.example/feed"}]}'))
      const service = () =>
        Scheduler.layer({ spread: 0 }).pipe(
          Layer.provide(Ingest.layerOfList(list)),
          Layer.provide([Fetch.layerOverClient(), FeedParser.layerInline]),
          Layer.fresh
        )
      yield* Effect.gen(function* () {
        yield* TestClock.adjust(1).pipe(Effect.andThen(Deferred.await(reached)), Effect.provide(service()))
        const web = yield* FakeWeb
        web.hosts["a.example"] = () => ({ body: rss("x") })
        yield* Effect.gen(function* () {
          yield* TestClock.adjust("9 minutes")
          assert.strictEqual(yield* times, 1)
          yield* TestClock.adjust("2 minutes")
          assert.strictEqual(yield* times, 2)
        }).pipe(Effect.provide(service()))
      }).pipe(Effect.provide(stored))
    })
  )

  it.effect("does not run a source that another process has just run", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const sources = yield* Sources
      yield* TestClock.adjust("20 minutes")
      const now = DateTime.toEpochMillis(yield* DateTime.now)
      const elsewhere = (yield* sources.begin(a, { lease: new Date(now + 600_000), force: true }))!
      yield* sources.finish(a, elsewhere.run, {
        state: "ok",
        result: null,
        error: null,
        validators: null,
        next_check_at: new Date(now + 3_600_000)
      })
      yield* TestClock.adjust("59 minutes")
      assert.strictEqual(yield* times, 1)
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* times, 2)
    }).pipe(Effect.provide(world({ "a.example": () => ({ body: rss("x") }) })))
  )
})

import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { fromTimestamp } from "../../src/domain/Timestamp.ts"
import { SlotQueue } from "../../src/queue/SlotQueue.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
// Loaded with the first feed otherwise, in time that is not the test clock's.
import "../../ingest/feed/Document.ts"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { type FakeHost, FakeWeb } from "../support/FakeWeb.ts"
import { ingestWorld } from "../support/IngestWorld.ts"
import { makeWrongClock } from "../support/WrongClock.ts"

const rss = (title: string) =>
  `<rss version="2.0"><channel><title>T</title><item><guid>${title}</guid><title>${title}</title>
   <link>https://news.example/${title}</link><description>x</description></item></channel></rss>`

const begin = Date.parse("2026-03-01T12:00:00Z")
const a = SourceName.make("feed:a.example")

const scheduler = Scheduler.layer({ spread: "1 minute" })

/** The scheduler over a fake web, with the clock at a known time. */
const world = (hosts: Readonly<Record<string, FakeHost>>, feeds: ReadonlyArray<string> = ["a.example/feed"]) => {
  const list = { feeds: feeds.map((feed) => ({ url: `https://${feed}` })) }
  const scheduled = scheduler.pipe(Layer.provideMerge(ingestWorld(list, hosts)), Layer.provide(SlotQueue.layerMemory))
  return Layer.unwrap(Effect.as(TestClock.setTime(begin), scheduled))
}

/** A world whose stores outlive its services: each `service()` is another process. */
const replicas = (hosts: Readonly<Record<string, FakeHost>>) => {
  const list = Result.getOrThrow(parse('{"feeds": [{"url": "https://a.example/feed"}]}'))
  const stored = Layer.mergeAll(Storage.layerMemory, FakeWeb.layer(hosts), SlotQueue.layerMemory)
  const service = () =>
    scheduler.pipe(
      Layer.provide(Ingest.layerOfList(list)),
      Layer.provide([Fetch.layerOverClient(), Parser.layerInline]),
      Layer.fresh
    )
  return { service, stored: Layer.unwrap(Effect.as(TestClock.setTime(begin), stored)) }
}

const times = Effect.map(FakeWeb, ({ requests }) => requests.length)
const healthOf = (name: string) =>
  Effect.map(
    Effect.flatMap(Ingest, (ingest) => ingest.status),
    (all) => all.find((health) => health.name === name)!
  )

/** Goes to the moment before the next slot; how many milliseconds that took. */
const toNextSlot = Effect.gen(function* () {
  const health = (yield* (yield* Sources).list).find(({ name }) => name === a)!
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  const wait = fromTimestamp(health.next_check_at!).getTime() - now
  yield* TestClock.adjust(wait - 1)
  return wait
})

/** Minutes until the next slot, in which the source is asked. */
const nextSlot = Effect.gen(function* () {
  const wait = yield* toNextSlot
  const before = yield* times
  yield* TestClock.adjust(1)
  assert.strictEqual(yield* times, before + 1, "the source is asked in its slot and not before")
  return wait / 60_000
})

describe("the scheduler", () => {
  it.effect("runs each source soon after the start and then in its slots, an interval apart", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* times, 1)
      const first = yield* nextSlot
      assert.isAtLeast(first, 14)
      assert.isAtMost(first, 45)
      for (let slot = 0; slot < 5; slot++) assert.strictEqual(yield* nextSlot, 30)
      assert.strictEqual((yield* (yield* Signals).list({ limit: 10 })).length, 1)
    }).pipe(Effect.provide(world({ "a.example": () => ({ body: rss("one") }) })))
  )

  it.effect("spreads sources, at the start and from then on", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("20 seconds")
      const early = yield* times
      yield* TestClock.adjust("40 seconds")
      assert.strictEqual(yield* times, 30)
      assert.isBelow(early, 30)
      assert.isAbove(early, 0)
      const slots = (yield* (yield* Sources).list).map(({ next_check_at }) => next_check_at)
      assert.isAbove(new Set(slots).size, 25)
    }).pipe(
      Effect.provide(
        world(
          Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`h${n}.example`, () => ({ body: rss(`${n}`) })])),
          Array.from({ length: 30 }, (_, n) => `h${n}.example/feed`)
        )
      )
    )
  )

  it.effect("reads on after a clock that was wrong for a minute", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(begin)
      const clock = yield* makeWrongClock
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* times, 1)
        yield* clock.set("400 days")
        yield* TestClock.adjust("50 seconds")
        assert.strictEqual(yield* times, 2)
        yield* clock.set(0)
        assert.strictEqual((yield* healthOf(a)).state, "stale")
        yield* TestClock.adjust("15 seconds")
        assert.strictEqual(yield* times, 3)
        assert.strictEqual((yield* healthOf(a)).state, "ok")
        yield* nextSlot
        assert.strictEqual(yield* nextSlot, 30)
      }).pipe(
        Effect.provide(world({ "a.example": () => ({ body: rss("one") }) }).pipe(Layer.provideMerge(clock.layer)))
      )
    })
  )

  it.effect("does not read without end where another process has a clock that is wrong for good", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(begin)
      const { service, stored } = replicas({ "a.example": () => ({ body: rss("one") }) })
      const clock = yield* makeWrongClock
      yield* clock.set("400 days")
      yield* Effect.gen(function* () {
        yield* Layer.build(service())
        yield* Layer.build(service().pipe(Layer.provide(clock.layer)))
        yield* TestClock.adjust("6 hours")
        // Each of the two reads it every half an hour at most.
        assert.isAtLeast(yield* times, 12)
        assert.isAtMost(yield* times, 28)
      }).pipe(Effect.scoped, Effect.provide(stored))
    })
  )

  it.effect("backs off while a source fails, and comes back by itself", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* TestClock.adjust("1 minute")
      yield* nextSlot
      // Failures follow each other after 30, 60, 120, 240 minutes, from the second on in whole slots.
      for (const minutes of [60, 120, 240]) assert.strictEqual(yield* nextSlot, minutes)
      assert.strictEqual((yield* healthOf(a)).failures, 5)
      assert.strictEqual((yield* healthOf(a)).last_error, "the server answered 500")
      web.hosts["a.example"] = () => ({ body: rss("back") })
      yield* nextSlot
      const health = yield* healthOf(a)
      assert.deepStrictEqual([health.state, health.failures, health.last_error], ["ok", 0, null])
      assert.strictEqual(yield* nextSlot, 30)
    }).pipe(Effect.provide(world({ "a.example": () => ({ status: 500 }) })))
  )

  it.effect("stops asking a source that is gone", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("3 days")
      assert.strictEqual(yield* times, 1)
      assert.strictEqual((yield* healthOf(a)).state, "blocked")
    }).pipe(Effect.provide(world({ "a.example": () => ({ status: 410 }) })))
  )

  it.effect("waits as long as a rate limit asks, and holds the whole host", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("119 minutes")
      assert.strictEqual(yield* times, 1)
      const reports = yield* (yield* Ingest).status
      assert.isTrue(reports.every(({ last_error }) => /rest/.test(last_error ?? "")))
      yield* TestClock.adjust("2 hours")
      assert.isAtLeast(yield* times, 2)
    }).pipe(
      Effect.provide(
        world({ "a.example": () => ({ status: 429, headers: { "retry-after": "7200" } }) }, [
          "a.example/one",
          "a.example/two"
        ])
      )
    )
  )

  it.effect("asks a host that is down once for all its sources, and again when it may be back", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* times, 3)
      const errors = (yield* (yield* Ingest).status).map(({ last_error }) => last_error)
      assert.strictEqual(errors.filter((error) => error === "the server answered 502").length, 3)
      assert.strictEqual(errors.filter((error) => /left alone for 1[45] more minutes/.test(error ?? "")).length, 7)
      const web = yield* FakeWeb
      web.hosts["a.example"] = () => ({ body: rss("back") })
      yield* TestClock.adjust("2 hours")
      const states = (yield* (yield* Ingest).status).map(({ state }) => state)
      assert.deepStrictEqual([...new Set(states)], ["ok"])
    }).pipe(
      Effect.provide(
        world(
          { "a.example": () => ({ status: 502 }) },
          Array.from({ length: 10 }, (_, n) => `a.example/${n}`)
        )
      )
    )
  )

  it.effect("goes on as planned while an operator looks at a network that is away, and once it is back", () => {
    const feeds = Array.from({ length: 6 }, (_, n) => `a.example/${n}`)
    return Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* TestClock.adjust("2 minutes")
      const { run, status } = yield* Ingest
      const look = Effect.gen(function* () {
        const before = yield* times
        yield* Stream.runDrain(run("all"))
        return { asked: (yield* times) - before, found: yield* status }
      })
      const planned = (yield* status).map(({ next_check_at }) => next_check_at)
      const answer = web.hosts["a.example"]!
      delete web.hosts["a.example"]
      for (let n = 0; n < 4; n++) {
        const { asked, found } = yield* look
        assert.strictEqual(asked, feeds.length)
        for (const { failures, last_error } of found)
          assert.deepStrictEqual([failures, last_error], [0, "the host name does not exist"])
        assert.deepStrictEqual(
          found.map(({ next_check_at }) => next_check_at),
          planned
        )
      }
      yield* TestClock.adjust("45 minutes")
      const isDown = (error: string | null) => /left alone/.test(error ?? "")
      assert.isTrue((yield* status).some(({ last_error }) => isDown(last_error)))
      web.hosts["a.example"] = answer
      const { asked, found } = yield* look
      assert.strictEqual(asked, feeds.length)
      for (const { failures, last_error, state } of found)
        assert.deepStrictEqual([state, failures, last_error], ["ok", 0, null])
      const before = yield* times
      yield* TestClock.adjust("50 minutes")
      assert.isAtLeast((yield* times) - before, feeds.length)
      for (const { last_error } of yield* status) assert.isNull(last_error)
    }).pipe(Effect.provide(world({ "a.example": () => ({ body: rss("one") }) }, feeds)))
  })

  it.effect("has a host left alone that asks for it, also by hand", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      const { run } = yield* Ingest
      yield* TestClock.adjust("1 minute")
      web.hosts["a.example"] = () => ({ status: 429, headers: { "retry-after": "7200" } })
      yield* Stream.runDrain(run("all"))
      const asked = yield* times
      yield* Stream.runDrain(run("all"))
      const health = yield* healthOf(a)
      assert.match(health.last_error!, /asked for a rest of \d+ more seconds/)
      assert.strictEqual(health.failures, 0)
      assert.isAtLeast(fromTimestamp(health.next_check_at!).getTime(), begin + 120 * 60_000)
      yield* TestClock.adjust("119 minutes")
      assert.strictEqual(yield* times, asked)
    }).pipe(Effect.provide(world({ "a.example": () => ({ body: rss("one") }) })))
  )

  it.effect("follows a source that has moved for good from the third time on, and goes back when that fails", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      const asked = () => web.requests.splice(0).map(({ url }) => url.host)
      yield* TestClock.adjust("1 minute")
      for (let sighting = 0; sighting < 3; sighting++) {
        assert.deepStrictEqual(asked(), ["a.example", "b.example"])
        yield* toNextSlot
        yield* TestClock.adjust("5 seconds")
      }
      assert.deepStrictEqual(asked(), ["b.example"])
      assert.strictEqual((yield* healthOf(a)).moved_to, "https://b.example/new")
      web.hosts["b.example"] = () => ({ status: 404 })
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual(asked(), ["b.example"])
      assert.isNull((yield* healthOf(a)).moved_to)
      web.hosts["a.example"] = () => ({ body: rss("here after all") })
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual(asked(), ["a.example"])
    }).pipe(
      Effect.provide(
        world({
          "a.example": () => ({ status: 301, headers: { location: "https://b.example/new" } }),
          "b.example": () => ({ body: rss("moved") })
        })
      )
    )
  )

  it.effect("asks the own address of a source that has moved when an operator runs it", () =>
    Effect.gen(function* () {
      const web = yield* FakeWeb
      yield* TestClock.adjust("2 hours")
      assert.strictEqual((yield* healthOf(a)).moved_to, "https://b.example/new")
      web.hosts["a.example"] = () => ({ body: rss("never moved") })
      web.requests.splice(0)
      yield* Stream.runDrain((yield* Ingest).run(a))
      assert.deepStrictEqual(
        web.requests.map(({ url }) => url.host),
        ["a.example"]
      )
      assert.isNull((yield* healthOf(a)).moved_to)
    }).pipe(
      Effect.provide(
        world({
          "a.example": () => ({ status: 301, headers: { location: "https://b.example/new" } }),
          "b.example": () => ({ body: rss("moved") })
        })
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
      let broken = false
      const flaky = Layer.effect(
        Sources,
        Effect.map(Sources, (sources) =>
          Sources.of({
            ...sources,
            slots: Effect.suspend(() => (broken ? Effect.die("the database is away") : sources.slots)),
            begin: (...args) => (broken ? Effect.die("the database is away") : sources.begin(...args))
          })
        )
      ).pipe(Layer.provide(Storage.layerMemory))
      const list = Result.getOrThrow(parse('{"feeds": [{"url": "https://a.example/feed"}]}'))
      const layer = scheduler.pipe(
        Layer.provideMerge(Ingest.layerOfList(list)),
        Layer.provide([Fetch.layerOverClient(), Parser.layerInline, SlotQueue.layerMemory]),
        Layer.provide(flaky),
        Layer.provide(Storage.layerMemory),
        Layer.provideMerge(FakeWeb.layer({ "a.example": () => ({ body: rss("x") }) }))
      )
      yield* Effect.gen(function* () {
        broken = true
        yield* TestClock.adjust("3 minutes")
        assert.strictEqual(yield* times, 0)
        broken = false
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* times, 1)
      }).pipe(Effect.provide(layer))
    })
  )

  it.effect("keeps to the slots that were stored before a restart", () => {
    const { service, stored } = replicas({ "a.example": () => ({ body: rss("x") }) })
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 minute").pipe(Effect.provide(service()))
      assert.strictEqual(yield* times, 1)
      yield* Effect.provide(nextSlot, service())
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("29 minutes")
        assert.strictEqual(yield* times, 2)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* times, 3)
      }).pipe(Effect.provide(service()))
    }).pipe(Effect.provide(stored))
  })

  it.effect("makes one run of all slots that passed while nobody was there", () => {
    const { service, stored } = replicas({ "a.example": () => ({ body: rss("x") }) })
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 minute").pipe(Effect.provide(service()))
      yield* TestClock.adjust("5 days")
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* times, 2)
        yield* TestClock.adjust("14 minutes")
        assert.strictEqual(yield* times, 2)
      }).pipe(Effect.provide(service()))
    }).pipe(Effect.provide(stored))
  })

  it.effect("shares the slots with other processes: each is done once", () => {
    const { service, stored } = replicas({ "a.example": () => ({ body: rss("x") }) })
    return Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* times, 1)
      for (let slot = 0; slot < 4; slot++) yield* nextSlot
    }).pipe(Effect.provide([service(), service(), service()]), Effect.provide(stored))
  })

  it.effect("gives the slot of a run back when it is stopped, and takes it up at its next start", () => {
    const { service, stored } = replicas({ "a.example": () => Effect.never })
    return Effect.gen(function* () {
      yield* TestClock.adjust("30 seconds").pipe(Effect.provide(service()))
      assert.strictEqual(yield* times, 1)
      const web = yield* FakeWeb
      web.hosts["a.example"] = () => ({ body: rss("x") })
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* times, 2)
        const health = (yield* (yield* Sources).list)[0]!
        assert.deepStrictEqual([health.state, health.failures], ["ok", 0])
      }).pipe(Effect.provide(service()))
    }).pipe(Effect.provide(stored))
  })

  it.effect("hands on the slot of a source that this process does not know", () => {
    const { service, stored } = replicas({ "a.example": () => ({ body: rss("x") }) })
    const other = scheduler.pipe(
      Layer.provide(Ingest.layerOfList(Result.getOrThrow(parse("{}")))),
      Layer.provide([Fetch.layerOverClient(), Parser.layerInline]),
      Layer.fresh
    )
    return Effect.gen(function* () {
      yield* TestClock.adjust("5 minutes")
      assert.strictEqual(yield* times, 1)
      yield* TestClock.adjust("60 minutes")
      assert.isAtLeast(yield* times, 2)
    }).pipe(Effect.provide(service()), Effect.provide(other), Effect.provide(stored))
  })

  it.effect("gives up on a slot whose runs nobody lives to end, and goes on with the next one", () =>
    Effect.gen(function* () {
      const sources = yield* Sources
      const slot = new Date(begin + 90_000)
      yield* sources.register([{ name: a, kind: "signals", platform: null, configured: true, first_slot: slot }])
      for (let death = 0; death < 10; death++) yield* sources.begin(a, slot)
      const { attempt, sources: all } = yield* Ingest
      const listed = yield* all
      const attempted = yield* attempt(listed[0]!, slot)
      assert.strictEqual(attempted._tag === "Finished" ? attempted.state : attempted.reason, "error")
      assert.strictEqual(yield* times, 0)
      assert.match((yield* healthOf(a)).last_error!, /10 runs of it were broken off/)
    }).pipe(
      Effect.provide(ingestWorld({ feeds: [{ url: "https://a.example/feed" }] }, { "a.example": () => ({ body: "" }) }))
    )
  )
})

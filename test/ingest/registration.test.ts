import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Parser } from "../../ingest/parse/Parser.ts"
import { Fetch } from "../../ingest/fetch/Fetch.ts"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Scheduler from "../../ingest/schedule/Scheduler.ts"
import { parse } from "../../ingest/list/SourcesFile.ts"
import { SlotQueue } from "../../src/queue/SlotQueue.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Sources } from "../../src/storage/sources/Sources.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { FakeWeb } from "../support/FakeWeb.ts"

const rss = `<rss version="2.0"><channel><title>T</title><item><guid>1</guid><title>A story</title>
  <link>https://news.example/1</link></item></channel></rss>`

const stored = Layer.mergeAll(
  Storage.layerMemory,
  SlotQueue.layerMemory,
  FakeWeb.layer({ "a.example": () => ({ body: rss }), "b.example": () => ({ body: rss }) })
)

const ingestOf = (...hosts: ReadonlyArray<string>) =>
  Ingest.layerOfList(
    Result.getOrThrow(parse(JSON.stringify({ feeds: hosts.map((host) => ({ url: `https://${host}/feed` })) })))
  ).pipe(Layer.provide([Fetch.layerOverClient(), Parser.layerInline]), Layer.fresh)

/** The service with the list, until its sources are read. */
const serviceOf = (...hosts: ReadonlyArray<string>) =>
  TestClock.adjust("2 minutes").pipe(Effect.provide(Layer.provide(Layer.fresh(Scheduler.layer()), ingestOf(...hosts))))

const names = Effect.flatMap(Sources, ({ list }) => Effect.map(list, (all) => all.map(({ name }) => name as string)))

describe("the sources that are remembered", () => {
  it.effect("are those of the service's list, also when an operator looks with another one", () =>
    Effect.gen(function* () {
      yield* serviceOf("a.example")
      const before = yield* (yield* Sources).list
      const shown = yield* Effect.flatMap(Ingest, ({ status }) => status).pipe(Effect.provide(ingestOf("b.example")))
      assert.deepStrictEqual(
        shown.map(({ last_success_at, listed, name, state, url }) => [
          name as string,
          state,
          last_success_at !== null,
          listed,
          url
        ]),
        [
          ["feed:b.example", "empty", false, true, "https://b.example/feed"],
          ["feed:a.example", "ok", true, false, null]
        ]
      )
      assert.deepStrictEqual(yield* (yield* Sources).list, before)
    }).pipe(Effect.provide(stored))
  )

  it.effect("have one more when an operator runs one that is new, and that one is not scheduled", () =>
    Effect.gen(function* () {
      yield* serviceOf("a.example")
      const events = yield* Effect.flatMap(Ingest, ({ run }) => Stream.runCollect(run("feed:b.example"))).pipe(
        Effect.provide(ingestOf("b.example"))
      )
      assert.deepStrictEqual(
        events.map((event) => (event._tag === "Finished" ? event.state : event._tag)),
        ["Started", "ok"]
      )
      assert.deepStrictEqual(yield* names, ["feed:a.example", "feed:b.example"])
    }).pipe(Effect.provide(stored))
  )

  it.effect("are none as long as nothing is scheduled and nothing was run", () =>
    Effect.gen(function* () {
      yield* Effect.flatMap(Ingest, ({ status }) => status).pipe(Effect.provide(ingestOf("a.example")))
      assert.deepStrictEqual(yield* names, [])
    }).pipe(Effect.provide(stored))
  )

  it.effect("lose what the list does not name any more, with its social trends, when the service starts", () =>
    Effect.gen(function* () {
      const trends = yield* SocialTrends
      const trend = {
        title: "T",
        score: 1,
        score_kind: "rank",
        subreddit: null,
        site: null,
        url: null,
        rank: 1
      } as const
      yield* trends.replace(SourceName.make("reddit"), "reddit", [trend])
      yield* serviceOf("a.example", "b.example")
      yield* serviceOf("b.example")
      assert.deepStrictEqual(yield* names, ["feed:b.example"])
      assert.deepStrictEqual(yield* trends.list("reddit", 10), [])
    }).pipe(Effect.provide(stored))
  )
})

describe("the list's schedule", () => {
  const scheduleOf = (schedule: object) =>
    parse(JSON.stringify({ feeds: [{ url: "https://a.example/feed" }], schedule }))

  it.effect("gives a source its times, for everything that shows or runs it", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:00:00Z"))
      const list = Result.getOrThrow(scheduleOf({ "feed:a.example": "30 6 * * 1-5" }))
      const ingest = Ingest.layerOfList(list).pipe(Layer.provide([Fetch.layerOverClient(), Parser.layerInline]))
      yield* Effect.gen(function* () {
        const { run, status } = yield* Ingest
        yield* Stream.runDrain(run("all"))
        assert.match((yield* status)[0]!.next_check_at!, /^2026-03-02T06:30:/)
      }).pipe(Effect.provide(ingest))
    }).pipe(Effect.provide(stored))
  )

  it("takes intervals and cron expressions that leave publishers a quarter of an hour", () => {
    assert.isTrue(
      Result.isSuccess(scheduleOf({ a: "2 hours", b: "0 */2 * * *", c: "0,15,30,45 * * * *", d: "0 0 1 1 *" }))
    )
    for (const times of ["* * * * *", "0,5 7 * * *", "5 minutes", "0 0 30 2 *", "nonsense", "61 * * * *", 5])
      assert.match(
        Result.match(scheduleOf({ a: times }), { onFailure: (faults) => faults.join(), onSuccess: () => "" }),
        /^schedule\.a: /,
        String(times)
      )
  })
})

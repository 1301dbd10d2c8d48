import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ArticleReader } from "../../../ingest/articles/ArticleReader.ts"
import * as HostThrottle from "../../../ingest/fetch/HostThrottle.ts"
import { Ingest } from "../../../ingest/Ingest.ts"
import * as ResearchLive from "../../../ingest/research/Research.ts"
import { noValidators, type Source } from "../../../ingest/Source.ts"
import { SourceName } from "../../../src/domain/Source.ts"
import { Research } from "../../../src/ports/Research.ts"
import { unreached } from "../../../src/reports/UnreachedSources.ts"
import { Signals } from "../../../src/storage/signals/Signals.ts"
import * as Storage from "../../../src/storage/Storage.ts"

/** A source that answers each search after a second, one in ten seconds. */
const slowly = Effect.gen(function* () {
  const throttle = yield* HostThrottle.make(Duration.seconds(10))
  const nothing = { fetched: 0, found: 0, new: 0, changed: 0, skipped: [] }
  return {
    name: SourceName.make("slow"),
    kind: "signals",
    platform: null,
    title: "Slow",
    url: "https://slow.example/",
    missing: null,
    every: Duration.hours(1),
    search: {
      site: "Slow",
      of: (_, asked = Effect.void) =>
        throttle.take("slow", Effect.andThen(asked, Effect.as(Effect.sleep("1 second"), nothing)))
    },
    run: () => Effect.succeed({ result: null, validators: noValidators, restSeconds: null })
  } satisfies Source
})

const world = ResearchLive.layer({ seconds: 20, reads: false }).pipe(
  Layer.provide(Layer.unwrap(Effect.map(slowly, (source) => Ingest.layerOfSources([source])))),
  Layer.provide(Layer.succeed(ArticleReader, { read: () => Effect.void })),
  Layer.provideMerge(Storage.layerMemory)
)

const reading = ResearchLive.layer({ seconds: 4, reads: true }).pipe(
  Layer.provide(Ingest.layerOfSources([])),
  Layer.provide(Layer.succeed(ArticleReader, { read: () => Effect.never })),
  Layer.provideMerge(Storage.layerMemory)
)

describe("the pages of a report", () => {
  it.effect("are said to be unread for want of time when the time is over, and not before", () =>
    Effect.gen(function* () {
      const url = "https://news.example/plums"
      const item = { identity: url, guid: url, url, title: "Plums get cheaper", snippet: "", source: "News" }
      yield* (yield* Signals).upsert(SourceName.make("feed:news"), [{ ...item, published_at: null }])
      const told: Array<unknown> = []
      const report = yield* Effect.forkChild(
        (yield* Research)!.lookUp("plums", (step, { pages }) =>
          Effect.sync(() => step === "reading" && pages.of > 0 && told.push(pages.unread))
        )
      )
      for (let quarter = 0; quarter < 20; quarter++) {
        yield* TestClock.adjust("250 millis")
        for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      }
      const { pages } = yield* Fiber.join(report)
      assert.deepStrictEqual(told, [[]])
      assert.deepStrictEqual(pages.unread, [{ host: "news.example", why: "there was no time" }])
    }).pipe(Effect.provide(reading))
  )
})

describe("searches of several reports at once", () => {
  it.effect(
    "are waited for a little longer where a source's turn comes late, and else said not to have been made",
    () =>
      Effect.gen(function* () {
        const research = (yield* Research)!
        const reports = yield* Effect.forEach(["plums", "pears", "figs"], (niche) =>
          Effect.forkChild(research.lookUp(niche, () => Effect.void))
        )
        for (let second = 0; second < 14; second++) {
          yield* TestClock.adjust("1 second")
          for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
        }
        const looked = yield* Effect.forEach(reports, Fiber.join)
        assert.deepStrictEqual(
          looked.map(({ searches }) => searches[0]!.state),
          ["answered", "answered", "waiting"]
        )
        assert.deepStrictEqual(looked.map(unreached), [
          [],
          [],
          ["Slow was not asked: its turn did not come within the time for searches."]
        ])
      }).pipe(Effect.provide(world))
  )
})

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

import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Settings } from "../../src/config/Settings.ts"
import * as Housekeeping from "../../src/schedule/Housekeeping.ts"
import { SlotQueue } from "../../src/queue/SlotQueue.ts"
import { makeWrongClock } from "../support/WrongClock.ts"
import { Retention, type RetentionPolicy } from "../../src/storage/Retention.ts"

const world = (sweeps: Array<RetentionPolicy>) => {
  const process = () => Layer.fresh(Housekeeping.layer)
  return Layer.mergeAll(process(), process(), process()).pipe(
    Layer.provide(SlotQueue.layerMemory),
    Layer.provide(Layer.succeed(Retention, { sweep: (policy) => Effect.sync(() => (sweeps.push(policy), {})) })),
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: { RETENTION_SIGNALS_DAYS: "90" } })))
  )
}

describe("housekeeping", () => {
  it.effect("is done once a day, by one process of many", () => {
    const sweeps: Array<RetentionPolicy> = []
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:30:00Z"))
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("14 minutes")
        assert.deepStrictEqual(sweeps, [])
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual(sweeps, [
          { signals: 90, articles: 90, trending: 400, runs: 30, usage: 400, audit: 400, events: 90 }
        ])
        yield* TestClock.adjust("11 hours")
        assert.strictEqual(sweeps.length, 1)
        yield* TestClock.adjust("1 hour")
        assert.strictEqual(sweeps.length, 2)
        yield* TestClock.adjust("10 days")
        assert.strictEqual(sweeps.length, 12)
      }).pipe(Effect.provide(world(sweeps)))
    })
  })

  it.effect("removes nothing by a clock that was set by more than a week, before it has stood for a day", () => {
    const sweeps: Array<RetentionPolicy> = []
    return Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-03-01T12:30:00Z"))
      const clock = yield* makeWrongClock
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("15 minutes")
        assert.strictEqual(sweeps.length, 1)
        yield* clock.set("400 days")
        yield* TestClock.adjust("1 day")
        assert.strictEqual(sweeps.length, 1)
        yield* TestClock.adjust("1 day")
        assert.strictEqual(sweeps.length, 2)
      }).pipe(Effect.provide(world(sweeps).pipe(Layer.provideMerge(clock.layer))))
    })
  })
})

import { Clock, Context, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"
import { Limits } from "../src/access/Limits.ts"
import { AccountId } from "../src/domain/Account.ts"
import { RateLimits } from "../src/storage/accounts/RateLimits.ts"
import type { Bench } from "./Bench.ts"
import { aligned, digits, percentile } from "./Figures.ts"
import { postgres } from "./Postgres.ts"

const account = AccountId.make(1)

/** High enough that nothing is refused. */
const perMinute = 100_000_000

const build = <S, R>(tag: Context.Key<S, Limits["Service"]>, layer: Layer.Layer<S, never, R>) =>
  Effect.map(Layer.build(layer), (context) => Context.get(context, tag))

/** Microseconds that one of them takes, one after the other. */
const each = (count: number, one: Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const samples: Array<number> = []
    for (let batch = 0; batch < 20; batch++) {
      const begun = performance.now()
      for (let n = 0; n < count / 20; n++) yield* one
      samples.push(((performance.now() - begun) * 1_000) / (count / 20))
    }
    return { median: percentile(samples, 0.5), worst: percentile(samples, 1) }
  })

/**
 * What checking the limit costs a request, beside the library's own limiter and a limiter that asks the database every
 * time.
 */
export const limits: Bench = {
  name: "limits",
  run: ({ short }) =>
    Effect.gen(function* () {
      const count = short ? 2_000 : 200_000
      const memory = yield* build(Limits, Limits.layer({ perMinute }).pipe(Layer.provide(RateLimits.layerMemory)))
      const store = yield* Effect.map(Layer.build(RateLimits.layer), (context) => Context.get(context, RateLimits))
      const shared = yield* build(
        Limits,
        Limits.layer({ perMinute: 120 }).pipe(Layer.provide(Layer.succeed(RateLimits, store)))
      )
      const library = yield* Effect.map(
        Layer.build(RateLimiter.layer.pipe(Layer.provide(RateLimiter.layerStoreMemory))),
        (context) => Context.get(context, RateLimiter.RateLimiter)
      )
      const clock = yield* Clock.Clock
      let id = 1
      const results = {
        "at once (requestNow)": yield* each(
          count,
          Effect.sync(() => memory.requestNow(account, clock.currentTimeMillisUnsafe()))
        ),
        "request, one process": yield* each(count, memory.request(account)),
        // A new account whenever the last has used up its limit.
        "request, Postgres, 120 of each account": yield* each(
          count / 10,
          Effect.suspend(() => shared.request(AccountId.make(Math.floor(id++ / 120) + 1)))
        ),
        "the library's, in memory": yield* each(
          count,
          library.consume({ key: "a", limit: perMinute, window: "1 minute" }).pipe(Effect.orDie)
        ),
        "one statement for each request": yield* each(
          count / 100,
          Effect.suspend(() =>
            store.take({ bucket: "b", window: new Date(0), limit: 1_000_000, share: 1_000_000, least: 1 })
          )
        )
      }
      return {
        figures: Object.fromEntries(Object.entries(results).map(([name, { median }]) => [`${name}: µs`, median])),
        lines: aligned([
          ["", "median µs", "worst µs"],
          ...Object.entries(results).map(([name, { median, worst }]) => [name, digits(median), digits(worst)])
        ])
      }
    }).pipe(Effect.provide(postgres))
}

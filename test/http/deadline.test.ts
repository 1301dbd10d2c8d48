import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, References } from "effect"
import { TestClock } from "effect/testing"
import { Signals } from "../../src/storage/signals/Signals.ts"
import * as Storage from "../../src/storage/Storage.ts"
import { World } from "../../harness/World.ts"

/** A database that has gone silent where signals are asked for; of one signal, it lets go at once. */
const silent = Layer.effect(
  Signals,
  Effect.map(Signals, (signals) => ({
    ...signals,
    page: ({ limit }: { readonly limit: number }) => (limit === 1 ? Effect.never : Effect.uninterruptible(Effect.never))
  }))
).pipe(Layer.provideMerge(Storage.layerMemory))

const logged: Array<readonly [unknown, unknown]> = []
const collect = Logger.make(({ fiber, message }) => {
  logged.push([message, fiber.getRef(References.CurrentLogAnnotations)["request_id"]])
})

describe("a request", () => {
  it.layer(World.over(silent).pipe(Layer.provideMerge(Logger.layer([collect]))))((it) => {
    it.effect("is 503 when ten seconds have passed, whatever it waits for, and in the log; others are not", () =>
      Effect.gen(function* () {
        const world = yield* World
        const { key } = yield* world.key()
        const ask = (path: string) => world.send(`/api/v1/public/${path}`, { key })
        const first = yield* Effect.forkChild(ask("signals"), { startImmediately: true })
        yield* TestClock.adjust("6 seconds")
        assert.strictEqual((yield* ask("competitors")).status, 200)
        const second = yield* Effect.forkChild(ask("signals?limit=1"), { startImmediately: true })
        yield* TestClock.adjust("3999 millis")
        assert.isUndefined(first.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        const answer = yield* Fiber.join(first)
        assert.strictEqual(answer.status, 503)
        assert.isNotNull(answer.headers.get("retry-after"))
        const said: (typeof logged)[number] = [
          ["No answer within 10 s: GET /api/v1/public/signals"],
          answer.headers.get("x-request-id")
        ]
        assert.deepInclude(logged, said)
        assert.isUndefined(second.pollUnsafe())
        yield* TestClock.adjust("6 seconds")
        assert.strictEqual((yield* Fiber.join(second)).status, 503)
      })
    )
  })
})

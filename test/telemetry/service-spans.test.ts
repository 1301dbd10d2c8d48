import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer, Tracer } from "effect"
import { withServiceSpans } from "../../src/telemetry/ServiceSpans.ts"

class Books extends Context.Service<
  Books,
  {
    readonly count: Effect.Effect<number>
    readonly find: (id: number) => Effect.Effect<string, "none">
    readonly countNow: () => number
  }
>()("sonde/library/Books") {
  static readonly layer = Layer.succeed(Books, {
    count: Effect.succeed(2),
    find: (id) => (id === 1 ? Effect.succeed("one") : Effect.fail("none")),
    countNow: () => 2
  })
}

/** What a trace shows of the calls, as `span < parent`. */
const traced = <A, E>(calls: Effect.Effect<A, E, Books>) =>
  Effect.gen(function* () {
    const shown: Array<string> = []
    const tracer = Tracer.make({
      span: (options) => {
        const span = new Tracer.NativeSpan(options)
        shown.push(
          options.parent._tag === "Some" && "name" in options.parent.value
            ? `${options.name} < ${options.parent.value.name}`
            : options.name
        )
        return span
      }
    })
    yield* calls.pipe(Effect.provide(withServiceSpans(Books.layer)), Effect.withTracer(tracer))
    return shown
  })

describe("services in a trace", () => {
  it.effect("are spans of the request that calls them, whether they answer or fail", () =>
    Effect.gen(function* () {
      const calls = Effect.gen(function* () {
        const books = yield* Books
        assert.strictEqual(yield* books.count, 2)
        assert.strictEqual(yield* books.find(1), "one")
        assert.strictEqual(yield* Effect.flip(books.find(2)), "none")
        assert.strictEqual(books.countNow(), 2)
      })
      assert.deepStrictEqual(yield* traced(Effect.withSpan(calls, "GET /books")), [
        "GET /books",
        "Books.count < GET /books",
        "Books.find < GET /books",
        "Books.find < GET /books"
      ])
    })
  )

  it.effect("are none where no trace has begun", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* traced(Effect.flatMap(Books, ({ count }) => count)), [])
    })
  )
})

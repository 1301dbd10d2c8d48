import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Fetch } from "../../../ingest/fetch/Fetch.ts"
import { type FakeAnswer, FakeWeb } from "../../support/FakeWeb.ts"
import { makeWrongClock } from "../../support/WrongClock.ts"

const begin = Date.parse("2026-03-01T12:00:00Z")

/**
 * Asks a host while the clock is wrong, and again by the right one: what the host answers by then is what it is asked
 * for.
 */
const after = (answer: FakeAnswer, requests: number, wait: Parameters<typeof TestClock.adjust>[0]) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(begin)
    const clock = yield* makeWrongClock
    return yield* Effect.gen(function* () {
      const fetch = yield* Fetch
      const web = yield* FakeWeb
      const get = Effect.scoped(fetch.get("https://a.example/feed"))
      yield* clock.set("400 days")
      for (let request = 0; request < requests; request++) {
        yield* Effect.flip(get)
        yield* TestClock.adjust("1 second")
      }
      yield* clock.set(0)
      web.hosts["a.example"] = () => ({ body: "fine" })
      const early = yield* Effect.result(get)
      yield* TestClock.adjust(wait)
      const late = yield* get
      return [early._tag, new TextDecoder().decode(late.bytes), web.requests.length - requests] as const
    }).pipe(
      Effect.provide(
        Fetch.layerOverClient().pipe(
          Layer.provideMerge(FakeWeb.layer({ "a.example": () => answer })),
          Layer.provideMerge(clock.layer)
        )
      )
    )
  })

describe("a clock that was wrong for a minute", () => {
  it.effect("has a host that asked for a rest left alone for as long as it asked, and no longer", () =>
    Effect.gen(function* () {
      const seen = yield* after({ status: 429, headers: { "retry-after": "60" } }, 1, "1 minute")
      assert.deepStrictEqual(seen, ["Failure", "fine", 1])
    })
  )

  it.effect("has a host that is down tried again after a quarter of an hour", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* after({ status: 500 }, 3, "15 minutes"), ["Failure", "fine", 1])
    })
  )

  it.effect("holds up no request to the host", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* after({ status: 404 }, 1, "1 second"), ["Success", "fine", 2])
    })
  )

  it.effect("does not change how long a date of the server's means", () =>
    Effect.gen(function* () {
      const date = (minutes: number) => new Date(begin + minutes * 60_000).toUTCString()
      const seen = yield* after({ status: 429, headers: { date: date(0), "retry-after": date(2) } }, 1, "2 minutes")
      assert.deepStrictEqual(seen, ["Failure", "fine", 1])
    })
  )
})

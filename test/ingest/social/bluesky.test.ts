import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld, urlsOf } from "../../support/IngestWorld.ts"
import { blueskyAnswer, listed, run, shown } from "./Platforms.ts"

const list = { bluesky: { base: "https://bluesky.example" } }

describe("Bluesky", () => {
  it.effect("is asked at its own address", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* urlsOf({ bluesky: true }), [
        "https://public.api.bsky.app/xrpc/app.bsky.unspecced.getTrends?limit=25"
      ])
    })
  )

  it.effect("has trends that lead to its application", () =>
    Effect.gen(function* () {
      yield* run("bluesky")
      assert.deepStrictEqual(yield* shown, [
        ["Interest Rates", 1_741, "posts", "https://bsky.app/profile/trending.example/feed/1", "Bluesky"],
        ["No Name", 99, "rank", null, "Bluesky"]
      ])
    }).pipe(Effect.provide(ingestWorld(list, { "bluesky.example": blueskyAnswer })))
  )

  it.effect("that answers with something else is reported, and keeps what it had", () =>
    Effect.gen(function* () {
      yield* run("bluesky")
      ;(yield* FakeWeb).hosts["bluesky.example"] = () => ({ body: '{"trends":{}}' })
      assert.strictEqual((yield* run("bluesky")).state, "error")
      assert.strictEqual((yield* listed("feed")).length, 2)
    }).pipe(Effect.provide(ingestWorld(list, { "bluesky.example": blueskyAnswer })))
  )
})

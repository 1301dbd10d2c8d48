import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"
import { listed, mastodonAnswer, run, shown } from "./Platforms.ts"

const list = { mastodon: { instances: ["https://social.example/"] } }

describe("Mastodon", () => {
  it.effect("counts the posts of two days, for tags and for links", () =>
    Effect.gen(function* () {
      yield* run("mastodon:social.example:tags")
      yield* run("mastodon:social.example:links")
      assert.deepStrictEqual(yield* shown, [
        ["Batteries are here", 11, "posts", "https://www.news.example/battery", "Mastodon"],
        ["#SolarEclipse", 42, "posts", "https://social.example/tags/SolarEclipse", "Mastodon"],
        ["Rates rise", 99, "rank", "https://news.example/rates", "Mastodon"],
        ["#quiet", 99, "rank", null, "Mastodon"]
      ])
      assert.deepStrictEqual(
        (yield* FakeWeb).requests.map(({ url }) => url.href),
        ["https://social.example/api/v1/trends/tags?limit=20", "https://social.example/api/v1/trends/links?limit=20"]
      )
    }).pipe(Effect.provide(ingestWorld(list, { "social.example": mastodonAnswer })))
  )

  it.effect("that answers with something else is reported, and keeps what it had", () =>
    Effect.gen(function* () {
      yield* run("mastodon:social.example:tags")
      ;(yield* FakeWeb).hosts["social.example"] = () => ({ body: "<html>down</html>" })
      assert.strictEqual((yield* run("mastodon:social.example:tags")).state, "error")
      assert.strictEqual((yield* listed("feed")).length, 2)
    }).pipe(Effect.provide(ingestWorld(list, { "social.example": mastodonAnswer })))
  )
})

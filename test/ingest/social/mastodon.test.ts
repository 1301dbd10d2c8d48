import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type FakeRequest, FakeWeb } from "../../support/FakeWeb.ts"
import { ingestWorld } from "../../support/IngestWorld.ts"
import { listed, run } from "./Platforms.ts"

const list = { mastodon: { instances: ["https://social.example/"] } }

const uses = (...counts: ReadonlyArray<string>) =>
  counts.map((uses, day) => ({ day: String(day), accounts: "1", uses }))

const tags = [
  { name: "SolarEclipse", url: "https://social.example/tags/SolarEclipse", history: uses("12", "30", "400") },
  { name: "quiet", url: "javascript:alert(1)", history: [] }
]

const links = [
  { url: "https://www.news.example/battery", title: "Batteries are here", type: "link", history: uses("5", "6") },
  { url: "https://news.example/rates", title: "Rates rise", type: "link", history: "unknown" }
]

const answer = ({ url }: FakeRequest) => ({ body: JSON.stringify(url.pathname.endsWith("/tags") ? tags : links) })

describe("Mastodon", () => {
  it.effect("counts the posts of two days, for tags and for links", () =>
    Effect.gen(function* () {
      yield* run("mastodon:social.example:tags")
      yield* run("mastodon:social.example:links")
      assert.deepStrictEqual(
        (yield* listed("feed")).map(({ score, score_kind, source, title, url }) => [
          title,
          score,
          score_kind,
          url,
          source
        ]),
        [
          ["Batteries are here", 11, "posts", "https://www.news.example/battery", "Mastodon"],
          ["#SolarEclipse", 42, "posts", "https://social.example/tags/SolarEclipse", "Mastodon"],
          ["Rates rise", 99, "rank", "https://news.example/rates", "Mastodon"],
          ["#quiet", 99, "rank", null, "Mastodon"]
        ]
      )
      assert.deepStrictEqual(
        (yield* FakeWeb).requests.map(({ url }) => url.href),
        ["https://social.example/api/v1/trends/tags?limit=20", "https://social.example/api/v1/trends/links?limit=20"]
      )
    }).pipe(Effect.provide(ingestWorld(list, { "social.example": answer })))
  )

  it.effect("that answers with something else is reported, and keeps what it had", () =>
    Effect.gen(function* () {
      yield* run("mastodon:social.example:tags")
      ;(yield* FakeWeb).hosts["social.example"] = () => ({ body: "<html>down</html>" })
      assert.strictEqual((yield* run("mastodon:social.example:tags")).state, "error")
      assert.strictEqual((yield* listed("feed")).length, 2)
    }).pipe(Effect.provide(ingestWorld(list, { "social.example": answer })))
  )
})

import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Ingest } from "../../ingest/Ingest.ts"
import * as Storage from "../../src/storage/Storage.ts"

const shipped = new URL("../../sources.default.json", import.meta.url).pathname

const namesOf = (options: { readonly sourcesFile: string; readonly contact?: string }) =>
  Effect.flatMap(Ingest, ({ sources, status }) => Effect.all({ sources, healths: status })).pipe(
    Effect.provide(Ingest.layer(options).pipe(Layer.provide([Storage.layerMemory, NodeFileSystem.layer])))
  )

describe("ingestion of the list that the project ships", () => {
  it.effect("shows every source in the list's order, each with a name of its own", () =>
    Effect.gen(function* () {
      const { healths, sources } = yield* namesOf({ sourcesFile: shipped, contact: "ops@example.com" })
      const names = sources.map(({ name }) => name)
      assert.strictEqual(new Set(names).size, names.length)
      assert.deepStrictEqual(
        healths.map(({ name }) => name),
        names
      )
      assert.includeMembers<string>(names, ["feed:techcrunch.com", "google-trends:us", "reddit", "sec-companies"])
      const off = sources.filter(({ missing }) => missing !== null).map(({ name }) => name as string)
      // What needs an operator's consent or credentials is shipped, and off.
      assert.includeMembers(off, ["google-news", "keyword-ranks"])
      assert.isTrue(off.every((name) => /^(google-news|tiktok|x|reddit|keyword-ranks)/.test(name)))
    })
  )

  it.effect("without a contact lacks what SEC needs, and nothing else for the same reason", () =>
    Effect.gen(function* () {
      const { healths } = yield* namesOf({ sourcesFile: shipped })
      const unset = healths.filter(({ missing }) => missing?.includes("CONTACT"))
      assert.deepStrictEqual(
        unset.map(({ name }) => name as string),
        ["sec-filings", "sec-companies", "sec-industries"]
      )
      assert.isTrue(unset.every(({ state }) => state === "not_configured"))
    })
  )

  it.effect("does not start with a list that cannot be used", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(namesOf({ sourcesFile: "/nowhere.json" }))
      assert.strictEqual(failure._tag, "SourcesFileInvalid")
    })
  )
})

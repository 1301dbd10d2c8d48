import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { NewSignal } from "../../src/domain/Signal.ts"
import { Changes } from "../../src/storage/database/Changes.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { forEachDatabase } from "../support/Databases.ts"

const one = SourceName.make("feed:one.example")
const two = SourceName.make("feed:two.example")

const page = (site: string): NewSignal => ({
  identity: `https://${site}.example/ports`,
  guid: site,
  title: "Ports reopen after a week of strikes as unions accept the offer",
  snippet: "",
  url: `https://${site}.example/ports`,
  source: site,
  published_at: new Date("2026-03-01T08:00:00Z")
})

describe("rows that are older than stories", () => {
  forEachDatabase((_, database) =>
    layer(Signals.layer.pipe(Layer.provide(Changes.layerAlone), Layer.provideMerge(database)), {
      excludeTestServices: true
    })((it) => {
      it.effect("are told by their titles, and say who carried them, once their sources have listed them again", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const signals = yield* Signals
          const shared = { ...page("one"), guid: "7", source: "Two" }
          yield* signals.upsert(one, [page("one")])
          yield* signals.upsert(two, [shared])
          yield* sql`update signals set story = null`
          yield* sql`update signal_sightings set source = null, url = null`
          const [before] = yield* signals.list({ limit: 1 })
          assert.deepStrictEqual(before!.also_in, [])

          const nothing = { new: 0, changed: 0 }
          assert.deepStrictEqual(yield* signals.upsert(one, [page("one")]), nothing)
          assert.deepStrictEqual(yield* signals.upsert(two, [shared]), nothing)
          assert.deepStrictEqual(yield* signals.upsert(two, [page("three")]), nothing)
          const [after, ...more] = yield* signals.list({ limit: 2 })
          assert.deepStrictEqual(more, [])
          assert.deepStrictEqual(
            after!.also_in.map(({ source }) => source),
            ["Two", "three"]
          )
        })
      )
    })
  )
})

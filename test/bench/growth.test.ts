import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { growth } from "../../bench/growth.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of growth", () => {
  it.live(
    "finds no list, search or retrieval that outgrows what an index can serve",
    () =>
      Effect.gen(function* () {
        const { details = [], figures } = yield* onCopies(growth.run({ short: true }))
        // A page behind the last row looks at nothing.
        for (const [name, value] of Object.entries(figures))
          assert.isAtLeast(value, name.includes("row 5000") ? 0 : Number.MIN_VALUE, name)
        for (const index of [
          "signals_newest",
          "search_documents_gin",
          "search_documents_bm25",
          "signals_site",
          "trending_keywords_seen"
        ])
          assert.isTrue(
            details.some((line) => line.includes(index)),
            index
          )
      }),
    300_000
  )
})

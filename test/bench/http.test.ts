import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { http } from "../../bench/http.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of the API", () => {
  it.live(
    "has every peer answer the same, without failures, and compares them",
    () =>
      Effect.gen(function* () {
        // Peers that answer in another way, or fail, are the end of it.
        const { figures, lines } = yield* onCopies(http.run({ short: true }))
        for (const [name, value] of Object.entries(figures)) assert.isAbove(value, 0, name)
        for (const name of [
          "shared list, unchanged: times Fastify, remembering",
          "shared list, 304: times static bytes",
          "search, each time another: times Fastify",
          "a report: times Fastify"
        ]) {
          assert.property(figures, name)
        }
        assert.isTrue(lines.some((line) => /static bytes .* 0\.8$/.test(line)))
      }),
    60_000
  )
})

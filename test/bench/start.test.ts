import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { start } from "../../bench/start.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of the start", () => {
  it.live(
    "starts the service as the README does, on fresh and on existing data",
    () =>
      Effect.gen(function* () {
        const { figures } = yield* onCopies(start.run({ short: true }))
        assert.lengthOf(Object.keys(figures), 3)
        for (const [name, value] of Object.entries(figures)) assert.isAbove(value, 0, name)
      }),
    300_000
  )
})

import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ids } from "../../bench/ids.ts"
import { onCopies } from "./Databases.ts"

describe("the bench of wide ids", () => {
  it.live(
    "widens ids while a service answers and stores, although the command is killed twice",
    () =>
      Effect.gen(function* () {
        const { missed } = yield* onCopies(ids.run({ short: true }))
        assert.deepStrictEqual(missed, [])
      }).pipe(Effect.scoped),
    240_000
  )
})

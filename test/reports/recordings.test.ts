import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { fluent } from "../../bench/quality/fluent.ts"
import { judge } from "../../bench/quality/judge.ts"

/* What a real language model answered, as the code of today reads and checks it. */

describe("answers recorded from a language model", () => {
  it.live("catch nearly all faults of the pairs, and refuse few faithful claims", () =>
    Effect.gen(function* () {
      const { figures } = yield* judge.run({ short: true })
      assert.isAtLeast(figures["faults caught %, reporting half"]!, 98)
      assert.isAtMost(figures["false alarms %, reporting half"]!, 4)
    }).pipe(Effect.scoped)
  )

  it.live("leave fluent reports as they are, and none of the faults that were planted in them", () =>
    Effect.gen(function* () {
      const { figures } = yield* fluent.run({ short: true })
      assert.isAtLeast(figures["honest sentences published %"]!, 90)
      assert.isAtMost(figures["planted faults published %"]!, 5)
    }).pipe(Effect.scoped)
  )
})

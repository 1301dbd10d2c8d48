import { describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../src/storage/Storage.ts"
import { clockChanges } from "../support/ClockChanges.ts"
import { happenings, holds } from "../support/Delivered.ts"

describe("events are made once and arrive, and quiet hours and digests hold, wherever the clock jumps", () => {
  for (const change of clockChanges)
    it.effect.prop(
      `while it is changed in ${change.join(" on ")}`,
      { happenings },
      ({ happenings }) => Effect.provide(Effect.asVoid(Effect.scoped(holds(change, happenings))), Storage.layerMemory),
      { arbitrary: { runs: 4 } }
    )
})

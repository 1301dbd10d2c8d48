import { it } from "@effect/vitest"
import { Effect } from "effect"
import * as Storage from "../../src/storage/Storage.ts"
import { happenings, holds } from "../support/Delivered.ts"

it.effect.prop(
  "events are made once and arrive, and quiet hours and digests hold, across changes and jumps of the clock",
  { happenings },
  ({ happenings }) => Effect.provide(Effect.asVoid(Effect.scoped(holds(happenings))), Storage.layerMemory),
  { arbitrary: { runs: 30 } }
)

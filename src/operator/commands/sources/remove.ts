import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { sourceName } from "./change.ts"

export const remove = Command.make(
  "remove",
  { name: sourceName },
  Effect.fnUntraced(function* ({ name }) {
    yield* (yield* Operator).removeSource({ name })
    yield* print({ name }, `${name} is not on the list any more. What it has brought stays.`)
  })
).pipe(
  Command.withDescription(
    "Remove a feed or a service from the list. A service with several sources is removed as a whole, by its own name; its single sources can be paused."
  )
)

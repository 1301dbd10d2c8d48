import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, keyId } from "../../Parameters.ts"
import { showKey } from "./show.ts"

export const deactivate = Command.make(
  "deactivate",
  { account, id: keyId },
  Effect.fnUntraced(function* ({ account, id }) {
    const operator = yield* Operator
    const key = yield* operator.deactivateKey({ account, id })
    yield* print(key, showKey(key))
  })
).pipe(Command.withDescription("Deactivate a key for good; it stays listed with its usage."))

import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, keyId } from "../../Parameters.ts"
import { showIssuedKey } from "./show.ts"

export const rotate = Command.make(
  "rotate",
  { account, id: keyId },
  Effect.fnUntraced(function* ({ account, id }) {
    const operator = yield* Operator
    const key = yield* operator.rotateKey({ account, id })
    yield* print(key, `${showIssuedKey(key)}\nKey ${id} stopped working at the same moment.`)
  })
).pipe(
  Command.withDescription(
    "Replace a key with a new one of the same name, scopes and expiry, and print the new one once. The old one stops working at the same moment."
  )
)

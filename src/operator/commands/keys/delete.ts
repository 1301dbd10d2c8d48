import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, keyId } from "../../Parameters.ts"

export const remove = Command.make(
  "delete",
  { account, id: keyId },
  Effect.fnUntraced(function* ({ account, id }) {
    const operator = yield* Operator
    yield* operator.deleteKey({ account, id })
    yield* print({ id, deleted: true }, `Key ${id} is deleted.`)
  })
).pipe(Command.withDescription("Delete a key with its usage."))

import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../Operator.ts"
import { print, Quiet } from "../Output.ts"
import { account } from "../Parameters.ts"

export const loginLink = Command.make(
  "login-link",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const operator = yield* Operator
    const link = yield* operator.createLoginLink({ account })
    if (yield* Quiet) return yield* print(link, link.url)
    yield* print(
      link,
      `\n  ${link.url}\n\nIt signs in to the account ${account}, once, until ${link.expires_at} (UTC).`
    )
  })
).pipe(Command.withDescription("Print a link that signs in to the dashboard. It works once, within ten minutes."))

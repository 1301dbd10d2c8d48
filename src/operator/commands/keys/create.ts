import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { KeyName } from "../../../domain/ApiKey.ts"
import { allScopes } from "../../../domain/Scope.ts"
import { Expiry } from "../../../domain/Timestamp.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, flag, ScopeList } from "../../Parameters.ts"
import { showIssuedKey } from "./show.ts"

export const create = Command.make(
  "create",
  {
    account,
    name: flag("name", KeyName).pipe(
      Flag.withMetavar("<text>"),
      Flag.withDescription("What it is for, 1 to 100 characters")
    ),
    scopes: flag("scopes", ScopeList).pipe(
      Flag.withMetavar("<list>"),
      Flag.withDescription(`Scopes, comma-separated: ${allScopes.join(", ")}; or all`)
    ),
    expires: flag("expires", Expiry).pipe(
      Flag.withMetavar("<when>"),
      Flag.withDescription("When it expires: ISO 8601 date or time (UTC); default: never"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ account, name, scopes, expires }) {
    const operator = yield* Operator
    const key = yield* operator.createKey({ account, name, scopes, expires_at: Option.getOrNull(expires) })
    yield* print(key, showIssuedKey(key))
  })
).pipe(
  Command.withDescription("Create a key and print it, once. An account holds at most five active keys."),
  Command.withExamples([
    { command: "sonde keys create --name ci --scopes reports,signals --expires 2031-01-01" },
    { command: "sonde keys create --name everything --scopes all --json", description: "For a script: read `key`" }
  ])
)

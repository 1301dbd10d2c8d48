import { Effect, type Layer } from "effect"
import { Command } from "effect/cli"
import type { Endpoint } from "../../domain/Endpoint.ts"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"
import { account } from "../Parameters.ts"
import { type Column, table } from "../Table.ts"

const columns: ReadonlyArray<Column<Endpoint>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "KIND", cell: ({ target }) => target.kind },
  { title: "NAME", cell: ({ name }) => name },
  { title: "NOTICE", cell: ({ notice }) => notice ?? "" }
]

const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const endpoints = yield* (yield* Operator).listEndpoints({ account })
    yield* print(endpoints, table(endpoints, columns, `The account ${account} has no endpoints.`))
  })
).pipe(Command.withDescription("List where an account has its events sent. The table shows no addresses."))

export const endpoints = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("endpoints").pipe(
    Command.withDescription("Show where events of watches are sent"),
    Command.withSubcommands([Command.provide(list, operator)])
  )

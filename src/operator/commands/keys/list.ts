import { Effect } from "effect"
import { Command } from "effect/cli"
import type { ApiKey } from "../../../domain/ApiKey.ts"
import { Operator } from "../../Operator.ts"
import { printList } from "../../Output.ts"
import { account } from "../../Parameters.ts"
import type { Column } from "../../Table.ts"

const columns: ReadonlyArray<Column<ApiKey>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "NAME", cell: ({ name }) => name, least: 10 },
  { title: "KEY", cell: ({ prefix, last4 }) => `${prefix}…${last4}` },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "SCOPES", cell: ({ scopes }) => scopes.join(", "), least: 12, wraps: true, spare: 1 },
  { title: "EXPIRES", cell: ({ expires_at }) => expires_at ?? "never" },
  { title: "LAST USED", cell: ({ last_used_at }) => last_used_at ?? "never", spare: 2 },
  { title: "CALLS", cell: ({ usage }) => usage.total, numeric: true, spare: 3 },
  { title: "24 H", cell: ({ usage }) => usage.last_24h, numeric: true, spare: 4 }
]

export const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const operator = yield* Operator
    const keys = yield* operator.listKeys({ account })
    yield* printList(keys, { rows: keys, columns, empty: `The account ${account} has no keys.` })
  })
).pipe(Command.withDescription("List an account's keys, newest first, with their usage. Times are UTC."))

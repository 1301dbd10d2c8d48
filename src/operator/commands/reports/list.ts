import { Effect } from "effect"
import { Command } from "effect/cli"
import type { ReportItem } from "../../../domain/Report.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account } from "../../Parameters.ts"
import { type Column, table } from "../../Table.ts"

const columns: ReadonlyArray<Column<ReportItem>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "CONFIDENCE", cell: ({ confidence }) => confidence, numeric: true },
  { title: "CREATED", cell: ({ created_at }) => created_at },
  { title: "TITLE", cell: ({ title }) => title }
]

export const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const operator = yield* Operator
    const { reports, total } = yield* operator.listReports({ account })
    const shown = table(reports, columns, `The account ${account} has no reports.`)
    yield* print({ reports, total }, total > reports.length ? `${shown}\n… and ${total - reports.length} older` : shown)
  })
).pipe(Command.withDescription("List an account's newest reports, 100 at most. Times are UTC."))

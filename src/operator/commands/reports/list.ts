import { Effect } from "effect"
import { Command } from "effect/cli"
import type { ReportItem } from "../../../domain/Report.ts"
import { Operator } from "../../Operator.ts"
import { printList } from "../../Output.ts"
import { account } from "../../Parameters.ts"
import type { Column } from "../../Table.ts"

const columns: ReadonlyArray<Column<ReportItem>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "CONFIDENCE", cell: ({ confidence }) => confidence, numeric: true },
  { title: "CREATED", cell: ({ created_at }) => created_at },
  { title: "TITLE", cell: ({ title }) => title, least: 20, wraps: true }
]

export const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const operator = yield* Operator
    const { reports, total } = yield* operator.listReports({ account })
    yield* printList(
      { reports, total },
      {
        rows: reports,
        columns,
        empty: `The account ${account} has no reports.`,
        more: total > reports.length ? `… and ${total - reports.length} older` : ""
      }
    )
  })
).pipe(Command.withDescription("List an account's newest reports, 100 at most. Times are UTC."))

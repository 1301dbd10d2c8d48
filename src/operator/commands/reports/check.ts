import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import type { ReportCheck } from "../../../domain/ReportCheck.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, reportId } from "../../Parameters.ts"
import { type Column, properties, table } from "../../Table.ts"

/** What a script should notice. */
class BelowTheGate extends Schema.TaggedError<BelowTheGate>()("BelowTheGate", { message: Schema.String }) {}

const columns: ReadonlyArray<Column<ReportCheck["faults"][number]>> = [
  { title: "FAULT", cell: ({ fault }) => fault },
  { title: "CITES", cell: ({ citations }) => citations.join(" ") || null },
  { title: "SENTENCE", cell: ({ sentence }) => sentence }
]

const exhibitColumns: ReadonlyArray<Column<ReportCheck["exhibit_faults"][number]>> = [
  { title: "FAULT", cell: ({ fault }) => fault },
  { title: "EXHIBIT", cell: ({ exhibit }) => exhibit },
  { title: "ROW", cell: ({ row }) => String(row) }
]

const text = ({
  altered_exhibits,
  altered_sources,
  exhibit_faults,
  faults,
  id,
  passed,
  ...figures
}: ReportCheck): string =>
  [
    properties({
      id,
      passed: passed ? "yes" : "no",
      ...figures,
      altered_sources: altered_sources.join(" ") || "none",
      altered_exhibits: altered_exhibits ? "yes" : "no"
    }),
    ...(exhibit_faults.length === 0 ? [] : [table(exhibit_faults, exhibitColumns, "")]),
    ...(faults.length === 0 ? [] : [table(faults, columns, "")])
  ].join("\n\n")

export const check = Command.make(
  "check",
  { account, id: reportId },
  Effect.fnUntraced(function* ({ account, id }) {
    const operator = yield* Operator
    const result = yield* operator.checkReport({ account, id })
    yield* print(result, text(result))
    if (!result.passed)
      yield* new BelowTheGate({ message: `report ${id} says something that its stored evidence does not support` })
  })
).pipe(
  Command.withDescription(
    "Check a completed report again against the evidence that is stored with it. Exit code 1 if it fails: it needs citation precision and recall of 0.9, every number and citation found, no source later than the report, and no altered source or exhibit."
  )
)

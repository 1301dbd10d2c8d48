import { Effect, Option } from "effect"
import { Command } from "effect/cli"
import { diffDocument } from "../../../reports/document/DiffDocument.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, against, reportId } from "../../Parameters.ts"

export const diff = Command.make(
  "diff",
  { account, against, id: reportId },
  Effect.fnUntraced(function* ({ account, against, id }) {
    const operator = yield* Operator
    const found = yield* operator.diffReport({ account, id, against: Option.getOrNull(against) })
    yield* print(found, diffDocument(found).trimEnd())
  })
).pipe(
  Command.withDescription(
    "Compare a report with an earlier one, as Markdown: claims that are new, gone, contradicted, or have other figures."
  )
)

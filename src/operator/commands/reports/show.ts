import { Effect } from "effect"
import { Command } from "effect/cli"
import { markdownDocument } from "../../../reports/document/MarkdownDocument.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { account, reportId } from "../../Parameters.ts"

export const show = Command.make(
  "show",
  { account, id: reportId },
  Effect.fnUntraced(function* ({ account, id }) {
    const operator = yield* Operator
    const report = yield* operator.showReport({ account, id })
    yield* print(report, markdownDocument(report).trimEnd())
  })
).pipe(Command.withDescription("Print a report as Markdown, with its sources, gaps and quality."))

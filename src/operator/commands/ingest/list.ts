import { Duration, Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import type { ListedSource } from "../../Protocol.ts"
import { type Column, table } from "../../Table.ts"

const columns: ReadonlyArray<Column<ListedSource>> = [
  { title: "NAME", cell: ({ name }) => name },
  { title: "KIND", cell: ({ kind }) => kind },
  { title: "EVERY", cell: ({ cron, interval_seconds }) => cron ?? Duration.format(Duration.seconds(interval_seconds)) },
  { title: "NEXT DUE", cell: ({ next_check_at }) => next_check_at },
  { title: "TITLE", cell: ({ title }) => title },
  { title: "URL", cell: ({ url }) => url },
  { title: "TO BE SET", cell: ({ missing }) => missing }
]

export const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const sources = yield* operator.listSources()
    yield* print(sources, table(sources, columns, "The sources file names no source."))
  })
).pipe(
  Command.withDescription(
    "List the sources of SOURCES_FILE with the time (UTC) when each is next due, and what has to be set before one can run."
  )
)

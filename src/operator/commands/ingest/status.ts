import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { printList } from "../../Output.ts"
import type { SourceReport } from "../../Protocol.ts"
import type { Column } from "../../Table.ts"

const reason = (source: SourceReport): string | null => {
  const { failures, idle, last_error, last_success_at, listed, missing, moved_to } = source
  const unread = last_success_at === null ? "not read yet" : null
  const notes = [
    missing ?? last_error ?? idle ?? unread,
    // Only the schedule counts failures.
    missing === null && last_error !== null && failures === 0 ? "run by hand" : null,
    moved_to === null ? null : `has moved to ${moved_to}`,
    listed ? null : "not in the list of sources"
  ].filter((note) => note !== null)
  return notes.length === 0 ? null : notes.join("; ")
}

const columns: ReadonlyArray<Column<SourceReport>> = [
  { title: "NAME", cell: ({ name }) => name, least: 30 },
  { title: "STATE", cell: ({ state }) => state },
  { title: "ITEMS", cell: ({ items }) => items, numeric: true, spare: 3 },
  { title: "LAST SUCCESS", cell: ({ last_success_at }) => last_success_at, spare: 1 },
  { title: "NEXT CHECK", cell: ({ next_check_at }) => next_check_at, spare: 2 },
  { title: "FAILED", cell: ({ failures }) => failures, numeric: true },
  { title: "REASON", cell: reason, least: 20, wraps: true }
]

export const status = Command.make(
  "status",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const sources = yield* operator.sourceStatus()
    yield* printList(sources, {
      rows: sources,
      columns,
      empty: "There are no sources."
    })
  })
).pipe(
  Command.withDescription(
    "Show the state of each source: ok, stale, empty, blocked, not_configured or error, with the reason. FAILED counts scheduled runs that failed in a row, not those by hand; times are UTC."
  )
)

import { Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { tellOtherList } from "../../ListInUse.ts"
import { print } from "../../Output.ts"
import type { SourceReport } from "../../Protocol.ts"
import { Screen } from "../../Screen.ts"
import { type Column, table } from "../../Table.ts"

const reason = (source: SourceReport): string | null => {
  const { idle, last_error, last_success_at, listed, missing, moved_to } = source
  const unread = last_success_at === null ? "not read yet" : null
  const notes = [
    missing ?? last_error ?? idle ?? unread,
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
  { title: "REASON", cell: reason, least: 20 }
]

export const status = Command.make(
  "status",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const { columns: room } = yield* Screen
    yield* tellOtherList
    const sources = yield* operator.sourceStatus()
    yield* print(sources, table(sources, columns, "The sources file names no source, and none is remembered.", room))
  })
).pipe(
  Command.withDescription(
    "Show how each source fares: ok, stale, empty, blocked, not_configured or error, with the reason. FAILED counts runs that failed in a row; times are UTC."
  )
)

import { Duration, Effect } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../../Operator.ts"
import { clean } from "../../../text/Text.ts"
import { printList } from "../../Output.ts"
import type { ListedSource } from "../../Protocol.ts"
import { Screen } from "../../Screen.ts"
import { type Column, wrapped } from "../../Table.ts"

const columns: ReadonlyArray<Column<ListedSource>> = [
  { title: "NAME", cell: ({ name }) => name, least: 30 },
  { title: "KIND", cell: ({ kind }) => kind, spare: 3 },
  { title: "EVERY", cell: ({ cron, interval_seconds }) => cron ?? Duration.format(Duration.seconds(interval_seconds)) },
  { title: "NEXT DUE", cell: ({ next_check_at }) => next_check_at },
  { title: "PAUSED", cell: ({ paused }) => (paused ? "paused" : "") },
  { title: "TAGS", cell: ({ tags }) => tags.join(","), spare: 4 },
  { title: "TITLE", cell: ({ title }) => title, least: 12, spare: 1 },
  { title: "URL", cell: ({ url }) => url, least: 24, spare: 2 }
]

/** What has to be set is too long for a column beside others. */
const toBeSet = (sources: ReadonlyArray<ListedSource>, room: number | null): ReadonlyArray<string> =>
  sources.flatMap(({ missing, name }) => (missing === null ? [] : [wrapped(clean(`${name}: ${missing}`), room, "  ")]))

export const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const { columns: room } = yield* Screen
    const sources = yield* operator.listSources()
    const notes = toBeSet(sources, room)
    yield* printList(sources, {
      rows: sources,
      columns,
      empty: "There is no source on the list.",
      more: notes.length === 0 ? "" : ["", "Settings that are missing for these:", ...notes].join("\n")
    })
  })
).pipe(Command.withDescription("List the sources with the time (UTC) when each is next due, and missing settings."))

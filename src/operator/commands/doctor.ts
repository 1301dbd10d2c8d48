import { Effect, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"
import { makeProgress } from "../Progress.ts"
import type { CheckEvent, Finding } from "../Protocol.ts"
import { Screen } from "../Screen.ts"
import { clean } from "../../text/Text.ts"
import { type Column, painter, table, wrapped } from "../Table.ts"

/** Findings that say the same of several things. */
interface Row extends Omit<Finding, "name"> {
  readonly names: ReadonlyArray<string>
}

/** So many names are told; of more, how many there are. */
const mostNames = 2

const named = ({ names }: Row): string =>
  names.length <= mostNames
    ? names.join(", ")
    : `${names.slice(0, mostNames).join(", ")} and ${names.length - mostNames} more`

/** What says the same is one row: without a network every source says it. */
const folded = (findings: ReadonlyArray<Finding>): ReadonlyArray<Row> => {
  const rows = new Map<string, Row & { readonly names: Array<string> }>()
  for (const { name, ...finding } of findings) {
    const key = JSON.stringify([finding.state, finding.area, finding.message, finding.advice])
    const row = rows.get(key) ?? { ...finding, names: [] }
    row.names.push(name)
    rows.set(key, row)
  }
  return [...rows.values()]
}

const columns: ReadonlyArray<Column<Row>> = [
  { title: "STATE", cell: ({ state }) => state },
  { title: "AREA", cell: ({ area }) => area },
  { title: "NAME", cell: named },
  { title: "FOUND", cell: ({ message }) => message },
  { title: "WHAT TO DO", cell: ({ advice }) => advice }
]

const colors = { failed: "red", warning: "yellow", ok: "green" } as const

/** A finding in lines of a terminal. What was found and what to do are the point: nothing of them is cut off. */
const paragraph = (row: Row, room: number, paint: ReturnType<typeof painter>): string => {
  const { advice, area, message, state } = row
  const line = (text: string, indent: string) => indent + wrapped(clean(text), room - indent.length, `${indent}  `)
  return [
    paint(["bold", colors[state]], state) + line(`${state}: ${area}, ${named(row)}`, "").slice(state.length),
    line(message, "  "),
    ...(advice === null ? [] : [line(`→ ${advice}`, "  ")])
  ].join("\n")
}

/** On a terminal in paragraphs, as sentences fit no column; elsewhere as a table. */
const shown = (rows: ReadonlyArray<Row>, { columns: room, styled = false }: Screen): string =>
  room === null
    ? table(rows, columns, "Nothing was found.")
    : rows.map((row) => paragraph(row, room, painter(styled))).join("\n\n") || "Nothing was found."

/** Something is wrong: what a script should notice. */
class Unwell extends Schema.TaggedError<Unwell>()("Unwell", { message: Schema.String }) {}

/** The worst first. */
const order = ["failed", "warning", "ok"]

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const screen = yield* Screen
    const progress = yield* makeProgress
    const tell = (event: CheckEvent) => {
      switch (event.event) {
        case "checking":
          return progress.started(event.name, event.of)
        case "progressed":
          return progress.progressed(event.name, event.done, event.of)
        default:
          return progress.ended(event.finding.name)
      }
    }
    const findings = yield* operator.diagnose().pipe(
      Stream.tap(tell),
      Stream.flatMap((event) => (event.event === "found" ? Stream.succeed(event.finding) : Stream.empty)),
      Stream.runCollect,
      progress.during
    )
    const sorted = findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    const failed = sorted.filter(({ state }) => state === "failed").length
    yield* print({ healthy: failed === 0, findings: sorted }, shown(folded(sorted), screen))
    if (failed > 0) yield* new Unwell({ message: failed === 1 ? "one thing is wrong" : `${failed} things are wrong` })
  })
).pipe(
  Command.withDescription(
    "Check settings, database, disk and clock, try every source once, and say what is wrong and what to do. Exit code 1 if something is wrong."
  )
)

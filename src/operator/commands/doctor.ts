import { Console, Effect, Schema, Stream } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../Operator.ts"
import { Json, print } from "../Output.ts"
import type { Finding } from "../Protocol.ts"
import { type Column, table } from "../Table.ts"

const columns: ReadonlyArray<Column<Finding>> = [
  { title: "STATE", cell: ({ state }) => state },
  { title: "AREA", cell: ({ area }) => area },
  { title: "NAME", cell: ({ name }) => name },
  { title: "FOUND", cell: ({ message }) => message },
  { title: "WHAT TO DO", cell: ({ advice }) => advice }
]

/** Something is wrong: what a script should notice. */
class Unwell extends Schema.TaggedError<Unwell>()("Unwell", { message: Schema.String }) {}

/** The worst first. */
const order = ["failed", "warning", "ok"]

export const doctor = Command.make(
  "doctor",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const json = yield* Json
    const findings = yield* operator.diagnose().pipe(
      Stream.tap((event) =>
        event.event === "checking" && !json ? Console.error(`${event.name}: trying`) : Effect.void
      ),
      Stream.flatMap((event) => (event.event === "found" ? Stream.succeed(event.finding) : Stream.empty)),
      Stream.runCollect
    )
    const sorted = findings.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
    const failed = sorted.filter(({ state }) => state === "failed").length
    yield* print({ healthy: failed === 0, findings: sorted }, table(sorted, columns, "Nothing was found."))
    if (failed > 0) yield* new Unwell({ message: failed === 1 ? "one thing is wrong" : `${failed} things are wrong` })
  })
).pipe(
  Command.withDescription(
    "Check settings, database, disk and clock, try every source once, and say what is wrong and what to do. Fails when something is wrong."
  )
)

import { Effect, type Layer, Stream } from "effect"
import { Command } from "effect/cli"
import type { WideningEvent } from "../../storage/WideIds.ts"
import { Operator } from "../Operator.ts"
import { counted, print } from "../Output.ts"
import { makeProgress } from "../Progress.ts"

const whole = (number: number): string => number.toLocaleString("en")

const status = Command.make(
  "status",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const state = yield* operator.idState()
    const { limit, narrow, used } = state
    const says = `${whole(used)} of ${whole(limit)} ids of signals are used.`
    yield* print(
      state,
      narrow.length === 0
        ? says
        : `${says} The ids in ${narrow.join(", ")} have 32 bits: see \`sonde ids widen --help\`.`
    )
  })
).pipe(Command.withDescription("Show how many ids of signals are used, and how many there are."))

const widen = Command.make(
  "widen",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    const progress = yield* makeProgress
    const { narrow } = yield* operator.idState()
    const tell = (event: WideningEvent) => {
      switch (event.event) {
        case "started":
          return progress.started(event.name, event.of)
        case "progressed":
          return progress.progressed(event.name, event.done, event.of)
        default:
          return progress.ended(event.name)
      }
    }
    yield* operator.widenIds().pipe(Stream.tap(tell), Stream.runDrain, progress.during)
    yield* print(
      { widened: narrow },
      narrow.length === 0
        ? "Ids of signals have 64 bits already."
        : `Ids of signals have 64 bits now, in ${counted(narrow.length, "table")}.`
    )
  })
).pipe(
  Command.withDescription(
    "Widen ids of signals and stories to 64 bits while the service works, or continue after a kill. It rewrites the tables: it takes half a day for 10^8 signals, and needs free disk space of two thirds of the database. At the end all others wait for less than a second."
  )
)

export const ids = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("ids").pipe(
    Command.withDescription("Show how many ids of signals are left, and widen them to 64 bits"),
    Command.withSubcommands([Command.provide(status, operator), Command.provide(widen, operator)])
  )

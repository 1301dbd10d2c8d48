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
        : `${says} Of 32 bits are those in ${narrow.join(", ")}: see \`sonde ids widen --help\`.`
    )
  })
).pipe(Command.withDescription("How many ids of signals are used, and how many there are"))

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
    "Make ids of signals and stories 64 bits wide while the service works, or go on with it after a kill. It writes the tables anew: it takes half a day for 10^8 signals, and the disk needs room for two thirds of the database more. At the end all others wait for less than a second."
  )
)

export const ids = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("ids").pipe(
    Command.withDescription("Ids of signals: how many are left, and how there come to be more"),
    Command.withSubcommands([Command.provide(status, operator), Command.provide(widen, operator)])
  )

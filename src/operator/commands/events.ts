import { Console, Effect, type Layer, Option } from "effect"
import { Command } from "effect/cli"
import type { WatchEvent } from "../../domain/WatchEvent.ts"
import { clean } from "../../text/Text.ts"
import { Operator } from "../Operator.ts"
import { Json, printList } from "../Output.ts"
import { account, ofWatch } from "../Parameters.ts"
import type { Column } from "../Table.ts"

export const eventColumns: ReadonlyArray<Column<WatchEvent>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "AT", cell: ({ at }) => at },
  { title: "WATCH", cell: ({ watch }) => watch.name, least: 10 },
  { title: "TITLE", cell: ({ title }) => title, least: 20 }
]

const list = Command.make(
  "list",
  { account, watch: ofWatch },
  Effect.fnUntraced(function* ({ account, watch }) {
    const events = yield* (yield* Operator).listEvents({ account, after: null, watch: Option.getOrNull(watch) })
    yield* printList(events, { rows: events, columns: eventColumns, empty: `The account ${account} has no events.` })
  })
).pipe(Command.withDescription("List an account's newest events, 100 at most, the newest last. Times are UTC."))

/** How often is looked for new ones. */
const lookEvery = "1 second"

const follow = Command.make(
  "follow",
  { account, watch: ofWatch },
  Effect.fnUntraced(function* ({ account, watch: given }) {
    const operator = yield* Operator
    const json = yield* Json
    const watch = Option.getOrNull(given)
    let last = (yield* operator.listEvents({ account, after: null, watch })).at(-1)?.id ?? 0
    while (true) {
      for (const event of yield* operator.listEvents({ account, after: last, watch })) {
        yield* Console.log(json ? JSON.stringify(event) : clean(`${event.at}  ${event.watch.name}: ${event.title}`))
        last = event.id
      }
      yield* Effect.sleep(lookEvery)
    }
  })
).pipe(
  Command.withDescription("Print new events as they come, until you interrupt it; with --json one document per line.")
)

export const events = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("events").pipe(
    Command.withDescription("Read the events of an account's watches"),
    Command.withSubcommands([Command.provide(list, operator), Command.provide(follow, operator)])
  )

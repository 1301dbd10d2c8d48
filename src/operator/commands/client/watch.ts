import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import type { Watch, WatchEvent } from "../../../../clients/typescript/src/index.ts"
import { clean } from "../../../text/Text.ts"
import { connect } from "../../client/Service.ts"
import { Json, printList } from "../../Output.ts"
import { ofWatch } from "../../Parameters.ts"
import type { Column } from "../../Table.ts"
import { known, limit } from "./Options.ts"

const columns: ReadonlyArray<Column<Watch>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "KIND", cell: ({ subject }) => subject.kind },
  { title: "7 DAYS", cell: ({ events_last_7_days }) => events_last_7_days, numeric: true },
  { title: "LAST EVENT", cell: ({ last_event_at }) => last_event_at, spare: 1 },
  { title: "NAME", cell: ({ name }) => name, least: 20 }
]

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    const { ask } = yield* connect()
    const { data } = yield* ask((sonde, options) => sonde.watches.list(options))
    yield* printList(data, { rows: data, columns, empty: "There are no watches." })
  })
).pipe(Command.withDescription("List your watches, with how many events each had in the last 7 days."))

const eventColumns: ReadonlyArray<Column<WatchEvent>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "AT", cell: ({ at }) => at },
  { title: "WATCH", cell: ({ watch }) => watch.name, least: 10 },
  { title: "TITLE", cell: ({ title }) => title, least: 20, wraps: true, link: ({ link }) => link.url },
  { title: "URL", cell: ({ link }) => link.url, extra: true }
]

const events = Command.make(
  "events",
  { limit, watch: ofWatch },
  Effect.fnUntraced(function* (given) {
    const { ask } = yield* connect()
    const { data } = yield* ask((sonde, options) => sonde.watches.events(known(given), options))
    yield* printList(data, { rows: data, columns: eventColumns, empty: "There are no events." })
  })
).pipe(Command.withDescription("List events of your watches, the newest first. Times are UTC."))

const follow = Command.make(
  "follow",
  {
    after: Flag.Int("after").pipe(Flag.optional, Flag.withDescription("Begin with the events after this id")),
    watch: ofWatch
  },
  Effect.fnUntraced(function* (given) {
    const { each } = yield* connect()
    const json = yield* Json
    yield* each(
      (sonde, options) => sonde.watches.stream(known(given), options),
      (event) =>
        Console.log(
          json
            ? JSON.stringify(event)
            : clean(
                `${event.at}  ${event.watch.name}: ${event.title}${event.link.url === null ? "" : `  ${event.link.url}`}`
              )
        )
    )
  })
).pipe(
  Command.withDescription("Print new events as they come, until you interrupt it; with --json one document per line.")
)

export const watch = Command.make("watch").pipe(
  Command.withDescription("Read your watches and their events from a service"),
  Command.withSubcommands([list, events, follow])
)

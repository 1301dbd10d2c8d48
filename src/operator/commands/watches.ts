import { Effect, type Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { EndpointId } from "../../domain/EndpointId.ts"
import { noConditions, type Watch, WatchName, type WatchStatus } from "../../domain/Watch.ts"
import type { EventPreview } from "../../domain/WatchEvent.ts"
import { Operator } from "../Operator.ts"
import { counted, print, printList } from "../Output.ts"
import { account, conditions, flag, given, ids, orNone, subject, watchId } from "../Parameters.ts"
import type { Column } from "../Table.ts"

const columns: ReadonlyArray<Column<Watch>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ status }) => status },
  { title: "KIND", cell: ({ subject }) => subject.kind },
  { title: "ENDPOINTS", cell: ({ endpoints }) => endpoints.join(",") },
  { title: "CREATED", cell: ({ created_at }) => created_at, spare: 1 },
  { title: "NAME", cell: ({ name }) => name, least: 20 }
]

const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const watches = yield* (yield* Operator).listWatches({ account })
    yield* printList(watches, { rows: watches, columns, empty: `The account ${account} has no watches.` })
  })
).pipe(Command.withDescription("List an account's watches, oldest first. Times are UTC."))

const name = flag("name", WatchName).pipe(Flag.withDescription("What it is called in events"))

const sentTo = orNone("endpoints", ids(EndpointId, "endpoint")).pipe(
  Flag.withMetavar("<ids>"),
  Flag.withDescription("Endpoints for its events: comma-separated ids from `sonde endpoints list`, or none")
)

const conditionsOrNone = Flag.withDefault(conditions, noConditions)

const create = Command.make(
  "create",
  { account, name, conditions: conditionsOrNone, endpoints: Flag.withDefault(sentTo, []), subject },
  Effect.fnUntraced(function* (given) {
    const watch = yield* (yield* Operator).createWatch(given)
    yield* print(watch, `Watch ${watch.id} is created; news counts from now on.`)
  })
).pipe(Command.withDescription("Create a watch for an account. The subject is JSON as in POST /watches."))

const update = Command.make(
  "update",
  {
    account,
    name: Flag.optional(name),
    conditions: Flag.optional(conditions),
    endpoints: Flag.optional(sentTo),
    id: watchId,
    subject: Argument.optional(subject)
  },
  Effect.fnUntraced(function* ({ account, id, ...change }) {
    const watch = yield* (yield* Operator).updateWatch({ account, id, ...given(change) })
    yield* print(watch, `Watch ${id} is changed.`)
  })
).pipe(
  Command.withDescription(
    "Change a watch. Omitted options stay as they are; conditions, endpoints and subject are replaced as a whole."
  )
)

const feed = Command.make(
  "feed",
  {
    account,
    revoke: Flag.Boolean("revoke").pipe(
      Flag.withDefault(false),
      Flag.withDescription("End the feed: its addresses stop working")
    ),
    id: watchId
  },
  Effect.fnUntraced(function* ({ account, id, revoke }) {
    const operator = yield* Operator
    if (revoke) {
      yield* operator.revokeFeed({ account, id })
      return yield* print({ id }, `Watch ${id} has no feed.`)
    }
    const urls = yield* operator.createFeed({ account, id })
    const lines = `  ${urls.rss}\n  ${urls.atom}\n  ${urls.json}`
    yield* print(urls, `${lines}\n\nWhoever knows an address can read it. Keep them now: they are not shown again.`)
  })
).pipe(
  Command.withDescription(
    "Create feeds (RSS, Atom, JSON Feed) of a watch's events at new addresses; earlier addresses stop working."
  )
)

const previewed: ReadonlyArray<Column<EventPreview["events"][number]>> = [
  { title: "AT", cell: ({ at, day }) => at ?? day },
  { title: "SENT", cell: ({ send_at, sent }) => (sent ? (send_at ?? "yes") : "no") },
  { title: "SOURCE", cell: ({ source }) => source ?? "", least: 12 },
  { title: "TITLE", cell: ({ title }) => title, least: 20 }
]

const preview = Command.make(
  "preview",
  { account, conditions: conditionsOrNone, subject },
  Effect.fnUntraced(function* (given) {
    const found = yield* (yield* Operator).previewWatch(given)
    const total = counted(found.total, "event")
    yield* printList(found, {
      rows: found.events,
      columns: previewed,
      empty: "It would have had no events in the last 30 days.",
      more: `${total} in 30 days${found.sent < found.total ? `, ${found.sent} of them sent` : ""}.${found.note === null ? "" : ` ${found.note}`}`
    })
  })
).pipe(Command.withDescription("Show the events that a watch would have had in the last 30 days; nothing is saved."))

const setting = (command: string, status: WatchStatus, description: string) =>
  Command.make(
    command,
    { account, id: watchId },
    Effect.fnUntraced(function* ({ account, id }) {
      const watch = yield* (yield* Operator).updateWatch({ account, id, status })
      yield* print(watch, `Watch ${id} is ${watch.status}.`)
    })
  ).pipe(Command.withDescription(description))

const remove = Command.make(
  "delete",
  { account, id: watchId },
  Effect.fnUntraced(function* ({ account, id }) {
    yield* (yield* Operator).deleteWatch({ account, id })
    yield* print({ id }, `Watch ${id} and its events are deleted.`)
  })
).pipe(Command.withDescription("Delete a watch with its events."))

export const watches = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("watches").pipe(
    Command.withDescription("Create, preview and change an account's watches"),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(create, operator),
      Command.provide(update, operator),
      Command.provide(preview, operator),
      Command.provide(setting("pause", "paused", "Pause a watch; news in the meantime makes no event."), operator),
      Command.provide(setting("resume", "active", "Resume a watch that was paused."), operator),
      Command.provide(feed, operator),
      Command.provide(remove, operator)
    ])
  )

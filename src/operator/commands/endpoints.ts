import { Effect, type Layer, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  type Attempt,
  type Delivery,
  type Endpoint,
  EndpointName,
  overlapHours,
  OverlapHours
} from "../../domain/Endpoint.ts"
import { EventId } from "../../domain/WatchEvent.ts"
import { Operator } from "../Operator.ts"
import { counted, print, printList } from "../Output.ts"
import { account, argument, endpointId, flag, given, ids, target } from "../Parameters.ts"
import type { IssuedEndpoint } from "../Protocol.ts"
import type { Column } from "../Table.ts"

const columns: ReadonlyArray<Column<Endpoint>> = [
  { title: "ID", cell: ({ id }) => id, numeric: true },
  { title: "STATUS", cell: ({ confirmed, status }) => (confirmed ? status : "unconfirmed") },
  { title: "KIND", cell: ({ target }) => target.kind },
  { title: "NAME", cell: ({ name }) => name, least: 10 },
  { title: "NOTICE", cell: ({ notice }) => notice ?? "", least: 20, wraps: true }
]

const list = Command.make(
  "list",
  { account },
  Effect.fnUntraced(function* ({ account }) {
    const endpoints = yield* (yield* Operator).listEndpoints({ account })
    yield* printList(endpoints, { rows: endpoints, columns, empty: `The account ${account} has no endpoints.` })
  })
).pipe(Command.withDescription("List an account's endpoints, where events are sent. The table shows no addresses."))

/** What is said of a secret, once. */
const secretOf = ({ secret }: IssuedEndpoint): string =>
  secret === null ? "" : `\n\n  ${secret}\n\nThis is the new secret. Copy it now: it is not shown again.`

const name = flag("name", EndpointName).pipe(Flag.withDescription("What it is called in lists"))

const create = Command.make(
  "create",
  {
    account,
    name,
    target
  },
  Effect.fnUntraced(function* (given) {
    const made = yield* (yield* Operator).createEndpoint(given)
    const words = made.confirmed
      ? `Endpoint ${made.id} is created; use this id in \`sonde watches create --endpoints\`.`
      : (made.notice ?? `Endpoint ${made.id} is created; its reader was asked to confirm the address.`)
    yield* print(made, `${words}${secretOf(made)}`)
  })
).pipe(
  Command.withDescription("Add an endpoint, where events are sent. The target is JSON as in POST /endpoints."),
  Command.withExamples([
    { command: `sonde endpoints create --name Alerts '{"kind":"webhook","url":"https://hooks.example/sonde"}'` }
  ])
)

const update = Command.make(
  "update",
  { account, name: Flag.optional(name), id: endpointId, target: Argument.optional(target) },
  Effect.fnUntraced(function* ({ account, id, ...change }) {
    const changed = yield* (yield* Operator).updateEndpoint({ account, id, ...given(change) })
    const words = changed.confirmed
      ? `Endpoint ${id} is changed.`
      : (changed.notice ?? `Endpoint ${id} is changed; its reader has to confirm the address.`)
    yield* print(changed, words)
  })
).pipe(Command.withDescription("Change an endpoint. Omitted options stay as they are; the kind cannot change."))

class NotDelivered extends Schema.TaggedError<NotDelivered>()("NotDelivered", { message: Schema.String }) {}

const outcome = ({ delivered, error, status, took_ms }: Attempt): string =>
  delivered ? `delivered${status === null ? "" : ` (${status})`} in ${took_ms} ms` : (error ?? "not delivered")

const test = Command.make(
  "test",
  {
    account,
    title: flag("title", EndpointName).pipe(Flag.withDefault("This is a test"), Flag.withDescription("What it says")),
    id: endpointId
  },
  Effect.fnUntraced(function* (given) {
    const attempt = yield* (yield* Operator).testEndpoint(given)
    yield* print(attempt, `The test was ${attempt.delivered ? "" : "not delivered: "}${outcome(attempt)}.`)
    if (!attempt.delivered) return yield* new NotDelivered({ message: `Endpoint ${given.id} did not take the test` })
  })
).pipe(
  Command.withDescription(
    "Send a test event at once, even to a paused endpoint. A mail address that is not confirmed gets another request to confirm. Exit code 1 if the test is not delivered."
  )
)

const rotate = Command.make(
  "rotate",
  {
    account,
    overlap_hours: flag("overlap-hours", Schema.FiniteFromString.pipe(Schema.decodeTo(OverlapHours))).pipe(
      Flag.withDefault(overlapHours),
      Flag.withMetavar("<hours>"),
      Flag.withDescription("For how long requests are signed with the old secret too; 0 if it has leaked")
    ),
    id: endpointId
  },
  Effect.fnUntraced(function* (given) {
    const rotated = yield* (yield* Operator).rotateEndpoint(given)
    const until = rotated.previous_secret_until
    const words =
      until === null
        ? "The old secret is no longer used."
        : `Until ${until} (UTC) requests are signed with the old secret too.`
    yield* print(rotated, `${words}${secretOf(rotated)}`)
  })
).pipe(Command.withDescription("Replace the secret of a webhook, and print the new one once."))

const setting = (command: string, status: "active" | "paused", description: string) =>
  Command.make(
    command,
    { account, id: endpointId },
    Effect.fnUntraced(function* ({ account, id }) {
      const endpoint = yield* (yield* Operator).updateEndpoint({ account, id, status })
      yield* print(endpoint, `Endpoint ${id} is ${endpoint.status}.`)
    })
  ).pipe(Command.withDescription(description))

const remove = Command.make(
  "delete",
  { account, id: endpointId },
  Effect.fnUntraced(function* ({ account, id }) {
    yield* (yield* Operator).deleteEndpoint({ account, id })
    yield* print({ id }, `Endpoint ${id} is deleted, with its waiting events.`)
  })
).pipe(Command.withAlias("remove"), Command.withDescription("Delete an endpoint with its waiting events."))

const state = ({ delivered_at, given_up_at, next_attempt_at }: Delivery): string =>
  delivered_at !== null ? "delivered" : given_up_at !== null ? "given up" : next_attempt_at === null ? "-" : "waits"

const sentColumns: ReadonlyArray<Column<Delivery>> = [
  { title: "EVENT", cell: ({ event }) => event, numeric: true },
  { title: "STATE", cell: state },
  { title: "TRIES", cell: ({ attempts }) => attempts, numeric: true },
  { title: "LAST", cell: ({ last_attempt }) => last_attempt?.at ?? null, spare: 2 },
  { title: "NEXT", cell: ({ next_attempt_at }) => next_attempt_at, spare: 1 },
  { title: "OUTCOME", cell: ({ last_attempt }) => last_attempt && outcome(last_attempt), least: 20 },
  { title: "TITLE", cell: ({ title }) => title, least: 20 }
]

const deliveries = Command.make(
  "deliveries",
  { account, id: endpointId },
  Effect.fnUntraced(function* ({ account, id }) {
    const sent = yield* (yield* Operator).listDeliveries({ account, id })
    yield* printList(sent, {
      rows: sent,
      columns: sentColumns,
      empty: `Endpoint ${id} has no deliveries, and no event waits for it.`
    })
  })
).pipe(
  Command.withDescription(
    "List the deliveries of an endpoint and its waiting events, 100 at most, newest events first."
  )
)

const redeliver = Command.make(
  "redeliver",
  {
    account,
    id: endpointId,
    events: argument("events", ids(EventId, "event")).pipe(Argument.withDescription("Ids of events, comma-separated"))
  },
  Effect.fnUntraced(function* (given) {
    const sent = yield* (yield* Operator).redeliverEvents(given)
    yield* print(sent, `${counted(sent.length, "event")} will be sent again at once.`)
  })
).pipe(Command.withDescription("Send events again, all of them or none, with the same webhook ids as before."))

export const endpoints = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("endpoints").pipe(
    Command.withDescription("Create, test and change endpoints (webhooks, chat, mail) for events of watches"),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(create, operator),
      Command.provide(update, operator),
      Command.provide(test, operator),
      Command.provide(rotate, operator),
      Command.provide(setting("pause", "paused", "Pause an endpoint; its events wait."), operator),
      Command.provide(
        setting("resume", "active", "Resume a paused or disabled endpoint, and send its waiting events.").pipe(
          Command.withAlias("enable")
        ),
        operator
      ),
      Command.provide(remove, operator),
      Command.provide(deliveries, operator),
      Command.provide(redeliver, operator)
    ])
  )

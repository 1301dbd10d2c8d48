import { Effect, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { clean } from "../../../text/Text.ts"
import { Misused } from "../../CommandFailure.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { flag } from "../../Parameters.ts"
import { TagList } from "./TagList.ts"

/** Names of services have neither dots nor colons. */
const isAddress = (text: string): boolean => /[.:]/.test(text)

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.optional, Flag.withDescription(description))

export const add = Command.make(
  "add",
  {
    title: optional("title", "The feed's title"),
    name: optional(
      "name",
      "The source's name: `feed:` and lower-case letters, digits, dots; by default made from the address"
    ),
    every: optional("every", 'How often it is read: "2 hours"'),
    tags: flag("tags", TagList).pipe(Flag.withDefault([]), Flag.withDescription("Tags, comma-separated")),
    what: Argument.String("what").pipe(
      Argument.withDescription("The address of a feed, or the name of a service: google_trends")
    ),
    entry: Argument.String("entry").pipe(
      Argument.optional,
      Argument.withDescription('What stands under a service\'s name in SOURCES_FILE, as JSON: \'{"countries":["US"]}\'')
    )
  },
  Effect.fnUntraced(function* ({ entry, every, name, tags, title, what }) {
    const operator = yield* Operator
    const given = Option.isNone(entry)
      ? {}
      : yield* Schema.decodeEffect(Schema.fromJsonString(Schema.JsonObject))(entry.value).pipe(
          Effect.mapError(() => new Misused({ message: "the entry must be a JSON object" }))
        )
    const options = Object.fromEntries(
      Object.entries({ every, name, title }).flatMap(([key, value]) =>
        Option.isNone(value) ? [] : [[key, value.value]]
      )
    )
    const source = isAddress(what)
      ? { service: "feeds", entry: { url: what, ...options, ...given } }
      : { service: what, entry: { ...options, ...given } }
    const made = yield* operator.addSource({ ...source, tags })
    yield* print(made, made.map(({ name, title }) => clean(`+ ${name} ${title}`)).join("\n"))
  })
).pipe(
  Command.withDescription("Add a feed, or a service, to the list of sources. It is read within a minute."),
  Command.withExamples([
    { command: "sonde sources add https://example.com/feed.xml --tags rivals" },
    { command: 'sonde sources add google_trends \'{"countries":["US","GB"]}\'' }
  ])
)

import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { SourceName } from "../../../domain/Source.ts"
import { clean } from "../../../text/Text.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"
import { argument } from "../../Parameters.ts"
import { TagList } from "./TagList.ts"

export const sourceName = argument("name", SourceName).pipe(
  Argument.withDescription("The source's name, as `sonde sources list` shows it")
)

const setting = (command: string, paused: boolean, description: string) =>
  Command.make(
    command,
    { name: sourceName },
    Effect.fnUntraced(function* ({ name }) {
      const source = yield* (yield* Operator).changeSource({ name, paused })
      yield* print(source, `${name} is ${paused ? "paused" : "read again"}.`)
    })
  ).pipe(Command.withDescription(description))

export const pause = setting("pause", true, "Pause a source until it is resumed. Its signals stay.")
export const resume = setting("resume", false, "Read a paused source again.")

export const retime = Command.make(
  "retime",
  {
    name: sourceName,
    times: Argument.String("times").pipe(
      Argument.withDescription('An interval ("2 hours"), a cron expression in UTC ("30 6 * * 1-5"), or "usual"')
    )
  },
  Effect.fnUntraced(function* ({ name, times }) {
    const source = yield* (yield* Operator).changeSource({ name, every: times === "usual" ? null : times })
    yield* print(
      source,
      clean(`${name} is read ${times === "usual" ? "at its usual times" : `at other times: ${times}`}.`)
    )
  })
).pipe(Command.withDescription("Set when a source is read, or go back to its usual times."))

export const tag = Command.make(
  "tag",
  {
    name: sourceName,
    tags: argument("tags", TagList).pipe(Argument.withDescription("All its tags, comma-separated; none removes them"))
  },
  Effect.fnUntraced(function* ({ name, tags }) {
    const source = yield* (yield* Operator).changeSource({ name, tags })
    yield* print(source, `${name} has ${source.tags.length === 0 ? "no tag" : `the tags ${source.tags.join(", ")}`}.`)
  })
).pipe(Command.withDescription("Set the tags of a source; they replace its earlier ones."))

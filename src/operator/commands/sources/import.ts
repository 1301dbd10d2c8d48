import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Invalid } from "../../../domain/Failure.ts"
import { clean } from "../../../text/Text.ts"
import { bytesOf, FileRefused } from "../../files/FileRefused.ts"
import { Operator } from "../../Operator.ts"
import { print } from "../../Output.ts"

/** What is wrong with a list is not wrong with the command line. */
const listRefused = ({ details = [] }: Invalid) => {
  const faults = details.map(({ message }) => ({ location: [], message }))
  const message = ["Nothing of the list was imported:", ...faults.map(({ message }) => `  ${clean(message)}`)]
  return Effect.fail(new FileRefused({ code: "validation_error", message: message.join("\n"), details: faults }))
}

export const importList = Command.make(
  "import",
  {
    replace: Flag.Boolean("replace").pipe(
      Flag.withDefault(false),
      Flag.withDescription("Remove all sources that the file does not name (with OPML: all other feeds)")
    ),
    file: Argument.String("file").pipe(
      Argument.optional,
      Argument.withDescription(
        "A list in the form of SOURCES_FILE, or an OPML document; without it, the file that SOURCES_FILE names"
      )
    )
  },
  Effect.fnUntraced(function* ({ file, replace }) {
    const operator = yield* Operator
    const document = Option.isNone(file) ? null : yield* bytesOf(file.value)
    const done = yield* operator.importSources({ document, replace }).pipe(Effect.catchTag("Invalid", listRefused))
    const { added, changed, known, left_out, removed } = done
    const lines = [
      ...added.map((name) => `+ ${name}`),
      ...changed.map((name) => `~ ${name}`),
      ...removed.map((name) => `- ${name}`),
      ...left_out.map(({ line, reason }) => `left out: line ${line}: ${reason}`),
      `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${known} as they were, ${left_out.length} left out`
    ]
    yield* print(done, lines.map(clean).join("\n"))
  })
).pipe(
  Command.withDescription(
    "Import a list of sources: new ones are added, those of the same name are replaced. A file that cannot be read is refused as a whole."
  ),
  Command.withExamples([
    { command: "sonde sources import", description: "SOURCES_FILE, after it was changed" },
    { command: "sonde sources import feeds.opml", description: "As feed readers export them" }
  ])
)

import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Operator } from "../../Operator.ts"

const format = Flag.Literals("format", ["json", "opml"])

/** In a form of the list's file unless told otherwise, or in the one that is usual where the command stands. */
export const exportList = (usual: "json" | "opml") =>
  Command.make(
    "export",
    {
      format: format.pipe(
        Flag.withDefault(usual),
        Flag.withDescription(
          "json: the whole list, in the form of SOURCES_FILE; opml: its feeds, for other feed readers"
        )
      )
    },
    Effect.fnUntraced(function* (given) {
      const operator = yield* Operator
      yield* Console.log((yield* operator.exportSources(given)).trimEnd())
    })
  ).pipe(Command.withDescription("Print the list of sources as JSON or OPML, for a later import."))

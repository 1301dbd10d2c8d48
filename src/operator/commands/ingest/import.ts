import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { clean } from "../../../text/Text.ts"
import { FeedList } from "../../../ports/FeedList.ts"
import { print } from "../../Output.ts"

export const importOpml = Command.make(
  "import",
  { file: Argument.String("file").pipe(Argument.withDescription("An OPML document, as feed readers export it")) },
  Effect.fnUntraced(function* ({ file }) {
    const list = yield* FeedList
    const done = yield* list.importOpml(file)
    const lines = [
      ...done.added.map(({ title, url }) => `+ ${url}${title === null ? "" : ` ${title}`}`),
      ...done.left_out.map(({ line, reason }) => `left out: line ${line}: ${reason}`),
      `${done.added.length} added to ${done.path}, ${done.known} there already, ${done.left_out.length} left out`,
      ...(done.added.length === 0 ? [] : ["The service reads the list when it starts."])
    ]
    yield* print(done, lines.map(clean).join("\n"))
  })
).pipe(
  Command.withDescription(
    "Add the feeds of an OPML document to SOURCES_FILE, each once. A document that is not well-formed is refused as a whole."
  )
)

import { Effect } from "effect"
import { Command } from "effect/cli"
import { FeedList } from "../../../ports/FeedList.ts"
import { print } from "../../Output.ts"

export const exportOpml = Command.make(
  "export",
  {},
  Effect.fnUntraced(function* () {
    const list = yield* FeedList
    const { feeds, opml } = yield* list.exportOpml
    yield* print(feeds, opml.trimEnd())
  })
).pipe(Command.withDescription("Print the feeds of SOURCES_FILE as OPML 2.0, for other feed readers."))

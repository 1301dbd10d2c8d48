import { Effect, Schema } from "effect"
import { Command } from "effect/cli"
import { Operator } from "../Operator.ts"
import { print } from "../Output.ts"

/** There is no cluster, or no service has fed it yet. */
class NoCluster extends Schema.TaggedError<NoCluster>()("NoCluster", { message: Schema.String }) {}

export const reindex = Command.make(
  "reindex",
  {},
  Effect.fnUntraced(function* () {
    const operator = yield* Operator
    if (!(yield* operator.reindex()))
      return yield* new NoCluster({ message: "no search cluster is in use: set SEARCH_URL and start the service" })
    yield* print(
      { wanted: true },
      "The running service fills a new index of the search cluster; the old one answers until then. `sonde doctor` shows the progress."
    )
  })
).pipe(
  Command.withDescription(
    "Fill a new index of the search cluster (SEARCH_URL) with all signals, while the old one answers, and switch over when it is done. This happens by itself when the form of the index changes."
  )
)

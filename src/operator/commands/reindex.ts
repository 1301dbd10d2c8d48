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
      "A running service fills a new index of the search cluster, and the old one answers until then. `sonde doctor` tells how far it is."
    )
  })
).pipe(
  Command.withDescription(
    "Fill a new index of the search cluster (SEARCH_URL) with all signals, while the old one answers, and change over when it is done. It happens by itself when the form of the index changes."
  )
)

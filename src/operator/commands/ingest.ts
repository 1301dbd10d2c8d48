import { Command } from "effect/cli"
import { list } from "./ingest/list.ts"
import { run } from "./ingest/run.ts"
import { status } from "./ingest/status.ts"

export const ingest = Command.make("ingest").pipe(
  Command.withDescription("See what is ingested and how it fares, and run sources by hand"),
  Command.withSubcommands([list, run, status])
)

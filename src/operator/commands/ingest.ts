import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { run } from "./ingest/run.ts"
import { status } from "./ingest/status.ts"
import { exportList } from "./sources/export.ts"
import { importList } from "./sources/import.ts"
import { list } from "./sources/list.ts"

export const ingest = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("ingest").pipe(
    Command.withDescription("Show the state of sources, and run them by hand; `sonde sources` changes the list"),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(run, operator),
      Command.provide(status, operator),
      Command.provide(importList, operator),
      Command.provide(exportList("opml"), operator)
    ])
  )

import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { FeedList } from "../../ports/FeedList.ts"
import type { Operator } from "../Operator.ts"
import { exportOpml } from "./ingest/export.ts"
import { importOpml } from "./ingest/import.ts"
import { list } from "./ingest/list.ts"
import { run } from "./ingest/run.ts"
import { status } from "./ingest/status.ts"

/** Some commands ask the service or its database, some only read or write the list of sources. */
export const ingest = <E, F>(operator: Layer.Layer<Operator, E>, feeds: Layer.Layer<FeedList, F>) =>
  Command.make("ingest").pipe(
    Command.withDescription("See what is ingested and how it fares, run sources by hand, and exchange feeds"),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(run, operator),
      Command.provide(status, operator),
      Command.provide(importOpml, feeds),
      Command.provide(exportOpml, feeds)
    ])
  )

import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { add } from "./sources/add.ts"
import { pause, resume, retime, tag } from "./sources/change.ts"
import { exportList } from "./sources/export.ts"
import { importList } from "./sources/import.ts"
import { list } from "./sources/list.ts"
import { remove } from "./sources/remove.ts"

export const sources = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("sources").pipe(
    Command.withDescription("Show and change the list of sources; a running service applies changes within a second"),
    Command.withSubcommands([
      Command.provide(list, operator),
      Command.provide(add, operator),
      Command.provide(pause, operator),
      Command.provide(resume, operator),
      Command.provide(retime, operator),
      Command.provide(tag, operator),
      Command.provide(remove, operator),
      Command.provide(importList, operator),
      Command.provide(exportList("json"), operator)
    ])
  )

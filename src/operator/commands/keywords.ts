import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { importFile } from "./keywords/import.ts"

export const keywords = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("keywords").pipe(
    Command.withDescription("Import your own search positions"),
    Command.withSubcommands([Command.provide(importFile, operator)])
  )

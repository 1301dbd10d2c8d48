import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { importFile } from "./competitors/import.ts"

export const competitors = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("competitors").pipe(
    Command.withDescription("Import competitors"),
    Command.withSubcommands([Command.provide(importFile, operator)])
  )

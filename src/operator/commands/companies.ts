import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { importFile } from "./companies/import.ts"

export const companies = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("companies").pipe(
    Command.withDescription("Import your own companies"),
    Command.withSubcommands([Command.provide(importFile, operator)])
  )

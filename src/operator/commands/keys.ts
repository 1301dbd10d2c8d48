import type { Layer } from "effect"
import { Command } from "effect/cli"
import type { Operator } from "../Operator.ts"
import { create } from "./keys/create.ts"
import { deactivate } from "./keys/deactivate.ts"
import { remove } from "./keys/delete.ts"
import { list } from "./keys/list.ts"
import { rotate } from "./keys/rotate.ts"

export const keys = <E>(operator: Layer.Layer<Operator, E>) =>
  Command.make("keys").pipe(
    Command.withDescription("Create, rotate, deactivate and delete API keys"),
    Command.withSubcommands([
      Command.provide(create, operator),
      Command.provide(list, operator),
      Command.provide(deactivate, operator),
      Command.provide(rotate, operator),
      Command.provide(remove, operator)
    ])
  )

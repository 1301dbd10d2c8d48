import { Command } from "effect/cli"
import { create } from "./keys/create.ts"
import { deactivate } from "./keys/deactivate.ts"
import { remove } from "./keys/delete.ts"
import { list } from "./keys/list.ts"
import { rotate } from "./keys/rotate.ts"

export const keys = Command.make("keys").pipe(
  Command.withDescription("Create and withdraw API keys"),
  Command.withSubcommands([create, list, deactivate, rotate, remove])
)

import { Command } from "effect/cli"
import { importFile } from "./keywords/import.ts"

export const keywords = Command.make("keywords").pipe(
  Command.withDescription("Bring in search positions of your own"),
  Command.withSubcommands([importFile])
)

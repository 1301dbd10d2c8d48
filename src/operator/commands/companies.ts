import { Command } from "effect/cli"
import { importFile } from "./companies/import.ts"

export const companies = Command.make("companies").pipe(
  Command.withDescription("Bring in companies of your own"),
  Command.withSubcommands([importFile])
)

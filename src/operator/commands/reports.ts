import { Command } from "effect/cli"
import { check } from "./reports/check.ts"
import { list } from "./reports/list.ts"
import { show } from "./reports/show.ts"

export const reports = Command.make("reports").pipe(
  Command.withDescription("Read reports, and check them again on the evidence that is stored with them"),
  Command.withSubcommands([list, show, check])
)

import { Context, Effect } from "effect"

/** Is told when the embedded database is lost for good: a process that cannot do without it has to end. */
export class DatabaseLost extends Context.Reference<(error: Error) => Effect.Effect<void>>(
  "sonde/storage/DatabaseLost",
  { defaultValue: () => () => Effect.void }
) {}

import { Context } from "effect"

/**
 * Whether the body of an endpoint may be left out: then it counts as `{}`. The document says that in words and keeps
 * the body required, as it has promised to programs that were generated from it.
 */
export const OptionalBody = Context.Reference<boolean>("sonde/api/OptionalBody", { defaultValue: () => false })

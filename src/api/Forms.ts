import { Context } from "effect"

/** The media types that an endpoint answers in, the one for callers without a wish first. Errors are JSON always. */
export const Forms = Context.Reference<readonly [string, ...ReadonlyArray<string>]>("sonde/api/Forms", {
  defaultValue: () => ["application/json"]
})

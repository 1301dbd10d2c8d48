import { Context } from "effect"
import { OpenApi } from "effect/http-api"

/** The media types that an endpoint answers in, the one for callers without a wish first. Errors are JSON always. */
export const Forms = Context.Reference<readonly [string, ...ReadonlyArray<string>]>("sonde/api/Forms", {
  defaultValue: () => ["application/json"]
})

/** Annotations of an endpoint that answers in these forms; the document lists them. Forms other than JSON are text. */
export const formed = (forms: readonly [string, ...ReadonlyArray<string>]): Context.Context<never> =>
  Context.add(
    OpenApi.annotations({
      transform: (operation) => {
        const { content } = operation["responses"]["200"]
        for (const form of forms) content[form] ??= { schema: { type: "string" } }
        return operation
      }
    }),
    Forms,
    forms
  )

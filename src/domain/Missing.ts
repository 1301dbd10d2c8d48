import { Effect } from "effect"
import { NotFound } from "./Failure.ts"

/** Each 404 in one sentence. Another account's thing is missing in the same words as one that never was. */
const sentences = {
  not_found: "There is nothing at this address.",
  report_not_found: "There is no such report.",
  competitor_not_found: "There is no such competitor.",
  keyword_not_found: "There is no such keyword.",
  company_not_found: "There is no such company.",
  key_not_found: "There is no such key.",
  source_not_found: "There is no such source.",
  signal_not_found: "There is no such signal.",
  story_not_found: "There is no such story.",
  watch_not_found: "There is no such watch.",
  endpoint_not_found: "There is no such endpoint.",
  delivery_not_found: "One of these events was never for this endpoint, or is too old.",
  view_not_found: "There is no such saved view."
} as const satisfies Record<NotFound["code"], string>

/** The refusal of what is not there. */
export const missing = (code: NotFound["code"]): NotFound => new NotFound({ code, message: sentences[code] })

/** What was found; the refusal where that is nothing. */
export const orMissing =
  (code: NotFound["code"]) =>
  <A>(found: A | null | undefined): Effect.Effect<A, NotFound> =>
    found === null || found === undefined ? Effect.fail(missing(code)) : Effect.succeed(found)

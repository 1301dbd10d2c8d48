import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { read } from "../Documents.ts"
import { concise, fittingText, limit, notice } from "../Result.ts"
import { tool } from "../Tool.ts"

/** Characters of a document in its concise form. */
const beginning = 500

/** The form that clients for deep research expect. */
export const fetch = (client: Client) =>
  tool({
    name: "fetch",
    description: "Read a signal, story or report by id. A long text goes on at next_offset. limit: characters.",
    rights: ["signals", "reports"],
    parameters: {
      id: Schema.String,
      offset: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000_000 }))),
      limit: limit(20_000),
      concise
    },
    result: {
      id: Schema.String,
      title: Schema.String,
      text: Schema.String,
      url: Schema.String,
      metadata: Schema.Record(Schema.String, Schema.Unknown)
    },
    run: Effect.fnUntraced(function* ({ concise, id, limit = 20_000, offset = 0 }) {
      const whole = yield* read(client, id)
      const length = concise === true ? Math.min(limit, beginning) : limit
      const text = fittingText(whole.text.slice(offset, offset + length).toWellFormed())
      const next = offset + text.length
      return {
        ...whole,
        text,
        metadata: { ...whole.metadata, ...(next < whole.text.length && { next_offset: next }), notice }
      }
    })
  })

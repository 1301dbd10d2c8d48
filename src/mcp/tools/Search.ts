import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { LanguageCode } from "../../domain/LanguageCode.ts"
import { SourceTag } from "../../domain/Source.ts"
import { CalendarDate } from "../../domain/Timestamp.ts"
import { question } from "../../text/Text.ts"
import { concise, fitting, Hit, hit, limit, notice } from "../Result.ts"
import { tool } from "../Tool.ts"

/** The form that clients for deep research expect, and more beside it. */
export const search = (client: Client) =>
  tool({
    name: "search",
    description: 'Search market news, best first. "Phrases" and -word work. Read a result with fetch.',
    rights: ["signals"],
    parameters: {
      query: question(1, 500),
      limit: limit(50),
      since: Schema.optionalKey(CalendarDate),
      before: Schema.optionalKey(CalendarDate),
      language: Schema.optionalKey(LanguageCode),
      tag: Schema.optionalKey(SourceTag),
      sort: Schema.optionalKey(Schema.Literals(["relevance", "newest"])),
      concise
    },
    result: { results: Schema.Array(Hit), total: Schema.Int, notice: Schema.String },
    run: Effect.fnUntraced(function* ({ concise, limit = 10, query, tag, ...rest }) {
      const { data, total } = yield* client.signals.list({
        query: { q: query, limit, ...(tag !== undefined && { tag: [tag] }), ...rest }
      })
      return { results: fitting(data.map((signal) => hit(signal, concise))), total, notice }
    })
  })

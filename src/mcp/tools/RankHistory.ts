import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { historyDays } from "../../domain/TrackedKeyword.ts"
import { line } from "../../text/Text.ts"
import { concise, fitting, limit } from "../Result.ts"
import { tool } from "../Tool.ts"

const Position = Schema.NullOr(Schema.Int)

export const rankHistory = (client: Client) =>
  tool({
    name: "rank_history",
    description: "Search positions of the account's tracked keywords, oldest first; null: looked for, not found.",
    rights: ["seo"],
    parameters: {
      keyword: Schema.optionalKey(line(1, 200)),
      days: limit(historyDays),
      limit: limit(50),
      concise
    },
    result: {
      keywords: Schema.Array(
        Schema.Struct({
          keyword: Schema.String,
          target_url: Schema.String,
          current: Position,
          best: Position,
          history: Schema.optionalKey(Schema.Array(Schema.Array(Schema.Unknown)))
        })
      )
    },
    run: Effect.fnUntraced(function* ({ concise, days = 30, keyword = "", limit = 10 }) {
      const { data } = yield* client.seo.keywords({})
      const found = data.filter((one) => one.keyword.toLowerCase().includes(keyword.toLowerCase()))
      return {
        keywords: fitting(
          found.slice(0, limit).map((one) => {
            const history = one.position_history.slice(-days)
            const positions = history.flatMap(({ position }) => position ?? [])
            return {
              keyword: one.keyword,
              target_url: one.target_url,
              current: one.current_position,
              best: positions.length === 0 ? null : Math.min(...positions),
              ...(concise !== true && { history: history.map(({ date, position }) => [date, position]) })
            }
          })
        )
      }
    })
  })

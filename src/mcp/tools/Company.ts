import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { maxQueryLength } from "../../domain/Company.ts"
import { line } from "../../text/Text.ts"
import { concise, fitting, limit } from "../Result.ts"
import { tool } from "../Tool.ts"

export const company = (client: Client) =>
  tool({
    name: "company",
    description: "Find companies by name, ticker or industry, with revenue and market value.",
    rights: ["market_data"],
    parameters: { query: line(1, maxQueryLength), limit: limit(50), concise },
    result: {
      companies: Schema.Array(
        Schema.Struct({
          name: Schema.String,
          ticker: Schema.NullOr(Schema.String),
          industry: Schema.NullOr(Schema.String)
        })
      )
    },
    run: Effect.fnUntraced(function* ({ concise, limit = 5, query }) {
      const { data } = yield* client.market_data.search({ query: { q: query, limit } })
      return {
        companies: fitting(
          data.map(({ currency, industry, market_cap, name, revenue, revenue_period_end, source_url, ticker }) => ({
            name,
            ticker,
            industry,
            ...(concise !== true && { revenue, market_cap, currency, revenue_period_end, source_url })
          }))
        )
      }
    })
  })

import { Effect, Schema } from "effect"
import type { Client } from "../../api/Client.ts"
import { type Competitor, namesOf } from "../../domain/Competitor.ts"
import { line } from "../../text/Text.ts"
import { concise, fitting, Hit, hit, limit, notice } from "../Result.ts"
import { Refused } from "../Refusal.ts"
import { tool } from "../Tool.ts"

/** Competitors that are read about at once, and together. */
const atOnce = 4
const mostCompetitors = 10

const isCalled = (name: string) => (competitor: Competitor) =>
  [...namesOf(competitor), competitor.domain].some((one) => one.toLowerCase() === name.toLowerCase())

export const competitorNews = (client: Client) =>
  tool({
    name: "competitor_news",
    description: "Newest news about the competitors on the account's list, or about one (name or domain).",
    rights: ["competitors"],
    parameters: { competitor: Schema.optionalKey(line(1, 200)), limit: limit(20), concise },
    result: {
      competitors: Schema.Array(
        Schema.Struct({ name: Schema.String, domain: Schema.String, status: Schema.String, news: Schema.Array(Hit) })
      ),
      notice: Schema.String
    },
    run: Effect.fnUntraced(function* ({ competitor, concise, limit = 5 }) {
      const { data } = yield* client.competitors.list({})
      const asked = competitor === undefined ? data.slice(0, mostCompetitors) : data.filter(isCalled(competitor))
      if (competitor !== undefined && asked.length === 0) {
        const known = data.slice(0, 20).map(({ name }) => name)
        return yield* new Refused({
          message: `competitor_not_found: On the list are ${known.length === 0 ? "none" : known.join(", ")}.`
        })
      }
      const competitors = yield* Effect.forEach(
        asked,
        ({ domain, id, name, status }) =>
          Effect.map(client.competitors.signals({ params: { competitor_id: id }, query: { limit } }), ({ data }) => ({
            name,
            domain,
            status,
            news: fitting(
              data.map((signal) => hit(signal, concise)),
              asked.length
            )
          })),
        { concurrency: atOnce }
      )
      return { competitors, notice }
    })
  })

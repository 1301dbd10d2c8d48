import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { ok } from "../api/Envelope.ts"
import { Companies } from "../storage/companies/Companies.ts"

export const marketDataLayer = HttpApiBuilder.group(
  Api,
  "market_data",
  Effect.fnUntraced(function* (handlers) {
    const companies = yield* Companies
    return handlers.handleAll({
      search: ({ query }) => Effect.map(companies.search(query), ok),
      company: ({ params }) => Effect.map(companies.get(params.company_id), ok),
      sectors: () => Effect.map(companies.sectors, ok)
    })
  })
)

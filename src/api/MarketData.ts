import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Company, CompanyId, maxQueryLength } from "../domain/Company.ts"
import { line } from "../text/Text.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { MadeOf } from "./MadeOf.ts"
import { described } from "./Members.ts"
import { limit, pathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

export const Sector = Schema.Struct({ industry: Schema.String, companies: Schema.Int }).annotate({
  identifier: "Sector"
})

const params = { company_id: described(pathId(CompanyId), "the company") }

const q = described(line(1, maxQueryLength), "what to search for")

/** Companies and industries. */
export const MarketDataGroup = HttpApiGroup.make("market_data")
  .add(
    HttpApiEndpoint.get("search", "/market-data/search", {
      query: { q, limit },
      success: enveloped(Schema.Array(Company))
    })
      .annotateMerge(
        explained(
          "Search companies",
          "By ticker, name or industry: exact ticker first, then ticker prefix, name, name prefix, words of the name (a typo forgiven), industry."
        )
      )
      .annotate(MadeOf, { tables: ["companies"] }),
    HttpApiEndpoint.get("company", "/market-data/companies/:company_id", {
      params,
      success: enveloped(Company),
      error: Errors.NotFound
    })
      .annotateMerge(explained("Read a company", "By the id that search gave."))
      .annotate(MadeOf, { tables: ["companies"] }),
    HttpApiEndpoint.get("sectors", "/market-data/sectors", { success: enveloped(Schema.Array(Sector)) })
      .annotateMerge(explained("List industries", "With the number of companies in each."))
      .annotate(MadeOf, { tables: ["companies"] })
  )
  .annotate(Requirement, "market_data")
  .annotateMerge(OpenApi.annotations({ title: "Market data", description: "Companies and industries." }))

import { HttpApi, OpenApi } from "effect/http-api"
import { CompetitorsGroup } from "./Competitors.ts"
import { KeysGroup } from "./Keys.ts"
import { MarketDataGroup } from "./MarketData.ts"
import { describe } from "./OpenApi.ts"
import { ReportsGroup } from "./Reports.ts"
import { SeoGroup } from "./Seo.ts"
import { SignalsGroup } from "./Signals.ts"
import { SocialTrendsGroup } from "./SocialTrends.ts"
import { StatusGroup } from "./Status.ts"

/** The contract: every endpoint with its inputs, outputs and errors. Server, client and document are made from it. */
export const Api = HttpApi.make("sonde")
  .add(
    ReportsGroup,
    CompetitorsGroup,
    SeoGroup,
    SignalsGroup,
    SocialTrendsGroup,
    MarketDataGroup,
    StatusGroup,
    KeysGroup
  )
  .annotateMerge(
    OpenApi.annotations({
      title: "Sonde",
      version: "1.0.0",
      summary: "What a market says about itself, in one API",
      description:
        "News, trending keywords, social trends, competitors, companies, and research reports whose claims cite stored evidence. " +
        "Send an API key as `X-API-Key`. Every answer is `{success, data}`, or `{success: false, error}`. What is no request to any " +
        "of the paths is refused in the same form: 400 `malformed_request` when it is not well-formed HTTP/1.1 or has no single " +
        "`Host`, 408 `request_timeout` when it takes too long to arrive, 417 `expectation_failed` for an `Expect` other than " +
        "`100-continue`, 431 `headers_too_large` when address and headers exceed 16 KiB.",
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "/" }],
      transform: describe
    })
  )

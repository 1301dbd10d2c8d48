import { HttpApi, OpenApi } from "effect/http-api"
import { ReportSections } from "../domain/Report.ts"
import { AccountGroup } from "./Account.ts"
import { ClaimsGroup } from "./Claims.ts"
import { CompetitorsGroup } from "./Competitors.ts"
import { EndpointsGroup } from "./Endpoints.ts"
import * as Errors from "./Errors.ts"
import { KeysGroup } from "./Keys.ts"
import { type List, listOf } from "./Lists.ts"
import { MarketDataGroup } from "./MarketData.ts"
import { describe } from "./OpenApi.ts"
import { ReportsGroup } from "./Reports.ts"
import { Authentication, Validation } from "./Security.ts"
import { SeoGroup } from "./Seo.ts"
import { SignalsGroup } from "./Signals.ts"
import { SavedViewsGroup } from "./SavedViews.ts"
import { SocialTrendsGroup } from "./SocialTrends.ts"
import { SourcesGroup } from "./Sources.ts"
import { StatusGroup } from "./Status.ts"
import { WatchesGroup } from "./Watches.ts"

/** What a credential with the scope may call: who, then whether and how often, then what is wrong with the request. */
const Scoped = HttpApi.make("scoped")
  .add(ReportsGroup, CompetitorsGroup, SeoGroup, SignalsGroup, SocialTrendsGroup, MarketDataGroup)
  .prefix("/api/v1/public")
  .middleware(Validation)
  .middleware(Authentication)

/** The same for later groups: the document's lists grow only at their ends. */
const ScopedLater = HttpApi.make("scoped_later")
  .add(WatchesGroup, EndpointsGroup, ClaimsGroup)
  .prefix("/api/v1/public")
  .middleware(Validation)
  .middleware(Authentication)

const Endpoints = HttpApi.make("sonde")
  .addHttpApi(Scoped)
  .add(StatusGroup, KeysGroup, AccountGroup, SourcesGroup)
  .addHttpApi(ScopedLater)
  .add(SavedViewsGroup)

/** The list that an operation of the document answers with. */
const listOfOperation = (operation: string): List | null => {
  let list: List | null = null
  HttpApi.reflect(Endpoints, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, group }) => {
      if (`${group.identifier}.${endpoint.identifier}` === operation) list = listOf(endpoint)
    }
  })
  return list
}

/** The contract: every endpoint with its inputs, outputs and errors. Server, client and document are made from it. */
export const Api = Endpoints.annotate(HttpApi.AdditionalSchemas, [
  ReportSections,
  Errors.MethodNotAllowed,
  Errors.NotAcceptable,
  Errors.Internal,
  Errors.Refused
]).annotateMerge(
  OpenApi.annotations({
    title: "Sonde",
    version: "1.0.0",
    summary: "What a market says about itself, in one API",
    description:
      "News, trending keywords, social trends, competitors, companies, and research reports whose claims cite stored evidence. " +
      "Send an API key as `X-API-Key`. Every answer is `{success, data}`, or `{success: false, error}`. What is no request to any " +
      "of the paths is refused in the same form: 400 `malformed_request` when it is not well-formed HTTP/1.1 or has no single " +
      "`Host`, 408 `request_timeout` when it takes too long to arrive, 417 `expectation_failed` for an `Expect` other than " +
      "`100-continue`, 431 `headers_too_large` when address and headers exceed 16 KiB. After 30 bad credentials a minute from one " +
      "address, further bad ones are 429; good ones pass.",
    license: { name: "MIT", identifier: "MIT" },
    servers: [{ url: "/" }],
    transform: (document) => describe(document, listOfOperation)
  })
)

import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../api/Api.ts"
import { accountLayer } from "./Account.ts"
import { claimsLayer } from "./Claims.ts"
import { competitorsLayer } from "./Competitors.ts"
import { endpointsLayer } from "./Endpoints.ts"
import { keysLayer } from "./Keys.ts"
import { marketDataLayer } from "./MarketData.ts"
import { idempotencyLayer } from "./middleware/Idempotency.ts"
import { authenticationLayer, publicAccessLayer } from "./middleware/Security.ts"
import { validationLayer } from "./middleware/Validation.ts"
import { reportsLayer } from "./Reports.ts"
import { savedViewsLayer } from "./SavedViews.ts"
import { seoLayer } from "./Seo.ts"
import { signalsLayer } from "./Signals.ts"
import { socialTrendsLayer } from "./SocialTrends.ts"
import { sourcesLayer } from "./Sources.ts"
import { statusLayer } from "./Status.ts"
import { watchesLayer } from "./Watches.ts"

/** Every endpoint of the contract, with what stands in front of its handler. */
export const apiRoutes = HttpApiBuilder.layer(Api).pipe(
  Layer.provide([
    reportsLayer,
    competitorsLayer,
    seoLayer,
    signalsLayer,
    socialTrendsLayer,
    marketDataLayer,
    watchesLayer,
    endpointsLayer,
    claimsLayer,
    statusLayer,
    keysLayer,
    accountLayer,
    sourcesLayer,
    savedViewsLayer
  ]),
  Layer.provide([authenticationLayer, publicAccessLayer, validationLayer, idempotencyLayer])
)

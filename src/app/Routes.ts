import { Layer } from "effect"
import { dashboardLayer } from "../dashboard/Dashboard.ts"
import { apiRoutes } from "../http/ApiRoutes.ts"
import { RequestOrigin } from "../http/middleware/RequestOrigin.ts"
import { metricsLayer } from "../http/pages/Metrics.ts"
import { pagesLayer } from "../http/pages/Pages.ts"
import { endpointLayer } from "../mcp/Endpoint.ts"
import { metadataLayer } from "../mcp/Metadata.ts"

/** Everything that is answered over HTTP, asking only for the services behind it. */
export const routes = Layer.mergeAll(
  apiRoutes,
  dashboardLayer,
  pagesLayer,
  metricsLayer,
  endpointLayer,
  metadataLayer
).pipe(Layer.provide(RequestOrigin.layer))

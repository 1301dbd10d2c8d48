import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { assetsRoute } from "./Assets.ts"
import { activityPages } from "./pages/Activity.ts"
import { companiesPages } from "./pages/Companies.ts"
import { companyPages } from "./pages/Company.ts"
import { competitorPages } from "./pages/Competitor.ts"
import { competitorsPages } from "./pages/Competitors.ts"
import { endpointPages } from "./pages/Endpoint.ts"
import { endpointsPages } from "./pages/Endpoints.ts"
import { eventsPages } from "./pages/Events.ts"
import { findPages } from "./pages/Find.ts"
import { keyPages } from "./pages/Key.ts"
import { keysPages } from "./pages/Keys.ts"
import { keywordPages } from "./pages/Keyword.ts"
import { keywordsPages } from "./pages/Keywords.ts"
import { newWatchPages } from "./pages/NewWatch.ts"
import { notFoundPage } from "./pages/NotFound.ts"
import { overviewPages } from "./pages/Overview.ts"
import { reportPages } from "./pages/Report.ts"
import { reportsPages } from "./pages/Reports.ts"
import { savedViewPages } from "./pages/SavedView.ts"
import { savedViewsPages } from "./pages/SavedViews.ts"
import { signalsPages } from "./pages/Signals.ts"
import { signInPage } from "./pages/SignIn.ts"
import { socialTrendsPages } from "./pages/SocialTrends.ts"
import { sourcePages } from "./pages/Source.ts"
import { sourcesPages } from "./pages/Sources.ts"
import { storyPages } from "./pages/Story.ts"
import { trendsPages } from "./pages/Trends.ts"
import { watchPages } from "./pages/Watch.ts"
import { watchesPages } from "./pages/Watches.ts"
import { PageApi } from "./PageApi.ts"
import { home } from "./Place.ts"
import { signInLayer } from "./SignInRoutes.ts"

/** Every page that somebody signed in can come to, and what its forms ask for. */
export const pages = [
  ...overviewPages,
  ...findPages,
  ...reportsPages,
  ...reportPages,
  ...signalsPages,
  ...savedViewsPages,
  ...savedViewPages,
  ...storyPages,
  ...trendsPages,
  ...socialTrendsPages,
  ...competitorsPages,
  ...competitorPages,
  ...keywordsPages,
  ...keywordPages,
  ...companiesPages,
  ...companyPages,
  ...eventsPages,
  ...watchesPages,
  ...newWatchPages,
  ...watchPages,
  ...endpointsPages,
  ...endpointPages,
  ...keysPages,
  ...keyPages,
  ...sourcesPages,
  ...sourcePages,
  ...activityPages
]

// With one part at least: the router takes `/dashboard/*` for the overview as well. HEAD is answered as GET is.
const elsewhere = (["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method) =>
  HttpRouter.route(method, `${home}/:place/*`, notFoundPage)
)

/** Every page of the dashboard, and what pages load. */
export const dashboardLayer = Layer.mergeAll(
  HttpRouter.addAll([...pages, ...elsewhere]).pipe(HttpRouter.provideRequest(PageApi.layer)),
  signInPage,
  signInLayer,
  assetsRoute
)

/** Where the dashboard is. */
export const home = "/dashboard"

/** The places of the navigation, in its order, by group. */
export const places = [
  {
    group: "Research",
    places: [
      { path: home, name: "Overview", icon: "overview" },
      { path: `${home}/reports`, name: "Reports", icon: "report" },
      { path: `${home}/signals`, name: "Signals", icon: "signal" },
      { path: `${home}/trends`, name: "Trends", icon: "trend" }
    ]
  },
  {
    group: "Watchlist",
    places: [
      { path: `${home}/competitors`, name: "Competitors", icon: "competitor" },
      { path: `${home}/keywords`, name: "Keywords", icon: "keyword" },
      { path: `${home}/companies`, name: "Companies", icon: "company" }
    ]
  },
  {
    group: "Alerts",
    places: [
      { path: `${home}/events`, name: "Events", icon: "event" },
      { path: `${home}/watches`, name: "Watches", icon: "watch" },
      { path: `${home}/endpoints`, name: "Endpoints", icon: "endpoint" }
    ]
  },
  {
    group: "Service",
    places: [
      { path: `${home}/keys`, name: "API keys", icon: "key" },
      { path: `${home}/sources`, name: "Sources", icon: "source" },
      { path: `${home}/activity`, name: "Activity", icon: "activity" }
    ]
  }
] as const

/** A path of the navigation: a page that is refused here needs a line in `places`. */
export type Place = (typeof places)[number]["places"][number]["path"]

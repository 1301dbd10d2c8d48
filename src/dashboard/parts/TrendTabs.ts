import { Platform } from "../../domain/SocialTrend.ts"
import { html, type Html } from "../../text/Html.ts"
import { home } from "../Place.ts"

/** What people call each platform. */
export const platformNames: Record<typeof Platform.Type, string> = {
  feed: "All platforms",
  reddit: "Reddit",
  google_trends: "Google Trends",
  pytrends: "Interest over a week",
  x: "X",
  tiktok: "TikTok"
}

const tabs = [
  { key: "searches", path: `${home}/trends`, name: "Searches" },
  ...(["feed", "reddit", "google_trends", "pytrends", "x", "tiktok"] as const).map((platform) => ({
    key: platform,
    path: `${home}/trends/${platform}`,
    name: platformNames[platform]
  }))
] as const

/** The lists of trends, beside each other. */
export const trendTabs = (current: (typeof tabs)[number]["key"]): Html =>
  html`<nav class="tabs" aria-label="Lists of trends">
    <ul>
      ${tabs.map(
        ({ key, name, path }) =>
          html`<li><a href="${path}" ${key === current && html`aria-current="page"`}>${name}</a></li>`
      )}
    </ul>
  </nav>`

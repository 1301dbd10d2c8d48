import type { ApiKey, ApiKeyStatus } from "../../domain/ApiKey.ts"
import type { Scope } from "../../domain/Scope.ts"
import type { Html } from "../../text/Html.ts"
import { badge, type Tone } from "./Badge.ts"

const tones: Record<ApiKeyStatus, Tone> = { active: "good", expired: "warn", deactivated: "off" }

export const keyStatus = (status: ApiKeyStatus): Html => badge(tones[status], status)

/** What can be shown of a key again. */
export const masked = ({ last4, prefix }: Pick<ApiKey, "last4" | "prefix">): string => `${prefix}…${last4}`

/** What each scope lets a key do, and an address that shows it. */
export const scopeWords: Record<Scope, { readonly label: string; readonly about: string; readonly example: string }> = {
  reports: { label: "Reports", about: "make, read and delete reports", example: "/reports" },
  competitors: { label: "Competitors", about: "read and change the list", example: "/competitors" },
  seo: { label: "Keywords", about: "tracked and trending ones", example: "/seo/trending" },
  signals: { label: "Signals", about: "read and search the news", example: "/signals?limit=5" },
  market_data: { label: "Companies", about: "search companies", example: "/market-data/sectors" },
  social_trends: { label: "Social trends", about: "read each platform", example: "/social-trends/feed" },
  watches: { label: "Watches", about: "alerts: events and where they are sent", example: "/events" }
}

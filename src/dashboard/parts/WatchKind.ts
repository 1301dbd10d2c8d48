import type { WatchKind, WatchStatus } from "../../domain/Watch.ts"
import type { Html } from "../../text/Html.ts"
import { home } from "../Place.ts"
import { badge } from "./Badge.ts"

/** What can be watched, in people's words. */
export const kindWords: Record<WatchKind, { readonly name: string; readonly about: string }> = {
  search: { name: "A search", about: "News that a search finds, one event for each story." },
  competitor: { name: "A competitor", about: "News that names one of your competitors." },
  keyword: { name: "A keyword's position", about: "A tracked keyword moves, or enters or leaves the first places." },
  trending: { name: "Trending searches", about: "Searches that are new or rising in a country." },
  social: { name: "Social topics", about: "A topic appears on a platform's list." },
  company: { name: "A company", about: "A company's filings, its revenue, and news that names it." },
  report: { name: "A report", about: "Made again on a schedule, with what has changed since." },
  source: { name: "Failing sources", about: "A source can't be read several times in a row." },
  key: { name: "Expiring API keys", about: "A key of yours is about to expire." }
}

export const watchStatus = (status: WatchStatus): Html => badge(status === "active" ? "good" : "warn", status)

/** The address of the form for a new watch, filled in so far. */
export const watchAddress = (kind: WatchKind, filled: Readonly<Record<string, string | ReadonlyArray<string>>>) => {
  const query = new URLSearchParams({ kind })
  for (const [name, value] of Object.entries(filled))
    for (const one of typeof value === "string" ? [value] : value) query.append(name, one)
  return `${home}/watches/new?${query.toString()}`
}

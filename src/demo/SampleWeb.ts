import { Effect, Record } from "effect"
import type { Document } from "./Document.ts"
import { googleTrends } from "./formats/google-trends.ts"
import { newsFeed } from "./formats/news-feed.ts"
import { reddit } from "./formats/reddit.ts"
import { secTickers } from "./formats/sec-tickers.ts"
import { stories } from "./Markets.ts"
import { communities } from "./Posts.ts"
import { type PublisherId, publisherIds, publishers } from "./Publishers.ts"
import { countries } from "./Searches.ts"
import { publish } from "./Story.ts"
import { serve } from "./Web.ts"

type SiteId = PublisherId | "trends" | "reddit" | "sec"

const feedPath = "/feed"

/** The documents of each site by path, with everything dated before `start`. */
export const sites = (start: Date): Readonly<Record<SiteId, Readonly<Record<string, Document>>>> => {
  const articles = stories.map((story) => publish(story, start))
  return {
    ...Record.map(publishers, (_, id) => ({ [feedPath]: newsFeed(id, articles) })),
    trends: Object.fromEntries(
      countries.map((country) => [`/trending/rss?geo=${country}`, googleTrends(country, articles, start)])
    ),
    reddit: { [`/r/${communities.join("+")}/hot/.rss`]: reddit(start) },
    sec: { "/files/company_tickers.json": secTickers() }
  }
}

/**
 * The operator's list of sources that reads the sites at these origins; its form is that of ingest/list/SourcesFile.ts.
 */
export const sourcesList = (origins: Readonly<Record<SiteId, string>>): object => ({
  feeds: publisherIds.map((id) => ({
    name: `feed:${publishers[id].host.replace(/^www\.|\.example$/g, "")}`,
    title: publishers[id].title,
    url: `${origins[id]}${feedPath}`
  })),
  google_trends: { countries, base: origins.trends },
  reddit: { subreddits: communities, base: origins.reddit },
  sec_companies: { base: origins.sec }
})

/**
 * Serves the sample sites as long as the scope is open. Each has a port, and so a host, of its own: one host is asked
 * for only one document at a time, with a rest between two.
 */
export const open = Effect.fnUntraced(function* (start: Date) {
  const origins = yield* Effect.all(Record.map(sites(start), serve))
  return {
    sources: sourcesList(origins),
    /** `host:port` of each site, to be opened for fetching. */
    hosts: Object.values(origins).map((origin) => new URL(origin).host)
  }
})

import { Effect } from "effect"
import { secCompanies } from "./companies/sec.ts"
import { googleTrends } from "./keywords/google-trends.ts"
import type { Definition, Given } from "./list/Definition.ts"
import { keywordRanks } from "./ranks/keyword-ranks.ts"
import { RankSource } from "./ranks/RankSource.ts"
import { feeds } from "./signals/feeds.ts"
import { gdelt } from "./signals/gdelt.ts"
import { googleNews } from "./signals/google-news.ts"
import { hackerNews } from "./signals/hacker-news.ts"
import { secFilings } from "./signals/sec-filings.ts"
import { wikipedia } from "./signals/wikipedia.ts"
import { bluesky } from "./social/bluesky.ts"
import { mastodon } from "./social/mastodon.ts"
import { pytrends } from "./social/pytrends.ts"
import { reddit } from "./social/reddit.ts"
import { tiktok } from "./social/tiktok.ts"
import { x } from "./social/x.ts"
import type { Source } from "./Source.ts"

/** All services that the operator's list may name, under their names in it and in the order in which they are shown. */
export const definitions = {
  feeds,
  gdelt,
  hacker_news: hackerNews,
  sec_filings: secFilings,
  google_news: googleNews,
  wikipedia,
  google_trends: googleTrends,
  reddit,
  pytrends,
  x,
  tiktok,
  mastodon,
  bluesky,
  sec_companies: secCompanies
}

type Definitions = typeof definitions

/** The entries of the operator's list, with every default filled in. */
export type Entries = { readonly [Name in keyof Definitions]?: Definitions[Name]["entry"]["Type"] }

type Needs<D> = D extends Definition<infer _, infer R> ? R : never

/** The sources of the operator's list, in the order above. */
export const registry = Effect.fnUntraced(function* (entries: Entries, given: Omit<Given, "listed">) {
  const ranks = yield* RankSource
  const all = { ...given, listed: new Set(Object.keys(entries)) }
  const sources: Array<Source> = []
  for (const [name, { sources: make }] of Object.entries(definitions)) {
    const entry = entries[name as keyof Entries]
    // Each definition gets the entry of its own name, which the type of a loop cannot say.
    const made = make as (
      entry: unknown,
      given: Given
    ) => Effect.Effect<ReadonlyArray<Source>, never, Needs<Definitions[keyof Definitions]>>
    if (entry !== undefined)
      sources.push(...(yield* made(entry, all)).map((source): Source => ({ ...source, service: name })))
  }
  // No list names these: the settings say whom to ask for positions, and accounts say what they track.
  if (ranks !== null) sources.push(yield* keywordRanks(ranks))
  return sources
})

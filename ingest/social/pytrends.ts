import { Duration, Effect, Schema } from "effect"
import { address, interval, service, usually } from "../list/Definition.ts"
import { WebAddress, withoutSlash } from "../list/Entry.ts"
import { pytrendsExplore } from "./pytrends-explore.ts"
import { pytrendsSearches } from "./pytrends-searches.ts"
import { pytrendsWikipedia } from "./pytrends-wikipedia.ts"

const fields = {
  /** What the interest of is looked up, each also the title of an article of Wikipedia. */
  topics: Schema.Array(
    Schema.String.check(Schema.isPattern(/^[^\p{C}|#<>[\]{}]{1,100}$/u, { expected: "the title of an article" }))
  ).check(Schema.isMaxLength(50)),
  // Pageviews come once a day, searches once an hour; six hours are soon enough for sums over a week.
  every: interval(Duration.hours(6)),
  wikipedia: usually(
    Schema.String.check(Schema.isPattern(/^[a-z-]{2,12}$/, { expected: "the language of a Wikipedia, such as en" })),
    "en"
  ),
  wikimedia_base: address("https://wikimedia.org"),
  /** Where Google Trends' explore answers; without it, it is not asked. */
  explore_base: Schema.optionalKey(WebAddress)
}

/**
 * How much people look for topics: our own snapshots of Google Trends, pageviews of Wikipedia, and Google's own
 * comparison.
 */
export const pytrends = service(
  fields,
  Effect.fnUntraced(function* (entry, { listed }) {
    const topics = [...new Set(entry.topics)]
    const { every, explore_base } = entry
    const searches = yield* pytrendsSearches(every, listed.has("google_trends"))
    const wikipedia = yield* pytrendsWikipedia(every, topics, {
      base: entry.wikimedia_base,
      wikipedia: entry.wikipedia
    })
    if (explore_base === undefined) return [searches, wikipedia]
    return [searches, wikipedia, yield* pytrendsExplore(every, topics, withoutSlash(explore_base))]
  })
)

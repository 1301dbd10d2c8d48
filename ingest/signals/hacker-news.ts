import { DateTime, Duration, Effect, Result, Schema } from "effect"
import { type NewSignal, snippetLength } from "../../src/domain/Signal.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { Signals } from "../../src/storage/signals/Signals.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { hostOf } from "../../src/text/Host.ts"
import { decodeReferences, htmlToLine } from "../feed/Html.ts"
import { MAX_SUMMARY, MAX_TITLE } from "../feed/Limits.ts"
import { firstWords, line } from "../feed/Text.ts"
import { canonicalUrl, resolveUrl } from "../feed/Url.ts"
import { readTopics } from "../social/hacker-news.ts"
import type { Listing } from "../social/Listing.ts"
import { address, interval, service } from "../list/Definition.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { type Source, tally } from "../Source.ts"
import { type Found, foundIn, query, searches } from "./searches.ts"

/** A story as Algolia's index of Hacker News has it. Posts that ask have no `url`, links no text. */
const Hit = Schema.Struct({
  objectID: Schema.String.check(Schema.isPattern(/^\d{1,12}$/)),
  title: Schema.String,
  url: Schema.optionalKey(Schema.NullOr(Schema.String)),
  story_text: Schema.optionalKey(Schema.NullOr(Schema.String)),
  created_at: Schema.optionalKey(Schema.NullOr(Schema.String))
})

const Answer = Schema.Struct({ hits: Schema.Array(Schema.Unknown) })

const dateOf = (written: string | null | undefined): Date | null => {
  const time = Date.parse(/^\d{4}-\d\d-\d\dT/.test(written ?? "") ? written! : "")
  return Number.isNaN(time) ? null : new Date(time)
}

/** The story's own page, else the one where it is talked about. */
const pageOf = ({ objectID, url }: typeof Hit.Type): { readonly url: string; readonly publisher: string } => {
  const own = resolveUrl(url ?? "", "https://news.ycombinator.com/")
  return own === null
    ? { url: `https://news.ycombinator.com/item?id=${objectID}`, publisher: "Hacker News" }
    : { url: own, publisher: hostOf(own) ?? own }
}

const toSignal = (hit: typeof Hit.Type): NewSignal => {
  const { publisher, url } = pageOf(hit)
  return {
    identity: canonicalUrl(url),
    guid: hit.objectID,
    title: line(decodeReferences(hit.title), MAX_TITLE),
    snippet: firstWords(htmlToLine(hit.story_text ?? "", MAX_SUMMARY), snippetLength),
    url,
    source: publisher,
    published_at: dateOf(hit.created_at),
    dated: "submitted"
  }
}

/** The stories of an answer, each on its own; fails where it is no answer of the index. */
export const readStories = (document: Document): Result.Result<Found, string> =>
  Result.flatMap(readJson(document, Answer, "an answer of the index of Hacker News"), ({ hits }) =>
    foundIn(hits, Hit, toSignal)
  )

/** The same stories as news and as topics. */
export const readFrontPage = (document: Document): Read<Found & Pick<Listing, "topics">> =>
  Result.flatMap(readStories(document), (found) =>
    Result.map(readTopics(document), ({ topics }) => ({ ...found, topics }))
  )

const stories = reader(import.meta.url, readStories)
const frontPageStories = reader(import.meta.url, readFrontPage)

/** Stories older than this are no news. */
const recent = Duration.days(30)

/**
 * Hacker News through Algolia's index: what is on its front page, as news and as topics of the feed, and what its
 * members posted about competitors and niches.
 */
export const hackerNews = service(
  {
    base: address("https://hn.algolia.com"),
    // The front page changes by the minute; its stories stay for hours.
    every: interval(Duration.minutes(30))
  },
  Effect.fnUntraced(function* ({ base, every }) {
    const { read, runOf } = yield* reading
    const signals = yield* Signals
    const socialTrends = yield* SocialTrends
    const name = SourceName.make("hacker-news:stories")
    const url = `${base}/api/v1/search?tags=front_page&hitsPerPage=100`
    const accept = "application/json"

    const frontPage: Source = {
      name,
      kind: "signals",
      platform: "feed",
      title: "Hacker News, front page",
      url,
      missing: null,
      every,
      dated: "submitted",
      run: runOf(
        frontPageStories,
        url,
        { accept },
        Effect.fnUntraced(function* ({ fetched, signals: found, skipped, topics }) {
          const written = yield* signals.upsert(name, found)
          yield* socialTrends.replace(name, "feed", topics)
          return { fetched, ...written, skipped: tally(skipped) }
        })
      )
    }

    const searched = yield* searches({
      name: SourceName.make("hacker-news:searches"),
      title: "Hacker News, searches for what accounts follow",
      site: "Hacker News",
      url: `${base}/api/v1/search_by_date`,
      missing: null,
      every,
      dated: "submitted",
      // Algolia allows an address 10,000 requests an hour.
      perRun: 20,
      pause: 0,
      ask: Effect.fnUntraced(function* (wanted) {
        const since = DateTime.startOf(DateTime.subtractDuration(yield* DateTime.now, recent), "day")
        const parameters = new URLSearchParams({
          query: query(wanted),
          tags: "story",
          hitsPerPage: "50",
          numericFilters: `created_at_i>${since.epochMilliseconds / 1000}`
        })
        return (yield* read(stories, `${base}/api/v1/search_by_date?${parameters}`, { accept })).value
      })
    })

    return [frontPage, searched]
  }),
  { switchable: true }
)

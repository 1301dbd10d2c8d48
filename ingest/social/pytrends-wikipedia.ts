import { type DateTime as Instant, DateTime, type Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { toCalendarDate } from "../../src/domain/Timestamp.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import { progressed } from "../fetch/RunContext.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { asSourceFailed, counted, type Source, type SourceFailed, stored } from "../Source.ts"
import { countOf, ranked } from "./Listing.ts"

/*
 * Wikimedia's pageviews (REST, per article, daily): how often the article about a topic was read, by people and not by
 * robots.
 */

const Answer = Schema.Struct({ items: Schema.Array(Schema.Struct({ views: Schema.Unknown })) })

/** The views of all days of an answer. */
export const readViews = (document: Document): Result.Result<number, string> =>
  Result.map(readJson(document, Answer), ({ items }) =>
    items.reduce((sum, { views }) => sum + (countOf(views) ?? 0), 0)
  )

const views = reader(import.meta.url, readViews)

/** The article's name in a URL: spaces are underscores, and the first letter is a capital one. */
export const articleOf = (topic: string): string => {
  const [first = "", ...rest] = topic.trim().replace(/\s+/g, "_")
  return encodeURIComponent((first.toUpperCase() + rest.join("")).toWellFormed())
}

/** `20260301`, as the API writes a day. */
const dayOf = (instant: Instant.DateTime): string => toCalendarDate(instant).replaceAll("-", "")

/** How much the topics of the list were read about over the last seven whole days. */
export const pytrendsWikipedia = Effect.fnUntraced(function* (
  every: Duration.Duration,
  topics: ReadonlyArray<string>,
  /** Where the pageviews are, and of which Wikipedia. */
  { base, wikipedia }: { readonly base: string; readonly wikipedia: string }
) {
  const { read } = yield* reading
  const socialTrends = yield* SocialTrends
  const name = SourceName.make("pytrends:wikipedia")
  const url = `${base}/api/rest_v1/metrics/pageviews/per-article/${wikipedia}.wikipedia/all-access/user`

  /** The views of a topic's article; null where there is none, which is a 404 like an article that nobody read. */
  const viewsOf = (topic: string, days: string): Effect.Effect<number | null, SourceFailed> =>
    read(views, `${url}/${articleOf(topic)}/daily/${days}`, { accept: "application/json" }).pipe(
      Effect.map(({ value }) => value),
      Effect.catchIf(
        (failure) => failure._tag === "FetchFailed" && failure.status === 404,
        () => Effect.succeed(null)
      ),
      Effect.mapError(asSourceFailed)
    )

  return {
    name,
    kind: "social",
    platform: "pytrends",
    title: `Wikipedia pageviews of ${topics.length} topics`,
    url,
    missing: topics.length === 0 ? '"topics" of "pytrends" in the sources file names none' : null,
    every,
    run: Effect.fnUntraced(function* () {
      const today = yield* DateTime.now
      const days = [7, 1].map((ago) => dayOf(DateTime.subtract(today, { days: ago }))).join("/")
      const viewed: Array<{ readonly topic: string; readonly views: number }> = []
      const failures: Array<SourceFailed> = []
      for (const [n, topic] of topics.entries()) {
        yield* progressed(n, topics.length)
        const answer = yield* Effect.result(viewsOf(topic, days))
        if (Result.isSuccess(answer)) {
          if (answer.success !== null) viewed.push({ topic, views: answer.success })
          continue
        }
        // A host that refuses one request, or asks for a rest, would do the same with the others.
        if (answer.failure.state !== "error" || answer.failure.restSeconds !== null) return yield* answer.failure
        failures.push(answer.failure)
      }
      if (failures.length > 0 && viewed.length === 0) return yield* failures[0]!
      const missing = topics.length - failures.length - viewed.length
      const trends = viewed.toSorted((one, other) => other.views - one.views)
      const written = yield* socialTrends.replace(
        name,
        "pytrends",
        trends.map(({ topic, views }, index) =>
          ranked(index + 1, {
            title: topic,
            score: views,
            score_kind: "views",
            url: `https://${wikipedia}.wikipedia.org/wiki/${articleOf(topic)}`,
            site: `Wikipedia pageviews (${wikipedia}), 7 days`
          })
        )
      )
      const skipped = counted({ failed: failures.length, no_article: missing })
      return stored({ fetched: topics.length, ...written, skipped })
    })
  } satisfies Source
})

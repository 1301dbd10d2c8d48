import { type Duration, Effect, Result, Schema } from "effect"
import { SourceName } from "../../src/domain/Source.ts"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import type { Document } from "../parse/Document.ts"
import { readJson } from "../parse/Json.ts"
import { reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import { asSourceFailed, counted, done, type Source } from "../Source.ts"
import { exploreUrl } from "./google-trends.ts"
import { countOf, ranked } from "./Listing.ts"

/*
 * Google Trends' explore, as pytrends asks it: a first request names the widgets of a comparison, each with a token;
 * the second gets the series of one. Google answers most programs with 429, so that it is asked only where the operator
 * knows an address that answers.
 */

const Widgets = Schema.Struct({ widgets: Schema.Array(Schema.Unknown) })

const TimeSeries = Schema.Struct({
  id: Schema.Literal("TIMESERIES"),
  token: Schema.String.check(Schema.isMaxLength(1_000)),
  request: Schema.Record(Schema.String, Schema.Unknown)
})

const Series = Schema.Struct({ default: Schema.Struct({ timelineData: Schema.Array(Schema.Unknown) }) })

const Point = Schema.Struct({
  value: Schema.Array(Schema.Unknown),
  hasData: Schema.optional(Schema.Array(Schema.Unknown)),
  /** The day is not over. */
  isPartial: Schema.optional(Schema.Unknown)
})

const isTimeSeries = Schema.is(TimeSeries)
const isPoint = Schema.is(Point)

/** Longer, the widget's request is not ours any more. */
const longestRequest = 4_000

/** The query of the second request. */
export const readWidgets = (document: Document): Result.Result<string, string> =>
  Result.flatMap(readJson(document, Widgets), ({ widgets }) => {
    const series = widgets.find(isTimeSeries)
    const request = JSON.stringify(series?.request ?? null)
    return series === undefined || request.length > longestRequest
      ? Result.fail("Google offers no interest over time")
      : Result.succeed(String(new URLSearchParams({ hl: "en-US", tz: "0", req: request, token: series.token })))
  })

/** The newest whole day's interest of each topic compared, 0 to 100; null where Google has no data. */
export const readInterest = (document: Document, topics: number): Result.Result<ReadonlyArray<number | null>, string> =>
  Result.flatMap(readJson(document, Series), ({ default: { timelineData } }) => {
    const last = timelineData.filter(isPoint).findLast((point) => point.isPartial !== true)
    if (last === undefined && timelineData.length > 0) return Result.fail("a series without a day in it")
    return Result.succeed(
      Array.from({ length: topics }, (_, index) =>
        last?.hasData?.[index] === false ? null : countOf(last?.value[index])
      )
    )
  })

const widgetsQuery = reader(import.meta.url, readWidgets)
const newestInterest = reader(import.meta.url, readInterest)

/** Google compares at most so many. */
const mostTopics = 5

/** The search interest of the first topics of the list, beside each other. */
export const pytrendsExplore = Effect.fnUntraced(function* (
  every: Duration.Duration,
  topics: ReadonlyArray<string>,
  base: string
) {
  const { read } = yield* reading
  const socialTrends = yield* SocialTrends
  const name = SourceName.make("pytrends:explore")
  const compared = topics.slice(0, mostTopics)
  const url = `${base}/trends/api/explore`
  const comparison = JSON.stringify({
    comparisonItem: compared.map((keyword) => ({ keyword, geo: "", time: "today 1-m" })),
    category: 0,
    property: ""
  })
  const accept = "application/json"
  return {
    name,
    kind: "social",
    platform: "pytrends",
    title: "Google Trends explore",
    url,
    missing: compared.length === 0 ? '"topics" of "pytrends" in the sources file names none' : null,
    every,
    run: Effect.fnUntraced(function* () {
      const parameters = new URLSearchParams({ hl: "en-US", tz: "0", req: comparison })
      const { answer, value: interest } = yield* read(widgetsQuery, `${url}?${parameters}`, { accept }).pipe(
        Effect.flatMap(({ value: query }) =>
          read(newestInterest, `${base}/trends/api/widgetdata/multiline?${query}`, { accept }, compared.length)
        ),
        Effect.mapError(asSourceFailed)
      )
      const known = compared
        .flatMap((topic, index) => {
          const score = interest[index] ?? null
          return score === null ? [] : [{ topic, score }]
        })
        .toSorted((one, other) => other.score - one.score)
      const trends = known.map(({ score, topic }, index) =>
        ranked(index + 1, {
          title: topic,
          score,
          score_kind: "points",
          url: exploreUrl(topic),
          site: "Google Trends explore, interest of 100"
        })
      )
      const written = yield* socialTrends.replace(name, "pytrends", trends)
      const skipped = counted({ no_data: compared.length - known.length })
      return done(answer, { fetched: compared.length, ...written, skipped })
    })
  } satisfies Source
})

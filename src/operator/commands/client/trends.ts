import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { SocialTrend, TrendingKeyword } from "../../../../clients/typescript/src/index.ts"
import { connect } from "../../client/Service.ts"
import { printList } from "../../Output.ts"
import type { Column } from "../../Table.ts"

const keywordColumns: ReadonlyArray<Column<TrendingKeyword>> = [
  { title: "KEYWORD", cell: ({ keyword }) => keyword, least: 20 },
  { title: "VOLUME", cell: ({ volume }) => volume, numeric: true },
  { title: "TREND", cell: ({ trend }) => trend },
  { title: "COUNTRY", cell: ({ country }) => country }
]

const topicColumns: ReadonlyArray<Column<SocialTrend>> = [
  { title: "RANK", cell: ({ rank }) => rank, numeric: true },
  { title: "PLATFORM", cell: ({ platform, source, subreddit }) => subreddit ?? source ?? platform, least: 10 },
  { title: "SCORE", cell: ({ score }) => score, numeric: true },
  { title: "KIND", cell: ({ score_kind }) => score_kind },
  { title: "TITLE", cell: ({ title }) => title, least: 30, wraps: true, link: ({ url }) => url },
  { title: "URL", cell: ({ url }) => url, extra: true }
]

const platforms = ["reddit", "google_trends", "pytrends", "x", "tiktok", "feed"] as const

export const trends = Command.make(
  "trends",
  {
    country: Flag.String("country").pipe(Flag.optional, Flag.withDescription("Only searches of this country: DE, US")),
    platform: Flag.Literals("platform", platforms).pipe(
      Flag.optional,
      Flag.withDescription("Topics of a social platform instead of searches; feed means all platforms")
    )
  },
  Effect.fnUntraced(function* ({ country, platform: asked }) {
    const { ask } = yield* connect()
    const platform = Option.getOrUndefined(asked)
    if (platform !== undefined) {
      const { data, source_status } = yield* ask((sonde, options) => sonde.socialTrends.list({ platform }, options))
      const empty = `Nothing was found (${source_status}).`
      return yield* printList(data, { rows: data, columns: topicColumns, empty })
    }
    const { data } = yield* ask((sonde, options) =>
      sonde.seo.trending({ country: Option.getOrUndefined(country)?.toUpperCase() }, options)
    )
    yield* printList(data, { rows: data, columns: keywordColumns, empty: "Nothing was found." })
  })
).pipe(Command.withDescription("Show what people search for and talk about now."))

import { Duration, Effect, FileSystem, Result, Schema, SchemaIssue } from "effect"
import { fileFault } from "../../src/domain/FileFault.ts"
import { SourceName } from "../../src/domain/Source.ts"
import { CountryCode } from "../../src/domain/TrendingKeyword.ts"
import { Interval, type Service, service, ServiceEntry, WebAddress } from "./Entry.ts"
import { feedName } from "./FeedName.ts"
import { ScheduleEntry, type Times, timesOf } from "./ScheduleEntry.ts"
import { signalEntries, type SignalList, signalList } from "../signals/Entries.ts"
import { socialEntries, type SocialList, socialList } from "../social/Entries.ts"

export { longestInterval, shortestInterval } from "./Entry.ts"

/*
 * The operator's list of what to ingest, a JSON file:
 *
 *   { "feeds": [{ "url": "https://example.com/feed.xml", "title": "Example", "every": "1 hour" }],
 *     "google_trends": { "countries": ["US"] },
 *     "reddit": { "subreddits": ["technology"] },
 *     "sec_companies": true,
 *     "schedule": { "sec-companies": "30 6 * * 1-5", "google-trends:us": "2 hours" } }
 *
 * (more sources of news: see signals/Entries.ts; social platforms: see social/Entries.ts) or plain text with the URL of a feed on each line (`#` begins a comment). Everything
 * but a feed's `url` is optional. `schedule` gives sources, by the names that `sonde ingest list` shows, another interval or the
 * times of a cron expression (UTC).
 */

const Feed = Schema.Struct({
  url: WebAddress,
  name: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^feed:[a-z0-9][a-z0-9._:-]{0,90}$/, {
        expected: "`feed:` and lower-case letters, digits, dots, colons, hyphens"
      })
    )
  ),
  title: Schema.optionalKey(Schema.String.check(Schema.isBetweenCodePoints(1, 200))),
  every: Schema.optionalKey(Interval)
})

const GoogleTrends = Schema.Struct({ ...ServiceEntry, countries: Schema.Array(CountryCode) })

const SecCompanies = Schema.Struct(ServiceEntry)

const File = Schema.Struct({
  feeds: Schema.optionalKey(Schema.Array(Feed)),
  google_trends: Schema.optionalKey(GoogleTrends),
  ...signalEntries,
  ...socialEntries,
  sec_companies: Schema.optionalKey(Schema.Union([Schema.Boolean, SecCompanies])),
  schedule: Schema.optionalKey(ScheduleEntry)
})

export interface FeedEntry {
  readonly name: SourceName
  readonly url: string
  readonly title: string | null
  readonly every: Duration.Duration
}

/** The list with every default filled in. */
export interface SourcesList extends SignalList, SocialList {
  readonly feeds: ReadonlyArray<FeedEntry>
  readonly googleTrends: (Service & { readonly countries: ReadonlyArray<string> }) | null
  readonly secCompanies: Service | null
  /** The operator's own times, by the source's name. */
  readonly schedule: ReadonlyMap<string, Times>
}

/** A list that cannot be used, with every fault and where it is. */
export class SourcesFileInvalid extends Schema.TaggedError<SourcesFileInvalid>()("SourcesFileInvalid", {
  path: Schema.String,
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return [
      `The list of sources ${this.path} (SOURCES_FILE) cannot be used:`,
      ...this.faults.map((fault) => `  ${fault}`)
    ].join("\n")
  }
}

/** Half an hour suits news: a publisher's feed holds more than a day's worth. */
const everyFeed = Duration.minutes(30)
/** Google renews its list about every hour. */
const everyTrends = Duration.hours(1)
/** SEC renews the file once a day. */
const everyCompanies = Duration.hours(24)

const place = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "")

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = (text: string): Result.Result<typeof File.Type, ReadonlyArray<string>> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: (error) => [(error as Error).message] }).pipe(
    Result.flatMap((json) =>
      Schema.decodeUnknownResult(File, { errors: "all", onExcessProperty: "error" })(json).pipe(
        Result.mapError((error) =>
          formatIssue(error.issue).issues.map(({ message, path = [] }) => {
            const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
            return `${place(keys) || "the file"}: ${message.replace("Expected no excess property", "unknown name")}`
          })
        )
      )
    )
  )

const isWebAddress = Schema.is(WebAddress)

/** The plain form: the URL of a feed on each line. */
const lines = (text: string): Result.Result<typeof File.Type, ReadonlyArray<string>> => {
  const feeds = text
    .split(/\r?\n/)
    .map((line, index) => ({ url: line.replace(/(^|\s)#.*/, "").trim(), at: index + 1 }))
    .filter(({ url }) => url !== "")
  const faults = feeds.filter(({ url }) => !isWebAddress(url))
  return faults.length === 0
    ? Result.succeed({ feeds: feeds.map(({ url }) => ({ url })) })
    : Result.fail(faults.map(({ at }) => `line ${at}: must be an http(s) URL without user name and password`))
}

const repeats = (feeds: ReadonlyArray<FeedEntry>): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return feeds.flatMap(({ name }, index) => {
    const first = seen.get(name)
    seen.set(name, first ?? index)
    return first === undefined ? [] : [`feeds[${index}]: same name as feeds[${first}], ${name}; give one a "name"`]
  })
}

/** The list in the text of a file; fails with every fault at once. */
export const parse = (text: string): Result.Result<SourcesList, ReadonlyArray<string>> =>
  (/^\s*[{[]/.test(text) ? decode(text) : lines(text)).pipe(
    Result.flatMap(({ feeds = [], google_trends, schedule = {}, sec_companies, ...sites }) => {
      const entries = feeds.map((feed) => ({
        url: feed.url,
        name: feed.name === undefined ? feedName(feed.url) : SourceName.make(feed.name),
        title: feed.title ?? null,
        every: feed.every ?? everyFeed
      }))
      const faults = repeats(entries)
      if (faults.length > 0) return Result.fail(faults)
      return Result.succeed({
        feeds: entries,
        googleTrends:
          google_trends === undefined
            ? null
            : {
                ...service(google_trends, "https://trends.google.com", everyTrends),
                countries: [...new Set(google_trends.countries)]
              },
        ...signalList(sites),
        ...socialList(sites),
        secCompanies:
          sec_companies === undefined || sec_companies === false
            ? null
            : service(sec_companies === true ? {} : sec_companies, "https://www.sec.gov", everyCompanies),
        schedule: timesOf(schedule)
      })
    })
  )

/** Reads the operator's file. */
export const load = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files
    .readFileString(path)
    .pipe(Effect.mapError((error) => new SourcesFileInvalid({ path, faults: [fileFault(error)] })))
  return yield* Effect.fromResult(parse(text)).pipe(
    Effect.mapError((faults) => new SourcesFileInvalid({ path, faults }))
  )
})

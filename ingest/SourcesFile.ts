import { Duration, Effect, FileSystem, Result, Schema, SchemaIssue } from "effect"
import { SourceName } from "../src/domain/Source.ts"
import { CountryCode } from "../src/domain/TrendingKeyword.ts"
import { feedName } from "./FeedName.ts"

/*
 * The operator's list of what to ingest, a JSON file:
 *
 *   { "feeds": [{ "url": "https://example.com/feed.xml", "title": "Example", "every": "1 hour" }],
 *     "google_trends": { "countries": ["US"] },
 *     "reddit": { "subreddits": ["technology"] },
 *     "sec_companies": true }
 *
 * or plain text with the URL of a feed on each line (`#` begins a comment). Everything but a feed's `url` is optional.
 */

/** Sources are asked at least once a day and never more often than every quarter of an hour, whatever anybody wishes. */
export const shortestInterval = Duration.minutes(15)
export const longestInterval = Duration.hours(24)

const Interval = Schema.DurationFromString.check(
  Schema.makeFilter<Duration.Duration>(
    (every) =>
      Duration.between(every, { minimum: shortestInterval, maximum: longestInterval }) ||
      'must be between "15 minutes" and "24 hours"'
  )
)

/** Credentials in a URL would be shown wherever the source is listed. */
const WebAddress = Schema.String.check(
  Schema.makeFilter<string>((text) => {
    const url = URL.parse(text)
    if (url === null || !["http:", "https:"].includes(url.protocol)) return "must be an http(s) URL"
    return (url.username === "" && url.password === "") || "must not contain a user name or password"
  })
)

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

const GoogleTrends = Schema.Struct({
  countries: Schema.Array(CountryCode),
  base: Schema.optionalKey(WebAddress),
  every: Schema.optionalKey(Interval)
})

const Reddit = Schema.Struct({
  subreddits: Schema.Array(
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_]{2,21}$/, { expected: "a subreddit's name without r/" }))
  ),
  base: Schema.optionalKey(WebAddress),
  every: Schema.optionalKey(Interval)
})

const SecCompanies = Schema.Struct({ base: Schema.optionalKey(WebAddress), every: Schema.optionalKey(Interval) })

const File = Schema.Struct({
  feeds: Schema.optionalKey(Schema.Array(Feed)),
  google_trends: Schema.optionalKey(GoogleTrends),
  reddit: Schema.optionalKey(Reddit),
  sec_companies: Schema.optionalKey(Schema.Union([Schema.Boolean, SecCompanies]))
})

export interface FeedEntry {
  readonly name: SourceName
  readonly url: string
  readonly title: string | null
  readonly every: Duration.Duration
}

interface Service {
  /** Where the site is reached: its own address, or a stand-in. No slash at the end. */
  readonly base: string
  readonly every: Duration.Duration
}

/** The list with every default filled in. */
export interface SourcesList {
  readonly feeds: ReadonlyArray<FeedEntry>
  readonly googleTrends: (Service & { readonly countries: ReadonlyArray<string> }) | null
  readonly reddit: (Service & { readonly subreddits: ReadonlyArray<string> }) | null
  readonly secCompanies: Service | null
}

/** A list that cannot be used, with every fault and where it is. */
export class SourcesFileInvalid extends Schema.TaggedError<SourcesFileInvalid>()("SourcesFileInvalid", {
  path: Schema.String,
  faults: Schema.Array(Schema.String)
}) {
  override get message(): string {
    return [`The list of sources ${this.path} cannot be used:`, ...this.faults.map((fault) => `  ${fault}`)].join("\n")
  }
}

/** Half an hour suits news: a publisher's feed holds more than a day's worth. */
const everyFeed = Duration.minutes(30)
/** Google renews its list about every hour. */
const everyTrends = Duration.hours(1)
/** Reddit answers without credentials about once a minute; half an hour leaves room for others at the same address. */
const everyReddit = Duration.minutes(30)
/** SEC renews the file once a day. */
const everyCompanies = Duration.hours(24)

const service = (
  given: { readonly base?: string; readonly every?: Duration.Duration },
  base: string,
  every: Duration.Duration
): Service => ({ base: (given.base ?? base).replace(/\/+$/, ""), every: given.every ?? every })

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
    Result.flatMap(({ feeds = [], google_trends, reddit, sec_companies }) => {
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
        reddit:
          reddit === undefined || reddit.subreddits.length === 0
            ? null
            : { ...service(reddit, "https://www.reddit.com", everyReddit), subreddits: reddit.subreddits },
        secCompanies:
          sec_companies === undefined || sec_companies === false
            ? null
            : service(sec_companies === true ? {} : sec_companies, "https://www.sec.gov", everyCompanies)
      })
    })
  )

/** Reads the operator's file. */
export const load = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files
    .readFileString(path)
    .pipe(Effect.mapError(() => new SourcesFileInvalid({ path, faults: ["the file cannot be read"] })))
  return yield* Effect.fromResult(parse(text)).pipe(
    Effect.mapError((faults) => new SourcesFileInvalid({ path, faults }))
  )
})

import { Effect, FileSystem, Result, Schema, SchemaIssue } from "effect"
import { fileFault } from "../../src/domain/FileFault.ts"
import { definitions, type Entries } from "../Registry.ts"
import { WebAddress } from "./Entry.ts"
import { ScheduleEntry, type Times, timesOf } from "./ScheduleEntry.ts"

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
 * or plain text with the URL of a feed on each line (`#` begins a comment). What may stand under a name is for the
 * source of that name to say (Registry.ts has them all). `schedule` gives sources, by the names that `sonde ingest
 * list` shows, another interval or the times of a cron expression (UTC).
 */

type EntrySchemas = {
  readonly [Name in keyof typeof definitions]: Schema.optionalKey<(typeof definitions)[Name]["entry"]>
}

const entrySchemas = Object.fromEntries(
  Object.entries(definitions).map(([name, { entry }]) => [name, Schema.optionalKey(entry)])
) as unknown as EntrySchemas

const File = Schema.Struct({
  ...entrySchemas,
  schedule: Schema.optionalKey(ScheduleEntry)
})

/** The list with every default filled in. */
export interface SourcesList extends Entries {
  readonly feeds: NonNullable<Entries["feeds"]>
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

const locationOf = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "")

/** `true` stands for an entry without members, `false` for no entry. */
const switched = (json: unknown): unknown =>
  typeof json !== "object" || json === null || Array.isArray(json)
    ? json
    : Object.fromEntries(
        Object.entries(json).flatMap(([name, entry]: [string, unknown]) => {
          const isSwitch = Object.hasOwn(definitions, name) && definitions[name as keyof Entries].switchable
          if (!isSwitch || typeof entry !== "boolean") return [[name, entry]]
          return entry ? [[name, {}]] : []
        })
      )

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

const decode = (json: unknown): Result.Result<typeof File.Type, ReadonlyArray<string>> =>
  Schema.decodeUnknownResult(File, { errors: "all", onExcessProperty: "error" })(switched(json)).pipe(
    Result.mapError((error) =>
      formatIssue(error.issue).issues.map(({ message, path = [] }) => {
        const keys = path.map((segment) => (typeof segment === "object" ? segment.key : segment))
        return `${locationOf(keys) || "the file"}: ${message.replace("Expected no excess property", "unknown name")}`
      })
    )
  )

const fromJson = (text: string): Result.Result<unknown, ReadonlyArray<string>> =>
  Result.try({ try: (): unknown => JSON.parse(text), catch: (error) => [(error as Error).message] })

const isWebAddress = Schema.is(WebAddress)

/** The plain form: the URL of a feed on each line. */
const fromLines = (text: string): Result.Result<unknown, ReadonlyArray<string>> => {
  const feeds = text
    .split(/\r?\n/)
    .map((line, index) => ({ url: line.replace(/(^|\s)#.*/, "").trim(), at: index + 1 }))
    .filter(({ url }) => url !== "")
  const faults = feeds.filter(({ url }) => !isWebAddress(url))
  return faults.length === 0
    ? Result.succeed({ feeds: feeds.map(({ url }) => ({ url })) })
    : Result.fail(faults.map(({ at }) => `line ${at}: must be an http(s) URL without user name and password`))
}

/** The list in the text of a file; fails with every fault at once. */
export const parse = (text: string): Result.Result<SourcesList, ReadonlyArray<string>> =>
  (/^\s*[{[]/.test(text) ? fromJson(text) : fromLines(text)).pipe(
    Result.flatMap(decode),
    Result.map(({ feeds = [], schedule = {}, ...entries }) => ({ ...entries, feeds, schedule: timesOf(schedule) }))
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

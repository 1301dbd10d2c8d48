import { Effect, FileSystem, Result, Schema, SchemaIssue } from "effect"
import { fileFault } from "../../src/domain/FileFault.ts"
import { SourceTags } from "../../src/domain/Source.ts"
import { createHash } from "node:crypto"
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
 *     "schedule": { "sec-companies": "30 6 * * 1-5", "google-trends:us": "2 hours" },
 *     "paused": ["reddit"],
 *     "tags": { "feed:example.com": ["rivals"] } }
 *
 * or plain text with the URL of a feed on each line (`#` begins a comment). What may stand under a name is for the
 * source of that name to say (Registry.ts has them all). `schedule` gives sources, by the names that `sonde ingest
 * list` shows, another interval or the times of a cron expression (UTC); `paused` and `tags` name sources likewise.
 */

type EntrySchemas = {
  readonly [Name in keyof typeof definitions]: Schema.optionalKey<(typeof definitions)[Name]["entry"]>
}

const entrySchemas = Object.fromEntries(
  Object.entries(definitions).map(([name, { entry }]) => [name, Schema.optionalKey(entry)])
) as unknown as EntrySchemas

const File = Schema.Struct({
  ...entrySchemas,
  schedule: Schema.optionalKey(ScheduleEntry),
  paused: Schema.optionalKey(Schema.Array(Schema.String)),
  tags: Schema.optionalKey(Schema.Record(Schema.String, SourceTags))
})

/** The list with every default filled in. */
export interface SourcesList extends Entries {
  readonly feeds: NonNullable<Entries["feeds"]>
  /** The operator's own times, by the source's name. */
  readonly schedule: ReadonlyMap<string, Times>
  /** The names of the sources that are not to be read. */
  readonly paused: ReadonlySet<string>
  /** The operator's tags, by the source's name. */
  readonly tags: ReadonlyMap<string, ReadonlyArray<string>>
}

/** A list as it is written, with no switches left. */
export type WrittenList = Readonly<Record<string, unknown>>

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

/** What is wrong with a list, and where. */
export interface ListFault {
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

const told = ({ message, path }: ListFault): string => `${locationOf(path) || "the file"}: ${message}`

const decodeFile = Schema.decodeUnknownResult(File, { errors: "all", onExcessProperty: "error" })

/** The list that is written so; fails with every fault at once. */
export const decode = (written: unknown): Result.Result<SourcesList, ReadonlyArray<ListFault>> =>
  decodeFile(switched(written)).pipe(
    Result.mapBoth({
      onFailure: (error) =>
        formatIssue(error.issue).issues.map(({ message, path = [] }) => ({
          path: path.map((segment) => (typeof segment === "object" ? segment.key : segment)),
          message: message.replace("Expected no excess property", "unknown name")
        })),
      onSuccess: ({ feeds = [], paused = [], schedule = {}, tags = {}, ...entries }) => ({
        ...entries,
        feeds,
        schedule: timesOf(schedule),
        paused: new Set(paused),
        tags: new Map(Object.entries(tags))
      })
    })
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

const written = (text: string): Result.Result<unknown, ReadonlyArray<string>> =>
  /^\s*[{[]/.test(text) ? fromJson(text) : fromLines(text)

/** The list in the text of a file; fails with every fault at once. */
export const parse = (text: string): Result.Result<SourcesList, ReadonlyArray<string>> =>
  Result.flatMap(written(text), (json) => Result.mapError(decode(json), (faults) => faults.map(told)))

/** The same, as it is written there. */
export const parseWritten = (text: string): Result.Result<WrittenList, ReadonlyArray<string>> =>
  Result.flatMap(written(text), (json) =>
    Result.mapBoth(decode(json), {
      onFailure: (faults) => faults.map(told),
      onSuccess: () => switched(json) as WrittenList
    })
  )

/** By which a file that was read into the list is known again. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** The text of the operator's file. */
const textOf = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  return yield* files
    .readFileString(path)
    .pipe(Effect.mapError((error) => new SourcesFileInvalid({ path, faults: [fileFault(error)] })))
})

/** Reads the operator's file. */
export const load = Effect.fnUntraced(function* (path: string) {
  const text = yield* textOf(path)
  const list = yield* Effect.fromResult(parseWritten(text)).pipe(
    Effect.mapError((faults) => new SourcesFileInvalid({ path, faults }))
  )
  return { list, digest: digestOf(text) }
})

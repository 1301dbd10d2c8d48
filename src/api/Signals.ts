import { Option, Schema, SchemaGetter } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Buffer } from "node:buffer"
import { maxId, maxWideId } from "../domain/Id.ts"
import { LanguageCode } from "../domain/LanguageCode.ts"
import { Publishers, TagNames } from "../domain/SavedView.ts"
import { Signal, SignalId, StoryId } from "../domain/Signal.ts"
import {
  leastFaceted,
  mostCounted,
  mostFaceted,
  mostNear,
  type RankPosition,
  type SearchPosition
} from "../domain/SignalSearch.ts"
import { StoryTimeline } from "../domain/StoryTimeline.ts"
import { CalendarDate } from "../domain/Timestamp.ts"
import { question } from "../text/Text.ts"
import { explained } from "./Explained.ts"
import { enveloped } from "./Envelope.ts"
import * as Errors from "./Errors.ts"
import { MadeOf } from "./MadeOf.ts"
import { described } from "./Members.ts"
import { all, limit, widePathId } from "./Query.ts"
import { Requirement } from "./Security.ts"

const instant = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2e14 }))
const id = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxWideId }))

const Position = Schema.Union([
  Schema.Struct({
    asOf: instant,
    newest: id,
    offset: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxId })),
    near: Schema.optionalKey(Schema.Array(id).check(Schema.isMaxLength(mostNear)))
  }),
  Schema.Struct({ at: Schema.Finite.check(Schema.isBetween({ minimum: -6e13, maximum: 2e14 })), id })
])

const positionOf = Schema.decodeUnknownOption(Position)
const positionOfJson = Schema.decodeUnknownOption(Schema.fromJsonString(Position))

/**
 * What begins a position that names signals, which would not find room as JSON, and how many bytes each of its numbers
 * has.
 */
const widths: Readonly<Record<number, 4 | 8>> = { 1: 4, 2: 8 }

/** The longest has all the signals that a position names, by eight bytes each. */
const longestCursor = 400

/** A position with the list that it is in: in another one it says nothing. */
export interface ListPosition {
  /** Of a list's question, order and filters, in as many characters as {@link listDigestLength}. */
  readonly list: string
  readonly position: SearchPosition
}

/** So many characters of base64 are whole bytes. */
export const listDigestLength = 8

const bytesOf = ({ asOf, near, newest, offset }: RankPosition & { readonly near: ReadonlyArray<number> }): Buffer => {
  const numbers = [newest, offset, ...near]
  const width = Math.max(...numbers) < 2 ** 32 ? 4 : 8
  const bytes = Buffer.alloc(7 + width * numbers.length)
  bytes.writeUInt8(width === 4 ? 1 : 2)
  bytes.writeUIntBE(asOf, 1, 6)
  numbers.forEach((number, n) => {
    if (width === 4) bytes.writeUInt32BE(number, 7 + 4 * n)
    else bytes.writeBigUInt64BE(BigInt(number), 7 + 8 * n)
  })
  return bytes
}

const fromBytes = (bytes: Buffer, width: 4 | 8): unknown => {
  if (bytes.length < 7 + 2 * width || (bytes.length - 7) % width !== 0) return null
  const [newest, offset, ...near] = Array.from({ length: (bytes.length - 7) / width }, (_, n) =>
    width === 4 ? bytes.readUInt32BE(7 + 4 * n) : Number(bytes.readBigUInt64BE(7 + 8 * n))
  )
  return { asOf: bytes.readUIntBE(1, 6), newest, offset, near }
}

/** A position as opaque text. */
export const toCursor = ({ list, position }: ListPosition): string => {
  const near = "near" in position ? position.near : undefined
  const bytes =
    near === undefined ? Buffer.from(JSON.stringify(position)) : bytesOf({ ...(position as RankPosition), near })
  return list + bytes.toString("base64url")
}

/** The position that such a text names; null where it names none. */
export const fromCursor = (cursor: string): ListPosition | null => {
  if (cursor.length > longestCursor || !/^[\w-]+$/.test(cursor)) return null
  const bytes = Buffer.from(cursor.slice(listDigestLength), "base64url")
  const width = widths[bytes[0]!]
  const position = width === undefined ? positionOfJson(bytes.toString("utf8")) : positionOf(fromBytes(bytes, width))
  return Option.getOrNull(Option.map(position, (position) => ({ list: cursor.slice(0, listDigestLength), position })))
}

/** `next_cursor` of the page before. */
const Cursor = Schema.String.annotate({ message: "must be a next_cursor of this list" })
  .check(
    Schema.makeFilter<string>((cursor) => fromCursor(cursor) !== null || "must be a next_cursor of this list", {
      toJsonSchema: () => ({ maxLength: longestCursor })
    })
  )
  .pipe(
    Schema.decodeTo(Schema.Unknown, {
      decode: SchemaGetter.transform((cursor: string): unknown => fromCursor(cursor)),
      encode: SchemaGetter.transform((position: unknown) => toCursor(position as ListPosition))
    })
  ) as unknown as Schema.Codec<ListPosition, string>

/** `source,language`: some of these names, each once. */
const Facets = Schema.String.annotate({ message: "must be a list of source, language, day, tag" }).check(
  Schema.isPattern(/^(?:source|language|day|tag)(?:,(?:source|language|day|tag)){0,3}$/, {
    expected: "some of source, language, day and tag, with commas between"
  })
)

const q = described(Schema.optionalKey(question(0, 500)), "what to search for")

const Flag = Schema.Literals(["true", "false"])

const FacetCounts = Schema.Array(Schema.Struct({ value: Schema.String, count: Schema.Int }))

const Page = Schema.Struct({
  success: Schema.Literal(true),
  data: Schema.Array(Signal),
  next_cursor: Schema.NullOr(Schema.String).annotate({
    description: "pass it as `cursor` for the next page; null at the end. What comes in meanwhile moves nothing"
  }),
  total: Schema.Int.annotate({ description: `how many match; counted to ${mostCounted}` }),
  total_is_exact: Schema.Boolean.annotate({ description: "false when `total` is a lower bound" }),
  meaning: Schema.optionalKey(
    Schema.Literals(["used", "unavailable"]).annotate({
      description:
        "present if an embeddings model is configured and the list is by relevance; `used`: the list includes signals found by their meaning; `unavailable`: the model did not answer or has read no signals yet, and the list is by words alone"
    })
  ),
  search_cluster: Schema.optionalKey(
    Schema.Literals(["used", "unavailable"]).annotate({
      description:
        "present if a search cluster is configured and something is searched for; `unavailable`: the cluster did not answer or is not filled yet, and the database's own index did"
    })
  ),
  did_you_mean: Schema.optionalKey(
    Schema.String.annotate({
      description:
        "the question with words that are stored in place of those that are probably mistyped; what matches these words alone comes last"
    })
  ),
  facets: Schema.optionalKey(
    Schema.Struct({
      counted: Schema.Int.annotate({
        description: `over how many matches the counts are: all where they are no more than ${mostFaceted}, else the first ones, ${leastFaceted} at least`
      }),
      source: Schema.optionalKey(FacetCounts),
      language: Schema.optionalKey(FacetCounts),
      day: Schema.optionalKey(FacetCounts),
      tag: Schema.optionalKey(FacetCounts)
    })
  )
})

const params = { signal_id: described(widePathId(SignalId), "the signal") }

/** What a list may be asked for. */
export const listQuery = {
  q,
  limit,
  sort: described(
    Schema.optionalKey(Schema.Literals(["relevance", "newest"])),
    "with `q`: the best matches first, or the newest first"
  ),
  since: described(Schema.optionalKey(CalendarDate), "published on this day or later"),
  before: described(Schema.optionalKey(CalendarDate), "published before this day"),
  source: described(Schema.optionalKey(Publishers), "publisher's name, as signals have it; may be given several times"),
  language: described(Schema.optionalKey(LanguageCode), "ISO 639-1, in either case"),
  cursor: described(
    Schema.optionalKey(Cursor),
    "`next_cursor` of the page before; `q`, `sort`, `since`, `before`, `source`, `language` and `tag` must be the same as there, or it is refused (422)"
  ),
  highlight: described(Schema.optionalKey(Flag), "whether each signal shows where it matches"),
  facets: described(
    Schema.optionalKey(Facets),
    "what to count among the matches: any of `source`, `language`, `day` and `tag`, separated by commas"
  ),
  all,
  tag: described(
    Schema.optionalKey(TagNames),
    "only what sources with this tag bring, as they are tagged now; may be given several times, and any of them counts"
  )
}

/** What signals are made of, with their stories. */
const tables = ["signals", "signal_sightings", "signal_stories"] as const

/** News about markets. */
export const SignalsGroup = HttpApiGroup.make("signals")
  .add(
    HttpApiEndpoint.get("list", "/signals", {
      query: listQuery,
      success: Page,
      error: Errors.Invalid
    })
      .annotateMerge(
        explained(
          "List or search market signals",
          'Newest first. With `q` best first: any word may match, what has all words comes before what has some, titles count more, and what is new more than what is old. `"Quoted phrases"` must match, `-word` and `-"phrase"` exclude. Words are found in any of their forms, with and without accents.'
        )
      )
      .annotate(MadeOf, { tables: [...tables, "source_choices"] }),
    HttpApiEndpoint.get("get", "/signals/:signal_id", {
      params,
      success: enveloped(Signal),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Read a signal",
          "By its id from the list. `article` says what is known about the page behind it, with its opening words but not its text."
        )
      )
      .annotate(MadeOf, { tables: [...tables, "articles"] }),
    HttpApiEndpoint.get("related", "/signals/:signal_id/related", {
      params,
      query: { limit },
      success: enveloped(Schema.Array(Signal)),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "List signals like one",
          "Those that share the words that tell it best from all others, the likest first."
        )
      )
      .annotate(MadeOf, { tables }),
    HttpApiEndpoint.get("story", "/stories/:story_id", {
      params: { story_id: described(widePathId(StoryId), "the story") },
      success: enveloped(StoryTimeline),
      error: Errors.NotFound
    })
      .annotateMerge(
        explained(
          "Read a story",
          "The signals that tell one story, in one language or several: who was first, how many publishers carried it, and when. A signal leaves its story when its title changes and no longer fits."
        )
      )
      .annotate(MadeOf, { tables })
  )
  .annotate(Requirement, "signals")
  .annotateMerge(OpenApi.annotations({ title: "Signals", description: "News from the configured sources." }))

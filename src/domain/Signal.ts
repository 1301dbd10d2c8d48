import { Schema } from "effect"
import { SignalArticle } from "./Article.ts"
import { WideId } from "./Id.ts"
import { Highlight } from "./SignalSearch.ts"
import { CalendarDate } from "./Timestamp.ts"

export const SignalId = WideId.pipe(Schema.brand("SignalId"))
export type SignalId = typeof SignalId.Type

export const StoryId = WideId.pipe(Schema.brand("StoryId"))
export type StoryId = typeof StoryId.Type

/** How many of the others that carried a story a signal names. */
export const maxAlsoIn = 10

/** One piece of news about a market, as lists show it. */
export const Signal = Schema.Struct({
  id: SignalId,
  title: Schema.String,
  snippet: Schema.String,
  url: Schema.String,
  source: Schema.String.annotate({ description: "publisher's name" }),
  published_at: CalendarDate,
  published_at_estimated: Schema.Boolean.annotate({
    description: "true when the publisher gave no usable date and the day of first sight stands in for it"
  }),
  language: Schema.NullOr(Schema.String).annotate({
    description: "ISO 639-1: as the source states it, else as the text tells it, else `en`; null until it is indexed"
  }),
  also_in: Schema.Array(Schema.Struct({ source: Schema.String, url: Schema.String })).annotate({
    description: `others that carried the same story, in the order in which they were seen, ${maxAlsoIn} at most`
  }),
  story_id: Schema.NullOr(StoryId).annotate({
    description:
      "the story that the signal tells, maybe with others; null until it is compared, some seconds after it came in"
  }),
  story_signals: Schema.Int.annotate({ description: "how many signals tell that story, this one included" }),
  article: Schema.optionalKey(
    Schema.NullOr(SignalArticle).annotate({
      description:
        "what is known about the page behind the signal; only in the answer for one signal; null if the page was not queued"
    })
  ),
  highlights: Schema.optionalKey(
    Schema.Array(Highlight).annotate({
      description: "where it has what was asked for, when `highlight=true` asks for that"
    })
  )
}).annotate({ identifier: "Signal" })
export type Signal = typeof Signal.Type

/** How much of an item's text a signal keeps, in code points: a lead paragraph or two, enough to quote from. */
export const snippetLength = 600

/** A signal as ingestion found it; every text is plain and clean. */
export interface NewSignal {
  /**
   * The same story has the same identity wherever it is seen: the canonical URL, or that and more where a feed reuses
   * one URL.
   */
  readonly identity: string
  /** The item's own name within its source: guid, else link, else hash. */
  readonly guid: string
  readonly title: string
  readonly snippet: string
  readonly url: string
  /** Publisher's name. */
  readonly source: string
  /** `null` when the source gave no usable date. */
  readonly published_at: Date | null
  /** What that date is of; of the publication unless told. */
  readonly dated?: DateOf | undefined
  /** ISO 639-1 or BCP 47, where the source states it. */
  readonly language?: string | null
  /** Of a filing the companies that made it, by their natural keys (domain/Company.ts). */
  readonly filers?: ReadonlyArray<string>
}

/**
 * What a source's dates are of: of when it has first `seen` a page, which can be years after the publication and so is
 * an estimate of it; or of when somebody `submitted` the page, who mostly does so at once.
 */
export type DateOf = "seen" | "submitted"

/**
 * The page's own date counts where it is older than a submission by more than this: time zones, and a few days until
 * somebody finds a page, explain less.
 */
export const submittedWithinDays = 3

/** What an upsert did; items that were there already and had not changed are in neither. */
export interface Written {
  readonly new: number
  readonly changed: number
}

/**
 * How far ahead of the clock a date may lie: a publisher's wrong time zone explains up to a day, nothing explains more.
 */
export const maxAheadMillis = 24 * 3_600_000

/** Nothing on the web is older; what claims to be is a placeholder such as year 1 or 1970. */
const earliestDate = Date.UTC(1990, 0, 1)

/** The date that a source gave, or null when it is none to go by: the time of first sight then stands in for it. */
export const usableDate = (date: Date | null, now: Date): Date | null =>
  date !== null && date.getTime() >= earliestDate && date.getTime() <= now.getTime() + maxAheadMillis ? date : null

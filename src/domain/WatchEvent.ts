import { Schema } from "effect"
import { maxId } from "./Id.ts"
import { StoryId } from "./Signal.ts"
import { Highlight } from "./SignalSearch.ts"
import { CalendarDate, Timestamp } from "./Timestamp.ts"
import { WatchId } from "./Watch.ts"

/** Events of an account are counted from 1 in the order in which they are stored: a larger id is a later event. */
export const EventId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxId })).pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type

/** What kind of thing an event is about; the same words as the kinds of watches. */
export const EventKind = Schema.Literals([
  "search",
  "competitor",
  "keyword",
  "trending",
  "social",
  "company",
  "report",
  "source",
  "key",
  "test"
])
export type EventKind = typeof EventKind.Type

/** A value before or after: a number, words, or nothing known. */
const Value = Schema.Union([Schema.Finite, Schema.String, Schema.Null])

/** Something that a watch was waiting for. */
export const WatchEvent = Schema.Struct({
  id: EventId,
  watch: Schema.Struct({ id: WatchId, name: Schema.String }),
  kind: EventKind,
  title: Schema.String.annotate({ description: "what has happened, in a line" }),
  text: Schema.NullOr(Schema.String).annotate({ description: "more about it, such as the snippet of the news" }),
  source: Schema.NullOr(Schema.String).annotate({ description: "who says so: a publisher, a platform" }),
  story_id: Schema.NullOr(StoryId).annotate({ description: "for news: GET /stories/{id}" }),
  why: Schema.Struct({
    terms: Schema.Array(Schema.String).annotate({ description: "words and phrases of the watch that were found" }),
    highlights: Schema.Array(Highlight).annotate({ description: "where they stand in title and snippet" }),
    change: Schema.NullOr(
      Schema.Struct({
        what: Schema.String.annotate({ description: "what has changed, such as `position`, `volume` or `revenue`" }),
        before: Value,
        after: Value
      })
    )
  }),
  link: Schema.Struct({
    kind: Schema.Literals(["signal", "report", "company", "keyword", "trending", "social", "source", "key", "watch"]),
    id: Schema.Union([Schema.Int, Schema.String]).annotate({ description: "its id, or its name where it has none" }),
    url: Schema.NullOr(Schema.String).annotate({ description: "the page that it is about, outside of this service" }),
    page: Schema.optionalKey(Schema.String).annotate({
      description: "the page of the dashboard; only in what is sent to endpoints, by a service with `PUBLIC_URL`"
    })
  }).annotate({ description: "what it is about" }),
  at: Timestamp,
  send_at: Schema.NullOr(Timestamp).annotate({
    description: "when it is sent at the earliest: later than `at` in quiet hours; null: it is not sent (cooldown)"
  }),
  read: Schema.optionalKey(Schema.Boolean).annotate({
    description: "whether somebody of the account has read it: POST /events/read; not in what is sent to endpoints"
  })
}).annotate({ identifier: "WatchEvent" })
export type WatchEvent = typeof WatchEvent.Type

/** Unread events are counted up to here. */
export const mostUnread = 100

/** What of an event is stored as it is. */
export type EventContent = Omit<WatchEvent, "id" | "watch" | "at" | "send_at" | "read">

/** Something that happened, before it is known whether it is new. */
export interface Occurrence {
  readonly watch: WatchId
  /** A watch has one event for each key: `story:17`, `position:2026-01-31`. */
  readonly key: string
  /** Keys under which the same may have been stored before. */
  readonly otherKeys?: ReadonlyArray<string>
  readonly content: EventContent
  /** When it may be sent, if anything is sent. */
  readonly send_at: Date
}

/** How far back a preview looks. */
export const previewDays = 30

/** What a watch would have told, from what is stored. */
export const EventPreview = Schema.Struct({
  events: Schema.Array(
    Schema.Struct({
      day: CalendarDate.annotate({ description: "the UTC day of what it is about" }),
      at: Schema.NullOr(Timestamp).annotate({ description: "when there would have been the event; null: that day" }),
      sent: Schema.Boolean.annotate({ description: "false: within the cooldown after another it is only listed" }),
      send_at: Schema.NullOr(Timestamp).annotate({
        description:
          "when it would have been sent at the earliest: later than `at` in quiet hours; null: not sent, or the time isn't known"
      }),
      kind: EventKind,
      title: Schema.String,
      source: Schema.NullOr(Schema.String),
      story_id: Schema.NullOr(StoryId),
      why: WatchEvent.fields.why,
      link: WatchEvent.fields.link
    }).annotate({ identifier: "PreviewedEvent" })
  ).annotate({ description: "the newest first, 100 at most" }),
  total: Schema.Int.annotate({ description: "how many there would have been" }),
  sent: Schema.Int.annotate({
    description: "how many of them would have been sent; the others fall into the cooldown"
  }),
  note: Schema.NullOr(Schema.String).annotate({ description: "what can't be known from what is stored" })
}).annotate({ identifier: "EventPreview" })
export type EventPreview = typeof EventPreview.Type

import { Schema } from "effect"
import { Signal, StoryId } from "./Signal.ts"
import { CalendarDate } from "./Timestamp.ts"

/** So many signals of a story are shown, the first ones. */
export const mostInTimeline = 100

/** A story with the signals that tell it. */
export const StoryTimeline = Schema.Struct({
  id: StoryId,
  title: Schema.String.annotate({ description: "the title of its first signal" }),
  first: Schema.Struct({
    source: Schema.String.annotate({ description: "publisher's name" }),
    url: Schema.String,
    published_at: CalendarDate
  }).annotate({ description: "who was first, by the dates of publication" }),
  last_published_at: CalendarDate,
  publishers: Schema.Int.annotate({ description: "how many publishers carried it, those in `also_in` included" }),
  languages: Schema.Array(Schema.String).annotate({ description: "ISO 639-1, the most frequent first" }),
  signals_total: Schema.Int.annotate({ description: "how many signals tell it" }),
  signals: Schema.Array(Signal).annotate({ description: `the earliest first, ${mostInTimeline} at most` })
}).annotate({ identifier: "StoryTimeline" })
export type StoryTimeline = typeof StoryTimeline.Type

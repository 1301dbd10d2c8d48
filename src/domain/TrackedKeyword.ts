import { Schema } from "effect"
import { Id, maxId } from "./Id.ts"
import { HttpUrl, line } from "../text/Text.ts"
import { CalendarDate, Timestamp } from "./Timestamp.ts"

export const TrackedKeywordId = Id.pipe(Schema.brand("TrackedKeywordId"))
export type TrackedKeywordId = typeof TrackedKeywordId.Type

/**
 * One look at the search results, at most one per UTC day. `position` null: looked for and not found within the depth.
 */
export const Position = Schema.Struct({
  date: CalendarDate,
  position: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxId }))),
  url: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Position" })
export type Position = typeof Position.Type

/** What is searched for, as an account gives it. */
export const KeywordText = line(1, 200)

/** A position that an account brings, of the first thousand results. */
export const NewPosition = Schema.Struct({
  date: CalendarDate,
  position: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 }))),
  url: Schema.NullOr(HttpUrl)
})

/**
 * What is wrong with a position's day; null when nothing is. A day in the future is refused: it would be shown as the
 * current position.
 */
export const dayFault = (day: CalendarDate, today: CalendarDate): string | null =>
  day > today ? `must not be after today, ${today} (UTC)` : null

/** How many days of history a keyword shows, the newest at the end. */
export const historyDays = 90

/** A keyword whose search position an account follows. */
export const TrackedKeyword = Schema.Struct({
  id: TrackedKeywordId,
  keyword: Schema.String,
  target_url: Schema.String,
  current_position: Schema.NullOr(Schema.Int),
  search_volume: Schema.NullOr(Schema.Int),
  position_history: Schema.Array(Position),
  created_at: Timestamp
}).annotate({ identifier: "TrackedKeyword" })
export type TrackedKeyword = typeof TrackedKeyword.Type

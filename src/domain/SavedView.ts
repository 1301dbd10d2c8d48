import { Schema } from "effect"
import { line, question } from "../text/Text.ts"
import { Id } from "./Id.ts"
import { LanguageCode } from "./LanguageCode.ts"
import { SourceTag } from "./Source.ts"
import { CalendarDate, Timestamp } from "./Timestamp.ts"

export const SavedViewId = Id.pipe(Schema.brand("SavedViewId"))
export type SavedViewId = typeof SavedViewId.Type

export const SavedViewName = line(1, 100)

/** How many saved views an account may have: a list to choose from. */
export const maxSavedViews = 50

const atMost20 = Schema.isMaxLength(20, { message: "must have at most 20 values" })

/** Publishers' names that narrow a search. */
export const Publishers = Schema.Array(line(1, 200)).check(atMost20)

/** Tags of sources that narrow a search. */
export const TagNames = Schema.Array(SourceTag).check(atMost20)

/** What is searched for, with filters and order: parameters of GET /signals, by their names there. */
export const ViewSearch = Schema.Struct({
  q: Schema.optionalKey(question(0, 500)),
  sort: Schema.optionalKey(Schema.Literals(["relevance", "newest"])),
  since: Schema.optionalKey(CalendarDate),
  before: Schema.optionalKey(CalendarDate),
  source: Schema.optionalKey(Publishers),
  language: Schema.optionalKey(LanguageCode),
  tag: Schema.optionalKey(TagNames)
})
  .check(
    Schema.makeFilter((search) => Object.keys(search).length > 0 || "must have one member at least, such as q", {
      toJsonSchema: () => ({ minProperties: 1 })
    })
  )
  .annotate({ identifier: "ViewSearch", description: "parameters of GET /signals, as they are named there" })
export type ViewSearch = typeof ViewSearch.Type

/** A search that an account has kept under a name. */
export const SavedView = Schema.Struct({
  id: SavedViewId,
  name: SavedViewName,
  search: ViewSearch,
  created_at: Timestamp
}).annotate({ identifier: "SavedView" })
export type SavedView = typeof SavedView.Type

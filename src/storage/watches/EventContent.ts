import { Schema } from "effect"
import { WatchEvent } from "../../domain/WatchEvent.ts"

/** What of an event is stored as it is. */
export const eventContent = Schema.Struct({
  kind: WatchEvent.fields.kind,
  title: Schema.String,
  text: WatchEvent.fields.text,
  source: WatchEvent.fields.source,
  story_id: WatchEvent.fields.story_id,
  why: WatchEvent.fields.why,
  link: WatchEvent.fields.link
})

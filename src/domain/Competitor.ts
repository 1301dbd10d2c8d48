import { Schema } from "effect"
import { Id } from "./Id.ts"
import { line } from "../text/Text.ts"
import { Timestamp } from "./Timestamp.ts"

export const CompetitorId = Id.pipe(Schema.brand("CompetitorId"))
export type CompetitorId = typeof CompetitorId.Type

/** `active` and `paused` change into each other; both into `archived`, which is final. */
export const CompetitorStatus = Schema.Literals(["active", "paused", "archived"])
export type CompetitorStatus = typeof CompetitorStatus.Type

export const CompetitorName = line(1, 200)

/** A company that an account watches. */
export const Competitor = Schema.Struct({
  id: CompetitorId,
  name: Schema.String,
  domain: Schema.String,
  status: CompetitorStatus,
  created_at: Timestamp
}).annotate({ identifier: "Competitor" })
export type Competitor = typeof Competitor.Type

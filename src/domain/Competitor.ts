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

/** The most other names, and the most phrases to exclude. */
const mostNames = 20

/** Other names, each once. */
export const CompetitorNames = Schema.Array(CompetitorName)
  .annotate({ message: "must be a list of names" })
  .check(Schema.isMaxLength(mostNames), Schema.isUnique())

/** A company by all its names. */
export interface Named {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
  /** Phrases in which its names mean something else. */
  readonly exclude?: ReadonlyArray<string>
  /** What tells a company that is called by an everyday word: its site, its ticker and words of its industry. */
  readonly domain?: string
  readonly ticker?: string | null
  readonly trade?: ReadonlyArray<string>
}

/** All names of a company. */
export const namesOf = ({ aliases = [], name }: Pick<Named, "aliases" | "name">): ReadonlyArray<string> => [
  name,
  ...aliases
]

/** A company that an account watches. */
export const Competitor = Schema.Struct({
  id: CompetitorId,
  name: Schema.String,
  domain: Schema.String,
  status: CompetitorStatus,
  aliases: Schema.Array(Schema.String).annotate({ description: "other names of the competitor" }),
  exclude: Schema.Array(Schema.String).annotate({
    description: "phrases in which one of its names means something else: Madison Square Garden is not Square"
  }),
  created_at: Timestamp
}).annotate({ identifier: "Competitor" })
export type Competitor = typeof Competitor.Type

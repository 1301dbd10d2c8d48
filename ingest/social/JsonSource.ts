import { Effect, type Redacted } from "effect"
import { SocialTrends } from "../../src/storage/social/SocialTrends.ts"
import type { Reader } from "../parse/Reader.ts"
import { reading } from "../parse/Reading.ts"
import type { Source } from "../Source.ts"
import type { Listing } from "./Listing.ts"

/** What one platform's list differs in from another's. */
export interface JsonListing extends Pick<Source, "name" | "title" | "url" | "every"> {
  readonly platform: NonNullable<Source["platform"]>
  readonly missing?: string | null
  readonly authorization?: Redacted.Redacted | undefined
  readonly list: Reader<[], Listing>
}

/** A social source that is one JSON document: fetched, read, and put in the place of what it listed before. */
export const jsonSource = Effect.fnUntraced(function* ({ authorization, list, missing = null, ...given }: JsonListing) {
  const { runOf } = yield* reading
  const socialTrends = yield* SocialTrends
  return {
    ...given,
    kind: "social",
    missing,
    run: runOf(list, given.url, { accept: "application/json", authorization }, ({ rows, skipped, topics }) =>
      Effect.map(socialTrends.replace(given.name, given.platform, topics), (written) => ({
        fetched: rows,
        ...written,
        skipped
      }))
    )
  } satisfies Source
})

import { Effect, type Redacted } from "effect"
import { SocialTrends } from "../../src/storage/SocialTrends.ts"
import { Fetch } from "../fetch/Fetch.ts"
import { Parser } from "../parse/Parser.ts"
import type { Reader } from "../parse/Reader.ts"
import { done, fromFetch, type Source, unchanged } from "../Source.ts"
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
  const fetch = yield* Fetch
  const parser = yield* Parser
  const socialTrends = yield* SocialTrends
  return {
    ...given,
    kind: "social",
    missing,
    run: Effect.fnUntraced(function* (validators) {
      const fetched = yield* fetch
        .get(given.url, { validators, accept: "application/json", authorization })
        .pipe(Effect.mapError(fromFetch))
      if (fetched.status === 304) return unchanged(fetched)
      const { rows, skipped, topics } = yield* parser.read(list, fetched)
      const written = yield* socialTrends.replace(given.name, given.platform, topics)
      return done(fetched, { fetched: rows, ...written, skipped })
    })
  } satisfies Source
})

import { Effect } from "effect"
import type { Feed, FeedInput } from "./feed/Feed.ts"
import type { FeedParser } from "./feed/FeedParser.ts"
import type { Fetched } from "./fetch/Fetch.ts"
import { type SourceFailed, unreadable } from "./Source.ts"

/** The feed in a fetched document; a document that holds none is the failure of the run. */
export const feedIn = (
  parser: FeedParser["Service"],
  { bytes, contentType, url }: Fetched,
  wanted: Pick<FeedInput, "extensions"> = {}
): Effect.Effect<Feed, SourceFailed> =>
  parser
    .parse({ bytes, contentType: contentType ?? undefined, url, ...wanted })
    .pipe(Effect.mapError(({ message }) => unreadable(message)))

import { Effect } from "effect"
import type { Feed, FeedInput } from "./feed/Feed.ts"
import type { FeedParser } from "./feed/FeedParser.ts"
import type { Fetched } from "./fetch/Fetch.ts"
import { type SourceFailed, unreadable } from "./Source.ts"

/** The items that have words. Others have an identity, but nothing that a signal or a trend could show: they count as empty. */
const worded = (feed: Feed): Feed => {
  const items = feed.items.filter(({ title }) => title !== "")
  const empty = feed.dropped.empty + feed.items.length - items.length
  return { ...feed, items, dropped: { ...feed.dropped, empty } }
}

/** The feed in a fetched document; a document that holds none is the failure of the run. */
export const feedIn = (
  parser: FeedParser["Service"],
  { bytes, contentType, url }: Fetched,
  wanted: Pick<FeedInput, "extensions"> = {}
): Effect.Effect<Feed, SourceFailed> =>
  parser
    .parse({ bytes, contentType: contentType ?? undefined, url, ...wanted })
    .pipe(Effect.mapBoth({ onFailure: ({ message }) => unreadable(message), onSuccess: worded }))

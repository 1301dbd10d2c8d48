import { Result } from "effect"
import { readDocument } from "./feed/Document.ts"
import type { Feed, FeedInput } from "./feed/Feed.ts"
import { toUnreadable } from "./feed/UnreadableDocument.ts"
import type { Document } from "./parse/Document.ts"

/** Items that have words. Others have an identity but nothing to show, and count as empty. */
const worded = (feed: Feed): Feed => {
  const items = feed.items.filter(({ title }) => title !== "")
  const empty = feed.dropped.empty + feed.items.length - items.length
  return { ...feed, items, dropped: { ...feed.dropped, empty } }
}

/** The feed in a fetched document, or why there is none. For readers: it works in the thread that calls it. */
export const feedIn = async (
  { bytes, contentType, url }: Document,
  wanted: Pick<FeedInput, "extensions"> = {}
): Promise<Result.Result<Feed, string>> => {
  try {
    return Result.succeed(worded(await readDocument({ bytes, contentType: contentType ?? undefined, url, ...wanted })))
  } catch (error) {
    return Result.fail(toUnreadable(error).message)
  }
}

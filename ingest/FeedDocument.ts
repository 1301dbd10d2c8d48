import { Result } from "effect"
import { readDocument } from "./feed/Document.ts"
import type { Feed, FeedInput } from "./feed/Feed.ts"
import { toRefusal } from "./feed/Refusal.ts"
import type { Document } from "./parse/Document.ts"

/** The feed in a fetched document, or why there is none. For readers: it works in the thread that calls it. */
export const feedIn = async (
  { bytes, contentType, url }: Document,
  wanted: Pick<FeedInput, "extensions"> = {}
): Promise<Result.Result<Feed, string>> => {
  try {
    return Result.succeed(await readDocument({ bytes, contentType: contentType ?? undefined, url, ...wanted }))
  } catch (error) {
    return Result.fail(toRefusal(error).message)
  }
}

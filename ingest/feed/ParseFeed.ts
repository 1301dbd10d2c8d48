import { Effect } from "effect"
import { type Feed, type FeedInput, UnreadableFeed } from "./Feed.ts"
import { toUnreadable } from "./UnreadableDocument.ts"

/**
 * Reads a feed in this thread. Everything in it is bounded and linear, but a document can still keep the thread busy
 * for a second or two: services have it done in a worker (parse/Parser.ts), and never load the parsers here.
 */
export const parseFeed = (input: FeedInput): Effect.Effect<Feed, UnreadableFeed> =>
  Effect.tryPromise({
    try: async () => (await import("./Document.ts")).readDocument(input),
    catch: (error) => {
      const { reason, message } = toUnreadable(error)
      return new UnreadableFeed({ reason, message })
    }
  })

import { Effect } from "effect"
import { type Feed, type FeedInput, FeedRefused } from "./Feed.ts"
import { toRefusal } from "./Refusal.ts"

/**
 * Reads a feed in this thread. Everything in it is bounded and linear, but a document can still keep the thread busy for a second or two: services
 * have it done in a worker (parse/Parser.ts), and never load the parsers here.
 */
export const parseFeed = (input: FeedInput): Effect.Effect<Feed, FeedRefused> =>
  Effect.tryPromise({
    try: async () => (await import("./Document.ts")).readDocument(input),
    catch: (error) => {
      const { reason, message } = toRefusal(error)
      return new FeedRefused({ reason, message })
    }
  })

import { parentPort } from "node:worker_threads"
import { readDocument } from "./Document.ts"
import type { Answer } from "./FeedParser.ts"
import type { FeedInput } from "./Feed.ts"
import { toRefusal } from "./Refusal.ts"

const answer = async (input: FeedInput): Promise<Answer> => {
  try {
    return { feed: await readDocument(input) }
  } catch (error) {
    const { reason, message } = toRefusal(error)
    return { refused: { reason, message } }
  }
}

const port = parentPort
port?.on("message", async (input: FeedInput) => port.postMessage(await answer(input)))

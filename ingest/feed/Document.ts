import { gunzipSync, constants } from "node:zlib"
import { decodeText } from "./Charset.ts"
import type { Feed, FeedInput } from "./Feed.ts"
import { finish, plainText } from "./Item.ts"
import { readJsonFeed } from "./JsonFeed.ts"
import { MAX_BYTES, MAX_NAME, MAX_TITLE } from "./Limits.ts"
import { type RawFeed } from "./RawItem.ts"
import { line } from "./Text.ts"
import { buildTree } from "./TreeBuilder.ts"
import { UnreadableDocument } from "./UnreadableDocument.ts"
import { readXmlFeed } from "./XmlFeed.ts"

const tooLarge = () => new UnreadableDocument("too_large", `the document is larger than ${MAX_BYTES} bytes`)

/**
 * The bytes, unpacked where they are gzip though no header said so. What is cut off at the end is read as far as it
 * goes.
 */
const unpack = (bytes: Uint8Array): Uint8Array => {
  if (bytes.length > MAX_BYTES) throw tooLarge()
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    throw (error as { readonly code?: string }).code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge()
      : new UnreadableDocument("malformed", "the document is not readable as gzip")
  }
}

interface Read {
  readonly format: Feed["format"]
  readonly feed: RawFeed
  readonly overLimit: number
  readonly cutOff: number
}

const read = async (text: string, { url, extensions = [] }: FeedInput): Promise<Read> => {
  if (text.startsWith("{") || text.startsWith("[")) return { format: "json", cutOff: 0, ...readJsonFeed(text, url) }
  const { root, overLimit, cutOff } = buildTree(text)
  const feed = await readXmlFeed(root, url, extensions)
  return { format: feed.format, feed, overLimit, cutOff }
}

/** Reads a document of any kind into a feed, in this thread. Throws an UnreadableDocument. */
export const readDocument = async (input: FeedInput): Promise<Feed> => {
  const text = decodeText(unpack(input.bytes), input.contentType).trimStart()
  if (text === "") throw new UnreadableDocument("empty", "the document is empty")
  const { format, feed, overLimit, cutOff } = await read(text, input)
  const language =
    /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i.exec(line(feed.language, MAX_NAME))?.[0]?.replaceAll("_", "-") ?? null
  const items = finish(feed, language)
  return {
    format,
    title: plainText(feed.title, MAX_TITLE),
    link: feed.link,
    language,
    ttlMinutes: feed.ttlMinutes,
    items,
    dropped: { empty: feed.items.length - items.length, overLimit, cutOff }
  }
}

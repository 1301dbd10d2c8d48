import { Effect, Result } from "effect"
import { readDocument } from "../../../ingest/feed/Document.ts"
import type { Feed, FeedInput } from "../../../ingest/feed/Feed.ts"
import { parseFeed } from "../../../ingest/feed/ParseFeed.ts"
import { toUnreadable, type UnreadableReason } from "../../../ingest/feed/UnreadableDocument.ts"
import type { Document } from "../../../ingest/parse/Document.ts"
import { type Read, reader } from "../../../ingest/parse/Reader.ts"

export const URL_OF_FEED = "https://feeds.example/news/rss.xml"

export const input = (document: string | Uint8Array, contentType?: string): FeedInput => ({
  bytes: typeof document === "string" ? new TextEncoder().encode(document) : document,
  contentType,
  url: URL_OF_FEED
})

export const parse = (document: string | Uint8Array, contentType?: string) => parseFeed(input(document, contentType))

/** The feed's only item. */
export const only = Effect.fnUntraced(function* (document: string | Uint8Array, contentType?: string) {
  const feed: Feed = yield* parse(document, contentType)
  const [item] = feed.items
  if (item === undefined || feed.items.length !== 1) throw new Error(`expected one item, found ${feed.items.length}`)
  return item
})

export const rss = (inside: string, before = ""): string =>
  `${before}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Harbour News</title><link>https://harbour.example/</link>${inside}</channel></rss>`

export const item = (inside: string, title = "Cranes stand still"): string =>
  `<item><title>${title}</title><link>https://harbour.example/cranes</link>${inside}</item>`

export const atom = (inside: string, attributes = ""): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"${attributes}><title>Harbour News</title><link href="https://harbour.example/"/>${inside}</feed>`

/** The UTC second of a date, as ISO text without fraction. */
export const second = (date: Date | null): string | null => date?.toISOString().slice(0, 19) ?? null

/** The feed, or why the document is none; for a worker to read. */
export const readOutcome = async ({ bytes, contentType, url }: Document): Promise<Read<Feed | UnreadableReason>> => {
  try {
    return Result.succeed(await readDocument({ bytes, contentType: contentType ?? undefined, url }))
  } catch (error) {
    return Result.succeed(toUnreadable(error).reason)
  }
}

export const outcome = reader(import.meta.url, readOutcome)

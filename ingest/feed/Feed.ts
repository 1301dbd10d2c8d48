import { Schema } from "effect"
import { UNREADABLE_REASONS } from "./UnreadableDocument.ts"

/** What was fetched: the body as it came, its Content-Type header if there was one, and the URL after all redirects. */
export interface FeedInput {
  readonly bytes: Uint8Array
  readonly contentType: string | undefined
  readonly url: string
  /**
   * Elements beside those of FeedItem whose texts are wanted, as paths below the item in lower case with the usual
   * prefixes: `ht:approx_traffic`, `ht:news_item/ht:news_item_title`.
   */
  readonly extensions?: ReadonlyArray<string>
}

/** One item. All text is one line of well-formed plain text without markup, control characters or U+0000. */
export interface FeedItem {
  /** What this item is known by within its feed: guid, else link, else a hash. At most 512 characters. */
  readonly guid: string
  /**
   * At most 500 code points: without a title of its own, the first words of the text. "" marks an item without any
   * words: it has a guid, a link or an author, and nothing to show.
   */
  readonly title: string
  /** Absolute http(s) URL, at most 2,048 characters. */
  readonly link: string | null
  /**
   * The publisher's short form, else the beginning of the text; at most 1,000 code points, "" where there is neither.
   */
  readonly summary: string
  /** The longest text of the item, at most 20,000 code points; "" if it has no text. */
  readonly text: string
  /** As written, even when in the future; null where the item has no date that can be read. */
  readonly publishedAt: Date | null
  /** The authors' names, comma between. */
  readonly author: string | null
  readonly categories: ReadonlyArray<string>
  /** The publisher that an aggregator took the item from. */
  readonly source: string | null
  /** Its own BCP 47 tag; null where only the feed states one. */
  readonly language: string | null
  /**
   * For each path asked for, the texts found there in order, one line each of at most 2,048 code points; HTML in them
   * is left.
   */
  readonly extensions: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A feed of any format. Plain data: it crosses from worker to main thread as it is. */
export interface Feed {
  /**
   * `rss` is RSS 0.9x and 2.0, `rdf` RSS 1.0 and its forerunner, `atom` Atom 0.3 and 1.0, `json` JSON Feed 1 and 1.1.
   */
  readonly format: "rss" | "atom" | "rdf" | "json"
  readonly title: string
  /** The site's page, absolute http(s). */
  readonly link: string | null
  /** BCP 47 tag as the feed states it. */
  readonly language: string | null
  /** How long the publisher asks to wait between two requests (RSS `ttl`, or the syndication module's period). */
  readonly ttlMinutes: number | null
  /** In the order of the document. */
  readonly items: ReadonlyArray<FeedItem>
  /**
   * Items left out: without words, guid, link and author, past the cap of 2,000, cut off by the end of the document.
   */
  readonly dropped: { readonly empty: number; readonly overLimit: number; readonly cutOff: number }
}

/** Why a document is not read as a feed. The message is for people and quotes nothing of the document. */
export class UnreadableFeed extends Schema.TaggedError<UnreadableFeed>()("UnreadableFeed", {
  reason: Schema.Literals(UNREADABLE_REASONS),
  message: Schema.String
}) {}

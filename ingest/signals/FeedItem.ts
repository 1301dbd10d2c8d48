import { Result } from "effect"
import { createHash } from "node:crypto"
import { type NewSignal, snippetLength } from "../../src/domain/Signal.ts"
import { languageAmong, languageOf } from "../../src/search/Languages.ts"
import { hostOf } from "../../src/text/Host.ts"
import { clean } from "../../src/text/Text.ts"
import type { Feed, FeedItem } from "../feed/Feed.ts"
import { firstWords } from "../feed/Text.ts"
import { canonicalUrl, resolveUrl } from "../feed/Url.ts"
import { feedIn } from "../FeedDocument.ts"
import type { Document } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { unlessUseless } from "../parse/Rows.ts"

/** What a feed's items became, and why some became nothing. */
export interface Mapped {
  readonly signals: ReadonlyArray<NewSignal>
  /** One word for each item left out. */
  readonly skipped: ReadonlyArray<"no_title" | "no_link" | "repeated">
}

/** 72 bits: among a million items that share one URL, a collision has a chance of one in ten billion. */
const shortHash = (...parts: ReadonlyArray<string>): string =>
  createHash("sha256").update(parts.join("\n")).digest("base64url").slice(0, 12)

/** The item's own page: its link, else a guid that is a URL (a permalink). */
const ownPage = (item: FeedItem): string | null =>
  item.link ?? (/^https?:\/\//i.test(item.guid) ? resolveUrl(item.guid, item.guid) : null)

/** Canonical URLs that several items of the document have: such a URL does not tell them apart. */
const sharedPages = (items: ReadonlyArray<FeedItem>): ReadonlySet<string> => {
  const owners = new Map<string, string>()
  const shared = new Set<string>()
  for (const item of items) {
    const page = ownPage(item)
    if (page === null) continue
    const key = canonicalUrl(page)
    if ((owners.get(key) ?? item.guid) !== item.guid) shared.add(key)
    else owners.set(key, item.guid)
  }
  return shared
}

/**
 * A feed's items as signals. The same story has the same identity from whatever feed it comes: its canonical URL. Only
 * where a feed gives several items one URL, or an item none, its own name within the feed is added to tell them apart.
 */
export const toSignals = (feed: Feed, feedUrl: string, title: string | null = null): Mapped => {
  const signals = new Map<string, NewSignal>()
  const skipped: Array<Mapped["skipped"][number]> = []
  const shared = sharedPages(feed.items)
  const guids = new Set<string>()
  for (const item of feed.items) {
    const page = ownPage(item)
    const url = page ?? feed.link
    const name = clean(item.title) || clean(firstWords(item.text, 80))
    if (name === "" || url === null) {
      skipped.push(name === "" ? "no_title" : "no_link")
      continue
    }
    const canonical = canonicalUrl(url)
    const identity = page === null || shared.has(canonical) ? `${canonical}#${shortHash(item.guid)}` : canonical
    if (signals.has(identity) || guids.has(item.guid)) {
      skipped.push("repeated")
      continue
    }
    guids.add(item.guid)
    const snippet = clean(firstWords(item.text, snippetLength))
    signals.set(identity, {
      identity,
      guid: item.guid,
      title: name,
      snippet,
      url,
      source: clean(item.source ?? "") || clean(title ?? feed.title) || (hostOf(feedUrl) ?? feedUrl),
      published_at: item.publishedAt,
      language: languageOf(item.language) ?? languageAmong(languageOf(feed.language), `${name}. ${snippet}`)
    })
  }
  return { signals: [...signals.values()], skipped }
}

/** The news of a feed, and what it says beside them. */
export interface FeedNews extends Mapped, Pick<Feed, "dropped" | "ttlMinutes"> {
  readonly items: number
}

/** Reads a feed's items as signals. `title` is the operator's name for the feed. */
export const readNews = async (document: Document, title: string | null): Promise<Read<FeedNews>> =>
  Result.flatMap(await feedIn(document), (feed) => {
    const { dropped, items, ttlMinutes } = feed
    const mapped = toSignals(feed, document.url, title)
    const left = [...mapped.skipped, ...Array.from({ length: dropped.empty }, () => "empty")]
    return Result.map(unlessUseless(left, items.length + dropped.empty), () => ({
      ...mapped,
      dropped,
      ttlMinutes,
      items: items.length
    }))
  })

export const news = reader(import.meta.url, readNews)

import { Parser } from "htmlparser2"
import { Result } from "effect"
import { toTimestamp } from "../../src/domain/Timestamp.ts"
import type { FoundItem } from "../../src/domain/SourceList.ts"
import { clean } from "../../src/text/Text.ts"
import { decodeText } from "../feed/Charset.ts"
import { cap } from "../feed/Text.ts"
import { resolveUrl } from "../feed/Url.ts"
import { feedIn } from "../FeedDocument.ts"
import type { Document } from "../parse/Document.ts"
import { type Read, reader } from "../parse/Reader.ts"
import { toSignals } from "../signals/FeedItem.ts"

/** What stands at the address of a site: a feed with its newest items, or a page that may name feeds. */
export type SiteDocument =
  | { readonly kind: "feed"; readonly title: string; readonly items: ReadonlyArray<FoundItem> }
  | { readonly kind: "page"; readonly feeds: ReadonlyArray<string> }

/** Feeds of one page: those of its sections and comments come last. */
const mostFeeds = 10

/** Items of a feed that show what it is about. */
const mostItems = 5

/** The links stand in the head, which is near the beginning. */
const headLength = 1_000_000

const isFeedType = (type: string): boolean => /^\s*application\/(?:rss\+xml|atom\+xml|feed\+json|json)\b/i.test(type)

const isAlternate = (rel: string): boolean => rel.toLowerCase().split(/\s/).includes("alternate")

/** The feeds that a page names with `link rel="alternate"`, each once. */
const feedsIn = (markup: string, url: string): ReadonlyArray<string> => {
  const feeds = new Set<string>()
  let base = url
  const parser = new Parser({
    onopentag: (name, { href = "", rel = "", type = "" }) => {
      if (name === "base") base = resolveUrl(href, url) ?? base
      if (name !== "link" || !isAlternate(rel) || !isFeedType(type) || feeds.size === mostFeeds) return
      const address = resolveUrl(href, base)
      if (address !== null) feeds.add(address)
    }
  })
  parser.end(markup.slice(0, headLength))
  return [...feeds]
}

/** Reads what stands at the address of a site. */
export const readSite = async (document: Document): Promise<Read<SiteDocument>> => {
  const feed = await feedIn(document)
  // Of a feed that breaks off before its first item ends, nothing could be read later either.
  if (Result.isFailure(feed) || (feed.success.items.length === 0 && feed.success.dropped.cutOff > 0)) {
    const markup = decodeText(document.bytes, document.contentType ?? undefined)
    return Result.succeed({ kind: "page", feeds: feedsIn(markup, document.url) })
  }
  const { signals } = toSignals(feed.success, document.url)
  const newest = signals.toSorted(
    (one, other) => (other.published_at?.getTime() ?? 0) - (one.published_at?.getTime() ?? 0)
  )
  return Result.succeed({
    kind: "feed",
    title: cap(clean(feed.success.title), 200),
    items: newest.slice(0, mostItems).map(({ published_at, title, url }) => ({
      title,
      url,
      published_at: published_at === null ? null : toTimestamp(published_at)
    }))
  })
}

export const siteDocument = reader<[], SiteDocument>(import.meta.url, readSite)

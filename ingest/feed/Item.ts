import { createHash } from "node:crypto"
import type { FeedItem } from "./Feed.ts"
import { parseFeedDate } from "./FeedDate.ts"
import { decodeReferences, htmlToLine } from "./Html.ts"
import { MAX_NAMES, MAX_GUID, MAX_MADE_TITLE, MAX_NAME, MAX_SUMMARY, MAX_TEXT, MAX_TITLE, MAX_URL } from "./Limits.ts"
import type { Markup, RawFeed, RawItem } from "./RawItem.ts"
import { firstWords, line } from "./Text.ts"

export const plainText = ({ value, html }: Markup, max: number): string =>
  html ? htmlToLine(value, max) : line(value, max)

/** Each name once, the first `max` of them. */
const names = (written: ReadonlyArray<string>, max: number): ReadonlyArray<string> => {
  const names: Array<string> = []
  for (const each of written) {
    if (names.length === max) break
    const name = line(decodeReferences(each), MAX_NAME)
    if (name !== "" && !names.includes(name)) names.push(name)
  }
  return names
}

const firstDate = (written: ReadonlyArray<string>, language: string | null): Date | null => {
  for (const each of written) {
    const date = parseFeedDate(each, language)
    if (date !== null) return date
  }
  return null
}

/**
 * The name in `jo@example.org (Jo)`, `Jo (jo@example.org)` and `Jo <jo@example.org>`, RSS 2.0's ways of naming an
 * author.
 */
const nameIn = (author: string): string => {
  const [, outside = "", inside = ""] = /^([^(<]*)[(<]([^()<>]*)[)>]$/.exec(author.trim()) ?? []
  if (isMailAddress(inside.trim())) return outside.trim() === "" ? inside : outside
  return isMailAddress(outside.trim()) && inside.trim() !== "" ? inside : author
}

const isMailAddress = (text: string): boolean => text.includes("@") && !/\s/.test(text)

const authorOf = (authors: ReadonlyArray<string>): string =>
  line(names(authors.map(nameIn), MAX_NAMES).join(", "), MAX_NAME)

/**
 * A raw item cleaned and cut to size, with the identity its document gives it; null where it has neither words nor
 * anything it is known by.
 */
const clean = (raw: RawItem, language: string | null, inherited: string): FeedItem | null => {
  const content = plainText(raw.content, MAX_TEXT)
  // Twice the length, so that it shows whether the summary has to be cut.
  const summary = plainText(raw.summary, content === "" ? MAX_TEXT : 2 * MAX_SUMMARY)
  const text = content || summary
  const author = authorOf(raw.authors)
  const item = {
    guid: line(raw.guid, MAX_TEXT),
    title: plainText(raw.title, MAX_TITLE) || firstWords(text, MAX_MADE_TITLE),
    link: raw.link,
    summary: firstWords(summary || text, MAX_SUMMARY),
    text,
    publishedAt: firstDate(raw.dates, language),
    author: author || inherited || null,
    categories: names(raw.categories, MAX_NAMES),
    source: line(decodeReferences(raw.source), MAX_NAME) || null,
    language: line(raw.language, MAX_NAME) || null,
    extensions: Object.fromEntries(
      Object.entries(raw.extensions).map(([path, values]) => [path, values.map((value) => line(value, MAX_URL))])
    )
  }
  return item.title === "" && item.guid === "" && item.link === null && author === "" ? null : item
}

const hash = (...parts: ReadonlyArray<string>): string =>
  `sha256:${createHash("sha256").update(parts.join("\n")).digest("base64url")}`

/**
 * Values that different items of one document share. Such a value names the document, not an item: Google Trends links
 * all to itself.
 */
const sharedBy = (items: ReadonlyArray<FeedItem>, value: (item: FeedItem) => string | null): ReadonlySet<string> => {
  const titles = new Map<string, string>()
  const shared = new Set<string>()
  for (const item of items) {
    const key = value(item)
    if (key === null || key === "") continue
    if ((titles.get(key) ?? item.title) !== item.title) shared.add(key)
    else titles.set(key, item.title)
  }
  return shared
}

/**
 * Cleans the raw items and settles each identity: guid, else link, else a hash of title and text (of author and date
 * where there are no words). An item whose link names all of its neighbours too is known by title and date.
 */
export const finish = ({ authors, items: raw }: RawFeed, language: string | null): ReadonlyArray<FeedItem> => {
  const inherited = authorOf(authors)
  const items = raw.map((item) => clean(item, language, inherited)).filter((item) => item !== null)
  const guids = sharedBy(items, (item) => item.guid)
  const links = sharedBy(items, (item) => item.link)
  const identityOf = ({ author, guid, link, publishedAt, text, title }: FeedItem): string => {
    if (guid !== "" && !guids.has(guid)) return guid
    if (link === null) return title === "" ? hash(author ?? "", publishedAt?.toISOString() ?? "") : hash(title, text)
    return links.has(link) ? hash(title, publishedAt?.toISOString() ?? text) : link
  }
  return items.map((item) => {
    const guid = identityOf(item)
    return Object.assign(item, { guid: guid.length > MAX_GUID ? hash(guid) : guid })
  })
}

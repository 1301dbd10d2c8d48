import { categoriesOf } from "./Categories.ts"
import { html, type RawFeed, type RawItem } from "./RawItem.ts"
import { ttlOf } from "./Syndication.ts"
import { resolveUrl } from "./Url.ts"
import type { XmlElement } from "./Xml.ts"

/**
 * The page of a channel or an item: its `link`, else a guest `atom:link`, else an identity that says it is an address.
 */
const linkOf = (element: XmlElement, base: string): string | null => {
  for (const candidate of addressesOf(element)) {
    const url = resolveUrl(candidate, base)
    if (url !== null) return url
  }
  return null
}

function* addressesOf(element: XmlElement): Generator<string> {
  yield* element.texts("link")
  for (const link of [...element.children("link"), ...element.children("atom:link")])
    if (["", "alternate"].includes(link.attribute("rel"))) yield link.attribute("href")
  yield* element.texts("feedburner:origlink")
  const guid = element.child("guid")
  if (guid.attribute("ispermalink").toLowerCase() !== "false" && /^https?:/i.test(guid.text)) yield guid.text
  yield element.attribute("rdf:about")
}

/** Who wrote it: Dublin Core names people, RSS's own `author` is an address. */
const authorsOf = (item: XmlElement): ReadonlyArray<string> => {
  const named =
    item.firstText("dc:creator") === "" ? ["author", "itunes:author", "atom:author", "dc:author"] : ["dc:creator"]
  return named
    .flatMap((name) => item.children(name))
    .map((author) => author.text || author.firstText("name", "atom:name"))
}

/** One item of RSS 0.9x, 1.0 or 2.0 with the modules in common use. */
export const readRssItem = (item: XmlElement, outer: string): RawItem => ({
  // A Dublin Core identifier may be anything, an ISBN or a section of the site; `rdf:about` is what the item is known
  // by.
  guid: item.firstText("guid", "atom:id") || item.attribute("rdf:about") || item.firstText("dc:identifier"),
  link: linkOf(item, item.base(outer)),
  title: html(item.firstText("title", "dc:title", "atom:title", "itunes:title") || item.mediaText("media:title")),
  summary: html(
    item.firstText("description", "dc:description", "summary", "atom:summary", "itunes:summary", "itunes:subtitle") ||
      item.mediaText("media:description")
  ),
  content: html(item.firstText("content:encoded", "xhtml:body", "body", "content", "atom:content")),
  dates: item.dates(
    "pubdate",
    "dc:date",
    "dcterms:issued",
    "dcterms:created",
    "atom:published",
    "published",
    "dcterms:modified",
    "atom:updated",
    "updated",
    "date"
  ),
  authors: authorsOf(item),
  categories: categoriesOf(item),
  source: item.firstText("source", "dc:source"),
  language: item.firstText("dc:language", "language") || item.attribute("xml:lang"),
  extensions: {}
})

/** A channel, without its items. */
export const readChannel = (channel: XmlElement, root: XmlElement, url: string): Omit<RawFeed, "items"> => ({
  title: html(channel.firstText("title", "dc:title")),
  link: linkOf(channel, channel.base(root.base(url))),
  language: channel.firstText("language", "dc:language") || channel.attribute("xml:lang") || root.attribute("xml:lang"),
  ttlMinutes: ttlOf(channel),
  // A channel's `managingEditor` answers for it, but does not write the items.
  authors: []
})

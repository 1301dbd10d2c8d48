import { type Draft, type DraftFeed, html } from "./Draft.ts"
import { resolveUrl } from "./Url.ts"
import { attribute, baseOf, child, children, dates, firstText, type Node, text, texts } from "./Xml.ts"

/** Minutes in each period of RSS 1.0's syndication module. */
const PERIODS: Readonly<Record<string, number>> = {
  hourly: 60,
  daily: 1_440,
  weekly: 10_080,
  monthly: 43_200,
  yearly: 525_600
}

/** `jo@example.org (Jo)`, RSS 2.0's way of naming an author, becomes `Jo`. */
const nameIn = (author: string): string => /^[^\s@]+@\S+\s+\(([^)]+)\)$/.exec(author)?.[1] ?? author

/** The page of a channel or an item: its `link`, else a guest `atom:link`, else an identity that says it is an address. */
const linkOf = (node: Node, base: string): string | null => {
  const guid = child(node, "guid")
  const candidates = [
    ...texts(node, "link"),
    ...[...children(node, "link"), ...children(node, "atom:link")]
      .filter((link) => ["", "alternate"].includes(attribute(link, "rel")))
      .map((link) => attribute(link, "href")),
    ...texts(node, "feedburner:origlink"),
    ...(attribute(guid, "ispermalink").toLowerCase() === "false" || !/^https?:/i.test(text(guid)) ? [] : [text(guid)]),
    attribute(node, "rdf:about")
  ]
  for (const candidate of candidates) {
    const url = resolveUrl(candidate, base)
    if (url !== null) return url
  }
  return null
}

const ttlOf = (channel: Node): number | null => {
  const ttl = Number.parseInt(firstText(channel, "ttl"), 10)
  if (ttl > 0) return ttl
  const period = PERIODS[firstText(channel, "sy:updateperiod").toLowerCase()]
  const frequency = Number.parseInt(firstText(channel, "sy:updatefrequency"), 10)
  return period === undefined ? null : Math.max(1, Math.round(period / (frequency > 0 ? frequency : 1)))
}

/** One item of RSS 0.9x, 1.0 or 2.0 with the modules in common use. */
export const readRssItem = (item: Node, outer: string): Draft => {
  const base = baseOf(item, outer)
  const named = firstText(item, "dc:creator") === "" ? ["author", "itunes:author", "atom:author"] : ["dc:creator"]
  return {
    guid: firstText(item, "guid", "atom:id", "dc:identifier") || attribute(item, "rdf:about"),
    link: linkOf(item, base),
    title: html(firstText(item, "title", "dc:title", "media:title")),
    summary: html(
      firstText(item, "description", "dc:description", "atom:summary", "itunes:summary", "media:description")
    ),
    content: html(firstText(item, "content:encoded", "xhtml:body", "body", "content", "atom:content")),
    dates: dates(
      item,
      "pubdate",
      "dc:date",
      "dcterms:issued",
      "dcterms:created",
      "atom:published",
      "dcterms:modified",
      "atom:updated",
      "date"
    ),
    authors: named
      .flatMap((name) => children(item, name))
      .map((author) => nameIn(text(author) || firstText(author, "name", "atom:name"))),
    categories: [
      ...texts(item, "category", "dc:subject"),
      ...children(item, "category").map((each) => attribute(each, "label"))
    ],
    source: firstText(item, "source", "dc:source"),
    extensions: {}
  }
}

/** A channel, without its items. */
export const readChannel = (channel: Node, url: string): Omit<DraftFeed, "items"> => ({
  title: html(firstText(channel, "title", "dc:title")),
  link: linkOf(channel, baseOf(channel, url)),
  language: firstText(channel, "language", "dc:language") || attribute(channel, "xml:lang"),
  ttlMinutes: ttlOf(channel)
})

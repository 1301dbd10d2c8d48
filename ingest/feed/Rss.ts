import { type Draft, type DraftFeed, html } from "./Draft.ts"
import { resolveUrl } from "./Url.ts"
import type { XmlElement } from "./Xml.ts"

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

const ttlOf = (channel: XmlElement): number | null => {
  const ttl = Number.parseInt(channel.firstText("ttl"), 10)
  if (ttl > 0) return ttl
  const period = PERIODS[channel.firstText("sy:updateperiod").toLowerCase()]
  const frequency = Number.parseInt(channel.firstText("sy:updatefrequency"), 10)
  return period === undefined ? null : Math.max(1, Math.round(period / (frequency > 0 ? frequency : 1)))
}

/** One item of RSS 0.9x, 1.0 or 2.0 with the modules in common use. */
export const readRssItem = (item: XmlElement, outer: string): Draft => {
  const base = item.base(outer)
  const named = item.firstText("dc:creator") === "" ? ["author", "itunes:author", "atom:author"] : ["dc:creator"]
  return {
    guid: item.firstText("guid", "atom:id", "dc:identifier") || item.attribute("rdf:about"),
    link: linkOf(item, base),
    title: html(item.firstText("title", "dc:title", "media:title")),
    summary: html(
      item.firstText("description", "dc:description", "atom:summary", "itunes:summary", "media:description")
    ),
    content: html(item.firstText("content:encoded", "xhtml:body", "body", "content", "atom:content")),
    dates: item.dates(
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
      .flatMap((name) => item.children(name))
      .map((author) => nameIn(author.text || author.firstText("name", "atom:name"))),
    categories: [
      ...item.texts("category", "dc:subject"),
      ...item.children("category").map((each) => each.attribute("label"))
    ],
    source: item.firstText("source", "dc:source"),
    extensions: {}
  }
}

/** A channel, without its items. */
export const readChannel = (channel: XmlElement, url: string): Omit<DraftFeed, "items"> => ({
  title: html(channel.firstText("title", "dc:title")),
  link: linkOf(channel, channel.base(url)),
  language: channel.firstText("language", "dc:language") || channel.attribute("xml:lang"),
  ttlMinutes: ttlOf(channel)
})

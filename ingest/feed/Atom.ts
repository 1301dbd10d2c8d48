import { Buffer } from "node:buffer"
import { categoriesOf } from "./Categories.ts"
import { showsMarkup, showsReferences } from "./Html.ts"
import { html, type Markup, NOTHING, plain, type RawFeed, type RawItem } from "./RawItem.ts"
import { ttlOf } from "./Syndication.ts"
import { resolveUrl } from "./Url.ts"
import type { XmlElement } from "./Xml.ts"

/** Relations of a link that lead to something other than the page itself. */
const ELSEWHERE = new Set([
  "self",
  "edit",
  "replies",
  "enclosure",
  "hub",
  "service.post",
  "service.edit",
  "next",
  "previous",
  "first",
  "last"
])

/** The page of a feed or an entry: an alternate in HTML, another alternate, then whatever other link there is. */
const linkOf = (node: XmlElement, base: string): string | null => {
  const rank = (link: XmlElement): number => {
    const relation = link.attribute("rel").toLowerCase() || "alternate"
    if (relation !== "alternate") return ELSEWHERE.has(relation) ? 9 : 2
    return ["", "text/html", "application/xhtml+xml"].includes(link.attribute("type").toLowerCase()) ? 0 : 1
  }
  const links = node.children("link").toSorted((a, b) => rank(a) - rank(b))
  for (const link of links) {
    // A bare <link> with its address as text is RSS in an Atom entry, and no reason to lose the entry.
    const url = resolveUrl(link.attribute("href") || link.text, link.base(base))
    if (url !== null && rank(link) < 9) return url
  }
  const id = node.firstText("id")
  return /^https?:/i.test(id) ? resolveUrl(id, base) : null
}

const decodeBase64 = (value: string): string => new TextDecoder().decode(Buffer.from(value, "base64"))

/** The text of base64 data; null if the data is not text (a picture, say) or not base64. */
const textInBase64 = (value: string): string | null => {
  if (!/^[a-z\d+/=\s]*$/i.test(value)) return null
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "base64"))
    // oxlint-disable-next-line no-control-regex
    return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text
  } catch {
    return null
  }
}

/** Text without a type is plain, unless it has HTML tags. */
const guessed = (value: string): Markup => (showsMarkup(value) || showsReferences(value) ? html(value) : plain(value))

/** A text construct or content of Atom 1.0 (RFC 4287 3.1 and 4.1.3.3), or of Atom 0.3. */
const markupOf = (node: XmlElement): Markup => {
  const type = node.attribute("type").split(";", 1)[0]!.trim().toLowerCase()
  const value = node.attribute("mode").toLowerCase() === "base64" ? decodeBase64(node.text) : node.text
  if (type === "html" || type === "xhtml" || type === "text/html" || /[+/]xml$/.test(type)) return html(value)
  if (type === "text" || type.startsWith("text/")) return plain(value)
  if (!type.includes("/") || value !== node.text) return guessed(value)
  // Any other type is that of bytes in base64.
  const decoded = textInBase64(value)
  return decoded === null ? NOTHING : guessed(decoded)
}

const firstMarkup = (node: XmlElement, ...names: ReadonlyArray<string>): Markup =>
  names.flatMap((name) => node.children(name).map(markupOf)).find((markup) => markup.value !== "") ?? NOTHING

const authorsOf = (node: XmlElement): ReadonlyArray<string> =>
  [...node.children("author"), ...node.children("dc:creator")].map(
    (author) => author.firstText("name", "email") || author.text
  )

/** One entry. */
export const readEntry = (entry: XmlElement, outer: string): RawItem => {
  const source = entry.child("source")
  const own = authorsOf(entry)
  const title = firstMarkup(entry, "title", "dc:title")
  const summary = firstMarkup(entry, "summary", "description")
  return {
    guid: entry.firstText("id", "guid"),
    link: linkOf(entry, entry.base(outer)),
    title: title.value === "" ? guessed(entry.mediaText("media:title")) : title,
    summary: summary.value === "" ? guessed(entry.mediaText("media:description")) : summary,
    content: firstMarkup(entry, "content", "content:encoded"),
    dates: entry.dates(
      "published",
      "issued",
      "created",
      "updated",
      "modified",
      "dc:date",
      "dcterms:issued",
      "dcterms:created",
      "dcterms:modified",
      "pubdate"
    ),
    authors: own.some((name) => name !== "") ? own : authorsOf(source),
    categories: categoriesOf(entry),
    source: markupOf(source.child("title")).value,
    language: entry.attribute("xml:lang") || entry.firstText("dc:language"),
    extensions: {}
  }
}

/** A feed, without its entries. */
export const readFeedElement = (feed: XmlElement, url: string): Omit<RawFeed, "items"> => ({
  title: firstMarkup(feed, "title"),
  link: linkOf(feed, feed.base(url)),
  language: feed.attribute("xml:lang") || feed.firstText("dc:language", "language"),
  ttlMinutes: ttlOf(feed),
  authors: authorsOf(feed)
})

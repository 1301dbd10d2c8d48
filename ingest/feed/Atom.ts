import { Buffer } from "node:buffer"
import { type Draft, type DraftFeed, html, type Markup, NOTHING, plain } from "./Draft.ts"
import { showsMarkup, showsReferences } from "./Html.ts"
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

/** A text construct of Atom 1.0 (RFC 4287 3.1) or 0.3. Text without a type is plain, unless it plainly is HTML. */
const markupOf = (node: XmlElement): Markup => {
  const type = node.attribute("type").toLowerCase()
  const value = node.attribute("mode").toLowerCase() === "base64" ? decodeBase64(node.text) : node.text
  if (type === "html" || type === "xhtml" || type === "text/html" || type === "application/xhtml+xml")
    return html(value)
  if (type === "text" || type === "text/plain") return plain(value)
  // Anything else, an image say, is not text at all.
  if (type.includes("/")) return NOTHING
  return showsMarkup(value) || showsReferences(value) ? html(value) : plain(value)
}

const firstMarkup = (node: XmlElement, ...names: ReadonlyArray<string>): Markup =>
  names.flatMap((name) => node.children(name).map(markupOf)).find((markup) => markup.value !== "") ?? NOTHING

export const authorsOf = (node: XmlElement): ReadonlyArray<string> =>
  [...node.children("author"), ...node.children("dc:creator")].map(
    (author) => author.firstText("name", "email") || author.text
  )

/** One entry; `inherited` are the feed's authors, who wrote what names nobody else. */
export const readEntry = (entry: XmlElement, outer: string, inherited: ReadonlyArray<string>): Draft => {
  const base = entry.base(outer)
  const source = entry.child("source")
  const authors =
    [authorsOf(entry), authorsOf(source), inherited].find((names) => names.some((name) => name !== "")) ?? []
  const media = entry.children("media:group").map((group) => group.firstText("media:description"))
  const summary = firstMarkup(entry, "summary", "description", "media:description")
  return {
    guid: entry.firstText("id", "guid"),
    link: linkOf(entry, base),
    title: firstMarkup(entry, "title", "dc:title", "media:title"),
    summary: summary.value === "" ? plain(media.find((value) => value !== "") ?? "") : summary,
    content: firstMarkup(entry, "content", "content:encoded"),
    dates: entry.dates("published", "issued", "created", "updated", "modified", "dc:date", "pubdate"),
    authors,
    categories: entry
      .children("category")
      .map((each) => each.attribute("label") || each.attribute("term") || each.text),
    source: markupOf(source.child("title")).value,
    extensions: {}
  }
}

/** A feed, without its entries. */
export const readFeedElement = (feed: XmlElement, url: string): Omit<DraftFeed, "items"> => ({
  title: firstMarkup(feed, "title"),
  link: linkOf(feed, feed.base(url)),
  language: feed.attribute("xml:lang") || feed.firstText("dc:language", "language"),
  ttlMinutes: null
})

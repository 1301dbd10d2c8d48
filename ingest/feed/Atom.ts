import { Buffer } from "node:buffer"
import { type Draft, type DraftFeed, html, type Markup, NOTHING, plain } from "./Draft.ts"
import { showsMarkup, showsReferences } from "./Html.ts"
import { resolveUrl } from "./Url.ts"
import { attribute, baseOf, child, children, dates, firstText, type Node, text } from "./Xml.ts"

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
const linkOf = (node: Node, base: string): string | null => {
  const rank = (link: Node): number => {
    const relation = attribute(link, "rel").toLowerCase() || "alternate"
    if (relation !== "alternate") return ELSEWHERE.has(relation) ? 9 : 2
    return ["", "text/html", "application/xhtml+xml"].includes(attribute(link, "type").toLowerCase()) ? 0 : 1
  }
  const links = children(node, "link").toSorted((a, b) => rank(a) - rank(b))
  for (const link of links) {
    // A bare <link> with its address as text is RSS in an Atom entry, and no reason to lose the entry.
    const url = resolveUrl(attribute(link, "href") || text(link), baseOf(link, base))
    if (url !== null && rank(link) < 9) return url
  }
  const id = firstText(node, "id")
  return /^https?:/i.test(id) ? resolveUrl(id, base) : null
}

const decodeBase64 = (value: string): string => new TextDecoder().decode(Buffer.from(value, "base64"))

/** A text construct of Atom 1.0 (RFC 4287 3.1) or 0.3. Text without a type is plain, unless it plainly is HTML. */
const markupOf = (node: Node): Markup => {
  const type = attribute(node, "type").toLowerCase()
  const value = attribute(node, "mode").toLowerCase() === "base64" ? decodeBase64(text(node)) : text(node)
  if (type === "html" || type === "xhtml" || type === "text/html" || type === "application/xhtml+xml")
    return html(value)
  if (type === "text" || type === "text/plain") return plain(value)
  // Anything else, an image say, is not text at all.
  if (type.includes("/")) return NOTHING
  return showsMarkup(value) || showsReferences(value) ? html(value) : plain(value)
}

const firstMarkup = (node: Node, ...names: ReadonlyArray<string>): Markup =>
  names.flatMap((name) => children(node, name).map(markupOf)).find((markup) => markup.value !== "") ?? NOTHING

export const authorsOf = (node: Node): ReadonlyArray<string> =>
  [...children(node, "author"), ...children(node, "dc:creator")].map(
    (author) => firstText(author, "name", "email") || text(author)
  )

/** One entry; `inherited` are the feed's authors, who wrote what names nobody else. */
export const readEntry = (entry: Node, outer: string, inherited: ReadonlyArray<string>): Draft => {
  const base = baseOf(entry, outer)
  const source = child(entry, "source")
  const authors =
    [authorsOf(entry), authorsOf(source), inherited].find((names) => names.some((name) => name !== "")) ?? []
  const media = children(entry, "media:group").map((group) => firstText(group, "media:description"))
  const summary = firstMarkup(entry, "summary", "description", "media:description")
  return {
    guid: firstText(entry, "id", "guid"),
    link: linkOf(entry, base),
    title: firstMarkup(entry, "title", "dc:title", "media:title"),
    summary: summary.value === "" ? plain(media.find((value) => value !== "") ?? "") : summary,
    content: firstMarkup(entry, "content", "content:encoded"),
    dates: dates(entry, "published", "issued", "created", "updated", "modified", "dc:date", "pubdate"),
    authors,
    categories: children(entry, "category").map(
      (each) => attribute(each, "label") || attribute(each, "term") || text(each)
    ),
    source: markupOf(child(source, "title")).value,
    extensions: {}
  }
}

/** A feed, without its entries. */
export const readFeedElement = (feed: Node, url: string): Omit<DraftFeed, "items"> => ({
  title: firstMarkup(feed, "title"),
  link: linkOf(feed, baseOf(feed, url)),
  language: attribute(feed, "xml:lang") || firstText(feed, "dc:language", "language"),
  ttlMinutes: null
})

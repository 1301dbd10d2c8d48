import { boundedJson } from "./BoundedJson.ts"
import { MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS, MAX_ITEMS } from "./Limits.ts"
import { html, plain, type RawFeed, type RawItem } from "./RawItem.ts"
import { UnreadableDocument } from "./UnreadableDocument.ts"
import { resolveUrl } from "./Url.ts"

type Fields = { readonly [name: string]: unknown }

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const listIn = (fields: Fields, name: string): ReadonlyArray<unknown> => {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

/** The first of these fields that holds something; numbers count as their digits, since an `id` may be one. */
const stringIn = (fields: Fields, ...names: ReadonlyArray<string>): string => {
  for (const name of names) {
    const value = fields[name]
    if (typeof value === "number") return String(value)
    if (typeof value === "string" && value.trim() !== "") return value.trim()
  }
  return ""
}

const authorsIn = (fields: Fields): ReadonlyArray<string> =>
  [...listIn(fields, "authors"), fields["author"]].map((author) =>
    isFields(author) ? stringIn(author, "name") : typeof author === "string" ? author : ""
  )

const linkIn = (fields: Fields, url: string, ...names: ReadonlyArray<string>): string | null => {
  for (const name of names) {
    const link = resolveUrl(stringIn(fields, name), url)
    if (link !== null) return link
  }
  return null
}

const readItem = (item: Fields, url: string): RawItem => {
  const text = stringIn(item, "content_text")
  const id = stringIn(item, "id")
  return {
    guid: id,
    link: linkIn(item, url, "url", "external_url") ?? (/^https?:/i.test(id) ? resolveUrl(id, url) : null),
    title: plain(stringIn(item, "title")),
    summary: plain(stringIn(item, "summary")),
    content: text === "" ? html(stringIn(item, "content_html")) : plain(text),
    dates: [stringIn(item, "date_published"), stringIn(item, "date_modified")].filter((date) => date !== ""),
    authors: authorsIn(item),
    categories: listIn(item, "tags").filter((tag) => typeof tag === "string"),
    source: "",
    language: stringIn(item, "language"),
    extensions: {}
  }
}

/**
 * A JSON Feed 1 or 1.1 document, and how many of its items are past the cap. Fields of the wrong type count as absent.
 */
export const readJsonFeed = (text: string, url: string): { readonly feed: RawFeed; readonly overLimit: number } => {
  const document = boundedJson(text, { maxLength: MAX_BYTES, maxDepth: MAX_DEPTH, maxValues: MAX_ELEMENTS })
  if (!isFields(document) || !Array.isArray(document["items"])) {
    throw new UnreadableDocument("not_a_feed", "the document is JSON, but no JSON Feed")
  }
  const items = document["items"].filter(isFields)
  const version = stringIn(document, "version")
  // Without a version, only the fields of the format tell it from any other JSON with a list of items.
  if (
    !/jsonfeed\.org/i.test(version) &&
    (stringIn(document, "title") === "" || !items.some((item) => "id" in item || "url" in item))
  ) {
    throw new UnreadableDocument("not_a_feed", "the document is JSON, but no JSON Feed")
  }
  return {
    feed: {
      title: plain(stringIn(document, "title")),
      link: linkIn(document, url, "home_page_url"),
      language: stringIn(document, "language"),
      ttlMinutes: null,
      authors: authorsIn(document),
      items: items.slice(0, MAX_ITEMS).map((item) => readItem(item, url))
    },
    overLimit: Math.max(0, items.length - MAX_ITEMS)
  }
}

import { Buffer } from "node:buffer"
import { type Document, iso } from "../Document.ts"
import { escapeMarkup } from "../../text/Html.ts"
import { pageOf, type Publisher } from "../Publishers.ts"
import type { Article } from "../Story.ts"

/** The text in ISO 8859-1; characters that it lacks as numeric references. */
const latin1 = (text: string): Uint8Array =>
  Buffer.from(
    text.replace(/[^\0-\xff]/gu, (character) => `&#${character.codePointAt(0)};`),
    "latin1"
  )

/**
 * RSS 1.0: items beside the channel, Dublin Core dates in Central European time, and an encoding from the last century.
 */
export const rdf = (publisher: Publisher, articles: ReadonlyArray<Article>): Document => {
  const { about, host, title } = publisher
  const urls = articles.map(({ path }) => pageOf(publisher, path))
  return {
    type: "application/rdf+xml",
    body: latin1(`<?xml version="1.0" encoding="ISO-8859-1"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://${host}/">
<title>${escapeMarkup(title)}</title>
<link>https://${host}/</link>
<description>${escapeMarkup(about)}. Sample news, all of it invented.</description>
<dc:language>en</dc:language>
<items><rdf:Seq>
${urls.map((url) => `<rdf:li rdf:resource="${url}"/>`).join("\n")}
</rdf:Seq></items>
</channel>
${articles
  .map(
    ({ paragraphs, publishedAt, title }, index) => `<item rdf:about="${urls[index]}">
<title>${escapeMarkup(title)}</title>
<link>${urls[index]}</link>
<description>${escapeMarkup(paragraphs.join(" "))}</description>
<dc:date>${iso(publishedAt, 1)}</dc:date>
<dc:creator>Redaktion Köln</dc:creator>
</item>`
  )
  .join("\n")}
</rdf:RDF>
`)
  }
}

import { cdata, type Document, paragraphsOf, rfc822 } from "../Document.ts"
import { escapeMarkup } from "../../text/Html.ts"
import { pageOf, type Publisher } from "../Publishers.ts"
import type { Article } from "../Story.ts"

const document = (channel: string): Document => ({
  type: "application/rss+xml; charset=utf-8",
  body: `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
${channel}
</channel>
</rss>
`
})

const head = ({ about, host, title }: Publisher, feed: string): string => `<title>${escapeMarkup(title)}</title>
<link>https://${host}/</link>
<description>${escapeMarkup(about)}. Sample news, all of it invented.</description>
<language>en</language>
<atom:link href="https://${host}${feed}" rel="self" type="application/rss+xml"/>`

/** RSS 2.0 as a newspaper's content system writes it: CDATA, a teaser, and the whole text beside it. */
export const rss = (publisher: Publisher, articles: ReadonlyArray<Article>): Document =>
  document(`${head(publisher, "/feed")}
<ttl>15</ttl>
${articles
  .map(
    ({ paragraphs, path, publishedAt, title }, index) => `<item>
<title>${cdata(title)}</title>
<link>${pageOf(publisher, path)}?utm_source=rss&amp;utm_medium=feed</link>
<guid isPermaLink="false">ledger-${publishedAt.getTime().toString(36)}-${articles.length - index}</guid>
<dc:creator>${cdata("Newsroom")}</dc:creator>
<pubDate>${rfc822(publishedAt)}</pubDate>
<category>${cdata("Business & Markets")}</category>
<description>${cdata(`<p>${escapeMarkup(paragraphs[0] ?? "")}</p>`)}</description>
<content:encoded>${cdata(`<figure><img src="${pageOf(publisher, path)}.jpg" alt=""></figure>\n${paragraphsOf(paragraphs)}`)}</content:encoded>
</item>`
  )
  .join("\n")}`)

/** RSS 2.0 as a news agency writes it: HTML escaped in the description, American zones in the dates. */
export const wireRss = (publisher: Publisher, articles: ReadonlyArray<Article>): Document =>
  document(`${head(publisher, "/latest.rss")}
${articles
  .map(({ paragraphs, path, publishedAt, title }) => {
    const eastern = new Date(publishedAt.getTime() - 5 * 3_600_000)
    const html = `${paragraphsOf(paragraphs)}<br clear="all"><script>track("${path}")</script>`.replaceAll(
      " million",
      "&nbsp;million"
    )
    return `<item>
  <title>${escapeMarkup(title)}</title>
  <link>${pageOf(publisher, path)}</link>
  <guid>${pageOf(publisher, path)}</guid>
  <description>${escapeMarkup(html)}</description>
  <pubDate>${rfc822(eastern).replace("GMT", "EST")}</pubDate>
</item>`
  })
  .join("\n")}`)

/** RSS 2.0 at its plainest, typed by hand: bare text, numeric references, dates without seconds. */
export const plainRss = (publisher: Publisher, articles: ReadonlyArray<Article>): Document =>
  document(`${head(publisher, "/rss.xml")}
${articles
  .map(
    ({ paragraphs, path, publishedAt, title }) => `<item>
<title>${escapeMarkup(title).replaceAll("'", "&#8217;")}</title>
<link>${pageOf(publisher, path)}</link>
<description>
${escapeMarkup(paragraphs.join("\n\n")).replaceAll("'", "&#39;")}
</description>
<pubDate>${rfc822(publishedAt).replace(/:\d\d GMT$/, " +0000")}</pubDate>
</item>`
  )
  .join("\n")}`)

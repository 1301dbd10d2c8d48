import { type Document, iso } from "../Document.ts"
import { escapeMarkup } from "../../text/Html.ts"
import type { Publisher } from "../Publishers.ts"
import type { Article } from "../Story.ts"

const entry = ({ paragraphs, path, publishedAt, title }: Article, host: string): string => `<entry>
  <id>tag:${host},${iso(publishedAt).slice(0, 10)}:${path}</id>
  <title type="html">${escapeMarkup(escapeMarkup(title))}</title>
  <link rel="alternate" type="text/html" href="${path}"/>
  <published>${iso(publishedAt)}</published>
  <updated>${iso(new Date(publishedAt.getTime() + 5 * 60_000))}</updated>
  <summary>${escapeMarkup(paragraphs[0] ?? "")}</summary>
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${paragraphs
    .map((paragraph) => `<p>${escapeMarkup(paragraph)}</p>`)
    .join("")}</div></content>
</entry>`

/** Atom (RFC 4287): relative links under `xml:base`, titles as escaped HTML, contents as XHTML. */
export const atom = ({ about, host, title }: Publisher, articles: ReadonlyArray<Article>): Document => ({
  type: "application/atom+xml",
  body: `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en" xml:base="https://${host}/">
<id>tag:${host},2020:feed</id>
<title>${escapeMarkup(title)}</title>
<subtitle>${escapeMarkup(about)}. Sample news, all of it invented.</subtitle>
<link rel="self" href="feed.atom"/>
<link rel="alternate" href="./"/>
<updated>${iso(articles[0]?.publishedAt ?? new Date(0))}</updated>
<author><name>${escapeMarkup(title)}</name></author>
${articles.map((article) => entry(article, host)).join("\n")}
</feed>
`
})

import { type Document, rfc822 } from "../Document.ts"
import { escapeMarkup } from "../../text/Html.ts"
import { pageOf, publishers } from "../Publishers.ts"
import { type Country, searches } from "../Searches.ts"
import type { Article } from "../Story.ts"

/** Articles that share a telling word with the keyword. */
const about = (keyword: string, articles: ReadonlyArray<Article>): ReadonlyArray<Article> => {
  const words = keyword.split(" ").filter((word) => word.length > 3)
  return articles
    .filter(({ title }) => words.length > 0 && words.every((word) => title.toLowerCase().includes(word)))
    .slice(0, 2)
}

const newsItem = ({ by, path, title }: Article): string => `<ht:news_item>
        <ht:news_item_title>${escapeMarkup(title)}</ht:news_item_title>
        <ht:news_item_snippet/>
        <ht:news_item_url>${pageOf(publishers[by], path)}</ht:news_item_url>
        <ht:news_item_source>${escapeMarkup(publishers[by].title)}</ht:news_item_source>
      </ht:news_item>`

/**
 * A country's trending searches in the form that Google gives them: every link is that of the feed itself, descriptions
 * are empty.
 */
export const googleTrends = (country: Country, articles: ReadonlyArray<Article>, start: Date): Document => {
  const link = `https://trends.google.com/trending/rss?geo=${country}`
  return {
    type: "application/rss+xml",
    body: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<rss xmlns:atom="http://www.w3.org/2005/Atom" xmlns:ht="https://trends.google.com/trending/rss" version="2.0">
  <channel>
    <title>Daily Search Trends</title>
    <description>Recent searches</description>
    <link>${link}</link>
    <atom:link href="${link}" rel="self" type="application/rss+xml"/>
${searches[country]
  .map(
    ({ keyword, today }, index) => `    <item>
      <title>${escapeMarkup(keyword)}</title>
      <ht:approx_traffic>${today}+</ht:approx_traffic>
      <description/>
      <link>${link}</link>
      <pubDate>${rfc822(new Date(start.getTime() - (index + 1) * 40 * 60_000))}</pubDate>
      ${about(keyword, articles).map(newsItem).join("\n      ")}
    </item>`
  )
  .join("\n")}
  </channel>
</rss>
`
  }
}

import { type Document, iso, paragraphsOf } from "../Document.ts"
import { pageOf, type Publisher } from "../Publishers.ts"
import type { Article } from "../Story.ts"

/** JSON Feed 1.1. */
export const jsonFeed = (publisher: Publisher, articles: ReadonlyArray<Article>): Document => ({
  type: "application/feed+json",
  body: JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: publisher.title,
    description: `${publisher.about}. Sample news, all of it invented.`,
    home_page_url: pageOf(publisher, "/"),
    feed_url: pageOf(publisher, "/feed.json"),
    language: "en",
    items: articles.map(({ paragraphs, path, publishedAt, title }, index) => ({
      // Numbers are legal in version 1, and writers go on using them.
      id: 20_000 + articles.length - index,
      url: pageOf(publisher, path),
      title,
      content_html: paragraphsOf(paragraphs),
      date_published: iso(publishedAt, -8),
      authors: [{ name: "The Harbour desk" }]
    }))
  })
})

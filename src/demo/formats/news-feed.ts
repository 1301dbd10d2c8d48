import type { Document } from "../Document.ts"
import { type PublisherId, publishers } from "../Publishers.ts"
import type { Article } from "../Story.ts"
import { atom } from "./atom.ts"
import { jsonFeed } from "./json-feed.ts"
import { rdf } from "./rdf.ts"
import { plainRss, rss, wireRss } from "./rss.ts"

const formats = { rss, wire: wireRss, plain: plainRss, atom, rdf, json: jsonFeed }

/** A publisher's feed, the newest article first, in the publisher's format. */
export const newsFeed = (id: PublisherId, articles: ReadonlyArray<Article>): Document => {
  const publisher = publishers[id]
  const own = articles.filter(({ by }) => by === id)
  return formats[publisher.format](
    publisher,
    own.toSorted((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime())
  )
}

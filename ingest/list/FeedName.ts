import { createHash } from "node:crypto"
import { SourceName } from "../../src/domain/Source.ts"

/** Words that say that a URL is a feed, and nothing about which one. */
const generic = /^(www|feeds?|rss\d*|xml|atom|index|default|v\d+)$/

/** Names have at most 100 characters: `feed:`, this, a dot and a hash. */
const longest = 80

/**
 * The name of a feed whose operator gave none, made from its URL alone so that it never depends on the rest of the
 * list: `https://feeds.bbci.co.uk/news/business/rss.xml` is `feed:bbci.co.uk-news-business`.
 */
export const feedName = (address: string): SourceName => {
  const url = new URL(address)
  const host = url.host.replace(/^(www|feeds?|rss)\./, "").replace(/[^a-z0-9.:-]/g, "")
  const path = url.pathname
    .toLowerCase()
    .split("/")
    .map((segment) =>
      segment.replace(/\.(xml|rss|rdf|atom|json|php|aspx?|html?|cms)$/, "").replace(/[^a-z0-9_-]+/g, "-")
    )
    .map((segment) => segment.replace(/^-+|(?<!-)-+$/g, ""))
    .filter((segment) => segment !== "" && !generic.test(segment))
  const slug = [host, ...path].join("-")
  const hash = createHash("sha256").update(url.href).digest("hex").slice(0, 8)
  return SourceName.make(
    `feed:${url.search === "" && slug.length <= longest ? slug : `${slug.slice(0, longest)}.${hash}`}`
  )
}

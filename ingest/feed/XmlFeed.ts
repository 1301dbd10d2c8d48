import Parser from "rss-parser"
import { readEntry, readFeedElement } from "./Atom.ts"
import type { RawFeed, RawItem } from "./RawItem.ts"
import { readChannel, readRssItem } from "./Rss.ts"
import type { XmlElement } from "./Xml.ts"

/** What the parser builds: a raw feed, and which of its readers was asked. */
export interface XmlFeed extends RawFeed {
  readonly format: "rss" | "atom" | "rdf"
}

/** Takes the place of rss-parser's XML reader: the document is parsed already. */
const xmlParser = {
  parseString: (root: XmlElement, done: (error: null, document: Readonly<Record<string, XmlElement>>) => void) =>
    done(null, { [root.name]: root })
}

/**
 * rss-parser with its inner readers replaced. It tells the formats apart and says who builds the feed; what it does
 * with the parts itself is quadratic in an item's length, fails on one bad date or link, and puts XHTML out of order.
 * Its `parseURL` is never used.
 */
class FeedXml extends Parser {
  readonly #url: string
  readonly #extensions: ReadonlyArray<string>

  constructor(url: string, extensions: ReadonlyArray<string>) {
    // An `rss` element of no known version is read as RSS 2.0.
    super({ defaultRSS: 2 })
    Object.assign(this, { xmlParser })
    this.#url = url
    this.#extensions = extensions
  }

  buildRSS2(document: { readonly rss: XmlElement }): XmlFeed {
    return this.#channel(document.rss, "rss")
  }

  buildRSS0_9(document: { readonly rss: XmlElement }): XmlFeed {
    return this.#channel(document.rss, "rss")
  }

  buildRSS1(document: { readonly "rdf:RDF": XmlElement }): XmlFeed {
    return this.#channel(document["rdf:RDF"], "rdf")
  }

  buildAtomFeed(document: { readonly feed: XmlElement }): XmlFeed {
    const { feed } = document
    const base = feed.base(this.#url)
    return {
      format: "atom",
      ...readFeedElement(feed, this.#url),
      items: feed.children("entry").map((entry) => this.#extended(entry, readEntry(entry, base)))
    }
  }

  #channel(root: XmlElement, format: "rss" | "rdf"): XmlFeed {
    const channel = root.child("channel")
    const base = channel.base(root.base(this.#url))
    // RSS 1.0 has its items beside the channel, all others inside it; documents that mix the two exist.
    const items = [...channel.children("item"), ...root.children("item")]
    return {
      format,
      ...readChannel(channel, root, this.#url),
      items: items.map((item) => this.#extended(item, readRssItem(item, base)))
    }
  }

  #extended(item: XmlElement, raw: RawItem): RawItem {
    if (this.#extensions.length === 0) return raw
    return { ...raw, extensions: Object.fromEntries(this.#extensions.map((path) => [path, item.textsAt(path)])) }
  }
}

/** Reads a document's tree as a feed. */
export const readXmlFeed = async (root: XmlElement, url: string, extensions: ReadonlyArray<string>): Promise<XmlFeed> =>
  (await new FeedXml(url, extensions).parseString(root as unknown as string)) as unknown as XmlFeed

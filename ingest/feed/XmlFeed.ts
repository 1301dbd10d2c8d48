import Parser from "rss-parser"
import { authorsOf, readEntry, readFeedElement } from "./Atom.ts"
import type { Draft, DraftFeed } from "./Draft.ts"
import { Refusal } from "./Refusal.ts"
import { readChannel, readRssItem } from "./Rss.ts"
import { baseOf, child, children, type Node, textsAt } from "./Xml.ts"

/** What the parser builds: a draft, and which of its readers was asked. */
export interface XmlFeed extends DraftFeed {
  readonly format: "rss" | "atom" | "rdf"
}

/**
 * rss-parser with each of its inner readers replaced. It reads the XML and tells the formats apart; what it does with the parts
 * itself is quadratic in an item's length, fails on one bad date or link, and puts XHTML out of order. Its `parseURL` is never used.
 */
class FeedXml extends Parser {
  readonly #url: string
  readonly #extensions: ReadonlyArray<string>

  constructor(url: string, extensions: ReadonlyArray<string>) {
    // An `rss` element of no known version is read as RSS 2.0.
    super({ defaultRSS: 2 })
    this.#url = url
    this.#extensions = extensions
  }

  buildRSS2(document: { readonly rss: Node }): XmlFeed {
    return this.#channel(document.rss, "rss")
  }

  buildRSS0_9(document: { readonly rss: Node }): XmlFeed {
    return this.#channel(document.rss, "rss")
  }

  buildRSS1(document: { readonly "rdf:RDF": Node }): XmlFeed {
    return this.#channel(document["rdf:RDF"], "rdf")
  }

  buildAtomFeed(document: { readonly feed: Node }): XmlFeed {
    const { feed } = document
    const base = baseOf(feed, this.#url)
    const authors = authorsOf(feed)
    return {
      format: "atom",
      ...readFeedElement(feed, this.#url),
      items: children(feed, "entry").map((entry) => this.#extended(entry, readEntry(entry, base, authors)))
    }
  }

  #channel(root: Node, format: "rss" | "rdf"): XmlFeed {
    const channel = child(root, "channel")
    const base = baseOf(channel, baseOf(root, this.#url))
    // RSS 1.0 has its items beside the channel, all others inside it; documents that mix the two exist.
    const items = [...children(channel, "item"), ...children(root, "item")]
    return {
      format,
      ...readChannel(channel, baseOf(root, this.#url)),
      items: items.map((item) => this.#extended(item, readRssItem(item, base)))
    }
  }

  #extended(node: Node, draft: Draft): Draft {
    if (this.#extensions.length === 0) return draft
    return { ...draft, extensions: Object.fromEntries(this.#extensions.map((path) => [path, textsAt(node, path)])) }
  }
}

/** Reads repaired XML. Fails with `malformed` where it still is none. */
export const readXmlFeed = async (xml: string, url: string, extensions: ReadonlyArray<string>): Promise<XmlFeed> => {
  try {
    return (await new FeedXml(url, extensions).parseString(xml)) as unknown as XmlFeed
  } catch {
    throw new Refusal("malformed", "the document could not be read as XML")
  }
}

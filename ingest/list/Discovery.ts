import { Effect } from "effect"
import type { FoundFeed } from "../../src/domain/SourceList.ts"
import { validationError } from "../../src/domain/ValidationError.ts"
import { Fetch } from "../fetch/Fetch.ts"
import { Parser } from "../parse/Parser.ts"
import { siteDocument } from "./SiteDocument.ts"

/** Where feeds often are, for sites that name none. One host is asked once in a second. */
const commonPaths = ["/feed", "/rss.xml", "/feed.xml", "/atom.xml", "/rss", "/index.xml"]

/** Whoever asks waits for it: what takes longer is not shown. */
const longest = "12 seconds"

const maxBytes = 5_000_000

const wantedTypes =
  "text/html, application/xhtml+xml, application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5"

/** A feed that was found, whether it is on the list or not. */
export type SiteFeed = Omit<FoundFeed, "source">

/** Finds the feeds of a site, by what its page names or else in the usual places, with their newest items. */
export const makeDiscovery = Effect.gen(function* () {
  const fetch = yield* Fetch
  const parser = yield* Parser

  const read = (url: string, found: boolean) =>
    Effect.scoped(
      Effect.gen(function* () {
        const fetched = yield* fetch.get(url, { accept: wantedTypes, maxBytes, found })
        return { url: fetched.url, document: yield* parser.read(siteDocument, fetched) }
      })
    )

  return Effect.fnUntraced(function* (site: string) {
    const { document, url } = yield* read(site, false).pipe(
      Effect.timeoutOrElse({
        duration: longest,
        orElse: () => Effect.fail({ message: "the site takes too long to answer" })
      }),
      Effect.mapError(({ message }) => validationError([{ location: ["body", "url"], message }]))
    )
    if (document.kind === "feed")
      return [{ url, title: document.title, items: document.items }] as ReadonlyArray<SiteFeed>
    const named = document.feeds
    const { origin } = new URL(site)
    const tried = named.length > 0 ? named : commonPaths.map((path) => new URL(path, url).href)
    const feeds = yield* Effect.forEach(
      tried,
      (address) =>
        // What a page names is a stranger's word, unless it is on the site that the operator named.
        read(address, new URL(address).origin !== origin).pipe(
          Effect.map(({ document }): SiteFeed | null =>
            document.kind === "feed" ? { url: address, title: document.title, items: document.items } : null
          ),
          Effect.timeoutOrElse({ duration: longest, orElse: () => Effect.succeed(null) }),
          Effect.orElseSucceed(() => null)
        ),
      { concurrency: "unbounded" }
    )
    const distinct = new Map<string, SiteFeed>()
    for (const feed of feeds) {
      if (feed === null) continue
      // The same feed is often in several places, and feeds of sections have titles of their own.
      const key = JSON.stringify([feed.title, feed.items])
      if (!distinct.has(key)) distinct.set(key, feed)
    }
    return [...distinct.values()]
  })
})

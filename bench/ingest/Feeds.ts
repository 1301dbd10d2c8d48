import { Effect } from "effect"
import { readDocument } from "../../ingest/feed/Document.ts"
import { toSignals } from "../../ingest/signals/FeedItem.ts"
import { seeded } from "../companies/Generate.ts"

const syllables =
  "ba be bi bo da de do fa fe ga go ka ki ko la le li lo ma me mi mo na ne no pa pe ra re ri ro sa se si so ta te ti to va ve".split(
    " "
  )

/** Some thousand words; the first are far likelier than the last, as in language. */
export const vocabulary = Array.from({ length: 8_000 }, (_, n) => {
  const random = seeded(n + 1)
  return Array.from(
    { length: 2 + Math.floor(random() * 3) },
    () => syllables[Math.floor(random() * syllables.length)]!
  ).join("")
})

const feedStart = Date.UTC(2026, 0, 1)

/** One item in words: what a news agency's feed has on average, 9 words of title and 60 of text. */
export const item = (n: number) => {
  const random = seeded(1_000_003 * (n + 1))
  const words = (count: number): string =>
    Array.from({ length: count }, () => vocabulary[Math.floor(random() ** 3 * vocabulary.length)]!).join(" ")
  return {
    title: words(9),
    text: words(60),
    guid: `item-${n}`,
    url: `https://site-${n % 997}.example/2026/${n}-${words(3).replaceAll(" ", "-")}`,
    author: words(2),
    // A minute after the other, so that a window of days has a few thousand of them.
    publishedAt: new Date(feedStart + n * 60_000)
  }
}

/** How many items a feed lists: between the 10 of blogs and the 300 of agencies. */
export const itemsOfFeed = 100

/** The n-th feed as it comes from the network: RSS 2.0 with markup in its texts, some 1.2 KB for each item. */
export const document = (n: number, length = itemsOfFeed): Uint8Array => {
  const items = Array.from({ length }, (_, k) => item(n * length + k))
    .map(
      ({
        author,
        guid,
        publishedAt,
        text,
        title,
        url
      }) => `<item><title>${title}</title><link>${url}?utm_source=rss</link>
<guid isPermaLink="false">${guid}</guid><pubDate>${publishedAt.toUTCString()}</pubDate><dc:creator>${author}</dc:creator>
<category>business</category><description><![CDATA[<p>${text}</p>]]></description>
<content:encoded><![CDATA[<p><img src="${url}.jpg" alt=""/>${text}</p><p>${text}</p>]]></content:encoded></item>`
    )
    .join("\n")
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel><title>Feed ${n}</title><link>https://feed-${n}.example/</link>${items}</channel></rss>`)
}

/** What of the n-th feed is stored. */
export const listingOf = (n: number, bytes: Uint8Array) => {
  const url = `https://feed-${n}.example/rss`
  return Effect.map(
    Effect.promise(() => readDocument({ bytes, contentType: "application/rss+xml", url })),
    (feed) => toSignals(feed, url).signals
  )
}

import { eventPage } from "../../domain/EventPage.ts"
import type { Watch } from "../../domain/Watch.ts"
import type { WatchEvent } from "../../domain/WatchEvent.ts"
import { html, trusted } from "../../text/Html.ts"
import { clean } from "../../text/Text.ts"

/*
 * The events of a watch as RSS 2.0, Atom (RFC 4287) and JSON Feed 1.1.
 */

/** What the three say alike. */
export interface WatchFeed {
  readonly watch: Pick<Watch, "id" | "name" | "created_at">
  /** The newest first. */
  readonly events: ReadonlyArray<WatchEvent>
  /** The service's own address. */
  readonly home: string
}

const itemsOf = ({ events, home, watch }: WatchFeed) =>
  events.map((event) => ({
    id: `urn:sonde:watch:${watch.id}:event:${event.id}`,
    url: event.link.url ?? `${home}${eventPage(event)}`,
    title: clean(event.title),
    text: event.text === null ? null : clean(event.text),
    source: event.source === null ? null : clean(event.source),
    at: `${event.at}Z`
  }))

const titleOf = ({ watch }: WatchFeed): string => clean(watch.name)

/** When the newest event came. */
const updatedOf = ({ events, watch }: WatchFeed): string => `${events[0]?.at ?? watch.created_at}Z`

/** As RSS writes dates (RFC 822 with four digits of the year). */
const rssDate = (at: string): string => new Date(at).toUTCString()

const declaration = trusted(`<?xml version="1.0" encoding="utf-8"?>\n`)

const rss = (feed: WatchFeed): string =>
  html`${declaration}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
<title>${titleOf(feed)}</title>
<link>${feed.home}/dashboard</link>
<description>${`Events of the watch “${titleOf(feed)}”`}</description>
<lastBuildDate>${rssDate(updatedOf(feed))}</lastBuildDate>
${itemsOf(feed).map(
  ({ at, id, source, text, title, url }) =>
    html`<item>
<title>${title}</title>
<link>${url}</link>
<guid isPermaLink="false">${id}</guid>
<pubDate>${rssDate(at)}</pubDate>
${source === null ? null : html`<dc:creator>${source}</dc:creator> `}${text === null ? null : html`<description>${escapedTwice(text)}</description> `}</item>
`
)}</channel></rss>
`.toString()

/** The description of an RSS item is HTML: plain text is escaped for that, and again as XML. */
const escapedTwice = (text: string): string => html`${text}`.toString()

const atom = (feed: WatchFeed): string =>
  html`${declaration}<feed xmlns="http://www.w3.org/2005/Atom">
      <id>${`urn:sonde:watch:${feed.watch.id}`}</id>
      <title>${titleOf(feed)}</title>
      <updated>${updatedOf(feed)}</updated>
      <author><name>Sonde</name></author>
      <link rel="alternate" href="${feed.home}/dashboard" />
      ${itemsOf(feed).map(
        ({ at, id, source, text, title, url }) =>
          html`<entry>
            <id>${id}</id>
            <title>${title}</title>
            <link rel="alternate" href="${url}" />
            <published>${at}</published>
            <updated>${at}</updated>
            ${source === null ? null : html`<author><name>${source}</name></author> `}${text === null ? null : html`<summary>${text}</summary> `}</entry
          > `
      )}</feed
    > `.toString()

const json = (feed: WatchFeed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title: titleOf(feed),
    home_page_url: `${feed.home}/dashboard`,
    items: itemsOf(feed).map(({ at, id, source, text, title, url }) => ({
      id,
      url,
      title,
      content_text: text ?? title,
      date_published: at,
      ...(source !== null && { authors: [{ name: source }] })
    }))
  })

/** Each format by the ending of its address. */
export const feedFormats = {
  rss: { contentType: "application/rss+xml; charset=utf-8", write: rss },
  atom: { contentType: "application/atom+xml; charset=utf-8", write: atom },
  json: { contentType: "application/feed+json", write: json }
} as const
export type FeedFormat = keyof typeof feedFormats

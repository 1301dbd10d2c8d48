import type { Posted } from "../domain/Endpoint.ts"
import { eventPage } from "../domain/EventPage.ts"
import type { WatchEvent } from "../domain/WatchEvent.ts"
import { cut } from "../text/Cut.ts"

/*
 * Events in the forms of those who show them. What is in an event was written by strangers: nothing in it may become
 * a link, a mention or markup.
 */

/** A request that carries an event. */
export interface Message {
  readonly url: string
  readonly body: string
}

/** A text as one line of at most so many UTF-16 code units. */
const line = (text: string, most: number): string => cut(text.replace(/\s+/g, " ").trim(), most)

/** Where the service shows an event, if it has an address of its own; a test leads nowhere. */
const pageOf = (event: WatchEvent, home: string | null): string | null =>
  home === null || event.kind === "test" ? null : `${home}${eventPage(event)}`

/** What people read of an event: its title, where it is, and what else there is to say. */
export const wordsOf = (event: WatchEvent, home: string | null) => {
  const {
    link,
    source,
    text,
    title,
    watch,
    why: { change }
  } = event
  const changed =
    change === null ? null : `${change.what}: ${change.before ?? "unknown"} → ${change.after ?? "unknown"}`
  const url = link.url === null ? null : URL.parse(link.url)
  return {
    title: line(title, 250),
    page: pageOf(event, home),
    url: url !== null && /^https?:$/.test(url.protocol) ? url.href : null,
    details: [text, changed].filter((detail) => detail !== null && detail !== "").map((detail) => line(detail!, 1_000)),
    from: line([watch.name, source].filter((name) => name !== null).join(" · "), 500)
  }
}

/** Slack's own rule: these three, and nothing else. */
const slackText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** Inside of `<address|words>` two more characters have a meaning. */
const slackLink = (url: string, words: string): string =>
  `<${slackText(url.replaceAll("|", "%7C"))}|${slackText(words).replaceAll("|", "¦")}>`

/** What the link to the service's own page is called. */
const inSonde = "Open in Sonde"

const slack = (event: WatchEvent, home: string | null) => {
  const { details, from, page, title, url } = wordsOf(event, home)
  const lines = [
    url === null ? slackText(title) : slackLink(url, title),
    ...details.map(slackText),
    slackText(from),
    ...(page === null ? [] : [slackLink(page, inSonde)])
  ]
  return { text: lines.join("\n"), unfurl_links: false, unfurl_media: false }
}

/** What Discord takes, in UTF-16 code units. */
const longestDiscordTitle = 256

/** Every character that Discord's Markdown knows, and `@` and `<`, which begin mentions. */
const discordText = (text: string): string =>
  text.replace(/[\\*_~`|>#[\]()<@:-]/g, (character) => `\\${character}`).replace(/^(\d+)\./, "$1\\.")

const discord = (event: WatchEvent, home: string | null) => {
  const { details, from, page, title, url } = wordsOf(event, home)
  const description = cut(details.join(" "), 1_500)
  return {
    embeds: [
      {
        title: cut(discordText(title), longestDiscordTitle),
        ...(url !== null && { url }),
        ...(page !== null && { author: { name: inSonde, url: page } }),
        ...(description !== "" && { description: discordText(description) }),
        footer: { text: from }
      }
    ],
    allowed_mentions: { parse: [] }
  }
}

/** Text runs, unlike text blocks, are shown as they are. */
const run = (text: string, style: object = {}) => ({
  type: "RichTextBlock",
  inlines: [{ type: "TextRun", text, ...style }]
})

const teams = (event: WatchEvent, home: string | null) => {
  const { details, from, page, title, url } = wordsOf(event, home)
  const actions = [
    ...(url === null ? [] : [{ type: "Action.OpenUrl", title: "Open", url }]),
    ...(page === null ? [] : [{ type: "Action.OpenUrl", title: inSonde, url: page }])
  ]
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            run(title, { weight: "Bolder", size: "Medium" }),
            ...details.map((line) => run(line)),
            run(from, { isSubtle: true })
          ],
          ...(actions.length > 0 && { actions })
        }
      }
    ]
  }
}

/** What ntfy takes, in bytes; a longer message would become a file. */
const longestNtfyMessage = 4_096

/** By JSON, to the server itself: headers could not carry every title. */
const ntfy = (address: string, event: WatchEvent, home: string | null) => {
  const { details, from, page, title, url } = wordsOf(event, home)
  const server = new URL(address)
  const topic = server.pathname.split("/").at(-1)!
  server.pathname = server.pathname.slice(0, -topic.length)
  const message = cut([...details, from].join("\n"), longestNtfyMessage, "bytes")
  const click = url ?? page
  const actions = page === null ? [] : [{ action: "view", label: inSonde, url: page }]
  return {
    url: server.href,
    body: { topic, title, message, ...(click !== null && { click }), ...(actions.length > 0 && { actions }) }
  }
}

/** The event as GET /events has it, with where the service shows it. */
const plain = (event: WatchEvent, home: string | null): WatchEvent => {
  const page = pageOf(event, home)
  return page === null ? event : { ...event, link: { ...event.link, page } }
}

/** An event as a webhook carries it: what it is, since when, and the event itself. */
const webhook = (event: WatchEvent, home: string | null) => ({
  type: event.kind === "test" ? "test" : `watch.${event.kind}`,
  timestamp: `${event.at}Z`,
  data: plain(event, home)
})

/**
 * The event as the target takes it, with links to the service at `home` where it has an address of its own. The same
 * event gives the same bytes.
 */
export const messageOf = ({ kind, url }: Posted, event: WatchEvent, home: string | null): Message => {
  switch (kind) {
    case "webhook":
      return { url, body: JSON.stringify(webhook(event, home)) }
    case "json":
      return { url, body: JSON.stringify(plain(event, home)) }
    case "slack":
      return { url, body: JSON.stringify(slack(event, home)) }
    case "discord":
      return { url, body: JSON.stringify(discord(event, home)) }
    case "teams":
      return { url, body: JSON.stringify(teams(event, home)) }
    case "ntfy": {
      const message = ntfy(url, event, home)
      return { url: message.url, body: JSON.stringify(message.body) }
    }
  }
}

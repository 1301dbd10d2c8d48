import { randomUUID } from "node:crypto"
import type { EndpointId } from "../domain/EndpointId.ts"
import type { WatchEvent } from "../domain/WatchEvent.ts"
import type { MailKey } from "../storage/watches/Endpoints.ts"
import { cut } from "../text/Cut.ts"
import { html, type Html } from "../text/Html.ts"
import { clean, direction } from "../text/Text.ts"
import type { Mail, MailSettings } from "./Mailer.ts"
import { mailLink } from "./MailLinks.ts"
import { wordsOf } from "./Message.ts"

/*
 * Events as mail, as text and as HTML. There are no images, and links lead where they say: nobody learns who has read
 * what.
 */

type Sent = Pick<MailSettings, "from" | "home">

const longestSubject = 200

/** One line without what could begin another, or turn it around. */
const subjectOf = (text: string): string => cut(clean(text).replace(direction, ""), longestSubject)

/** What is said of an event. */
const entryOf = (event: WatchEvent, home: string) => {
  const { details, from, page, title, url } = wordsOf(event, home)
  const terms = event.why.terms.map((term) => clean(term)).join(", ")
  return {
    title,
    details,
    url,
    page,
    from: [from, terms === "" ? "" : `found: ${cut(terms, 200)}`, `${event.at.replace("T", " ").slice(0, 16)} UTC`]
      .filter((part) => part !== "")
      .join(" · ")
  }
}
type Entry = ReturnType<typeof entryOf>

const textOf = ({ details, from, page, title, url }: Entry): string =>
  [title, ...details, from, url, page].filter((line) => line !== null).join("\n")

const htmlOf = ({ details, from, page, title, url }: Entry): Html =>
  html`<div style="margin:0 0 24px">
    <p style="margin:0 0 4px;font-size:17px;font-weight:bold">
      ${url === null ? title : html`<a href="${url}" rel="noreferrer">${title}</a>`}
    </p>
    ${details.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
    <p style="margin:0;color:#666;font-size:13px">
      ${from}${page === null ? null : html` · <a href="${page}">in Sonde</a>`}
    </p>
  </div>`

const page = (title: string, main: Html, foot: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body style="font-family:sans-serif;font-size:15px;line-height:1.45;max-width:42em;margin:0 auto;padding:16px">
        ${main}
        <p style="color:#666;font-size:13px;border-top:1px solid #ccc;padding-top:12px">${foot}</p>
      </body>
    </html>`.toString()

const mailDomainOf = ({ address }: Sent["from"]): string => address.slice(address.lastIndexOf("@") + 1)

/** Programs that answer mail by themselves leave these alone (RFC 3834). */
const automatic = { "Auto-Submitted": "auto-generated" }

/** Unsubscribing with one click (RFC 8058), which has to be over HTTPS. */
const unsubscribing = (url: string) => ({
  "List-Unsubscribe": `<${url}>`,
  ...(url.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" })
})

/** Events as a mail: by itself, or as a digest. `id` is what it is told apart by, the same whenever it is sent. */
export const mailOf = (
  { from, home }: Sent,
  endpoint: EndpointId,
  key: MailKey,
  events: ReadonlyArray<WatchEvent>,
  id: string,
  at: Date
): Mail => {
  const [first] = events
  const watches = new Set(events.map(({ watch }) => watch.name))
  const about = watches.size === 1 ? first!.watch.name : `${watches.size} watches`
  const subject = subjectOf(events.length === 1 ? first!.title : `${events.length} events: ${about}`)
  const entries = events.map((event) => entryOf(event, home))
  const unsubscribe = `${home}${mailLink("unsubscribe", endpoint, key)}`
  return {
    to: key.address,
    subject,
    text: [...entries.map(textOf), `--\nYou have confirmed that you want this mail. Unsubscribe: ${unsubscribe}`].join(
      "\n\n"
    ),
    html: page(
      subject,
      html`${entries.map(htmlOf)}`,
      html`You have confirmed that you want this mail. <a href="${unsubscribe}">Unsubscribe</a>`
    ),
    messageId: `${id}@${mailDomainOf(from)}`,
    at,
    headers: { ...automatic, ...unsubscribing(unsubscribe) }
  }
}

/**
 * Asks whether an address wants mail. Nothing in it was written by the account: else it could make the service mail
 * strangers.
 */
export const confirmationOf = ({ from, home }: Sent, endpoint: EndpointId, key: MailKey, at: Date): Mail => {
  const { host } = new URL(home)
  const confirm = `${home}${mailLink("confirm", endpoint, key)}`
  const asked = `Somebody wants ${host} to send events of their watches to this address.`
  const otherwise = "If you know nothing of this, do nothing: you will get no such mail."
  const subject = `Confirm that you want mail from ${host}`
  return {
    to: key.address,
    subject,
    text: `${asked}\n\nIf you want this mail, open this page and confirm it:\n${confirm}\n\n${otherwise}`,
    html: page(
      subject,
      html`<p>${asked}</p>
        <p>If you want this mail, <a href="${confirm}">open this page and confirm it</a>.</p>`,
      html`${otherwise}`
    ),
    messageId: `confirm_${randomUUID()}@${mailDomainOf(from)}`,
    at,
    headers: automatic
  }
}

import { subjectPage } from "../../domain/EventPage.ts"
import type { EventPreview, WatchEvent } from "../../domain/WatchEvent.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { home } from "../Place.ts"
import { badge } from "./Badge.ts"
import { count } from "./Figure.ts"
import { outbound } from "./Outbound.ts"
import { marked } from "./SignalList.ts"
import { day, instant, when } from "./Time.ts"

type Previewed = EventPreview["events"][number]
type Told = Pick<WatchEvent, "title" | "source" | "story_id" | "why" | "link">

/** Those of events whose title leads elsewhere. */
const pageNames: Partial<Record<WatchEvent["link"]["kind"], string>> = { signal: "The whole story", social: "Trends" }

const titleOf = ({ title, why: { highlights } }: Told): Part => {
  const found = highlights.find(({ field }) => field === "title")
  return found === undefined ? title || "Untitled" : marked(found)
}

/** News and topics lead to other sites; the service's own page about them is linked below. */
const linked = (event: Told): Html => {
  const { kind, url } = event.link
  const page = subjectPage(event)
  return page === null || kind === "signal" || kind === "social"
    ? outbound(url, titleOf(event))
    : html`<a href="${page}">${titleOf(event)}</a>`
}

const value = (value: number | string | null, what: string): string =>
  value === null ? (what === "position" ? "not found" : "unknown") : typeof value === "number" ? count(value) : value

const snippetOf = ({ highlights }: Told["why"], text: string | null): Part => {
  const found = highlights.find(({ field }) => field === "snippet")
  const words = found === undefined ? text : ["… ", marked(found), " …"]
  return words !== null && words !== "" && html`<p class="snippet">${words}</p>`
}

/** Why it is an event: the words that were found, and the figure that has changed. */
const whyLine = ({ change, terms }: Told["why"]): Part => {
  const reasons: ReadonlyArray<Part> = [
    terms.length > 0 && [html`matches `, terms.map((term, n) => [n > 0 && ", ", html`<b>${term}</b>`])],
    change !== null &&
      html`${change.what.replaceAll("_", " ")} ${value(change.before, change.what)} →
        <b>${value(change.after, change.what)}</b>`
  ].filter((reason) => reason !== false)
  return reasons.length > 0 && html`<p class="quiet">Why: ${reasons.map((reason, n) => [n > 0 && "; ", reason])}</p>`
}

const more = (event: Told): Part => {
  const page = subjectPage(event)
  const name = pageNames[event.link.kind]
  return page !== null && name !== undefined && html`<p class="quiet further"><a href="${page}">${name}</a></p>`
}

/** When it is sent, where that is not at once. */
const sending = (
  { at, send_at, sent = send_at !== null }: Partial<Pick<Previewed, "sent">> & Pick<Previewed, "at" | "send_at">,
  now?: Date
): Part => {
  if (!sent) return html` · <span title="Within the watch's cooldown after another event">not sent</span>`
  if (at === null || send_at === null || send_at <= at) return null
  return now === undefined || new Date(`${send_at}Z`) > now
    ? html` · quiet until ${instant(send_at)}`
    : html` · quiet hours`
}

/** Events, the newest first. `watches`: with the watch of each. */
export const eventList = (events: ReadonlyArray<WatchEvent>, now: Date, options: { readonly watches: boolean }): Html =>
  html`<ol class="signals events">
    ${events.map(
      (event) =>
        html`<li ${event.read === false && html`data-event="${event.id}"`}>
          <p class="title">${event.read === false && [badge("busy", "new"), " "]}${linked(event)}</p>
          <p class="quiet about">
            ${options.watches && html`<a href="${home}/watches/${event.watch.id}">${event.watch.name}</a> · `}
            ${event.source !== null && `${event.source} · `}${when(event.at, now)}${sending(event, now)}
          </p>
          ${snippetOf(event.why, event.text)} ${whyLine(event.why)} ${more(event)}
        </li>`
    )}
  </ol>`

/** What a watch would have told. */
export const previewList = (events: EventPreview["events"]): Html =>
  html`<ol class="signals events">
    ${events.map(
      (event) =>
        html`<li>
          <p class="title">${linked(event)}</p>
          <p class="quiet about">
            ${event.source !== null && `${event.source} · `}${event.at === null ? day(event.day) : instant(event.at)}${sending(event)}
          </p>
          ${snippetOf(event.why, null)} ${whyLine(event.why)} ${more(event)}
        </li>`
    )}
  </ol>`

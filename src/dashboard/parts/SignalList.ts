import type { Signal } from "../../domain/Signal.ts"
import type { Highlight } from "../../domain/SignalSearch.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { home } from "../Place.ts"
import { count, counted } from "./Figure.ts"
import { outbound } from "./Outbound.ts"
import { day } from "./Time.ts"

const others = ({ also_in }: Signal): Part =>
  also_in.length > 0 &&
  html`<details class="also">
    <summary>${counted(also_in.length, "other")} carried it</summary>
    <ul>
      ${also_in.map(({ source, url }) => html`<li>${outbound(url, source)}</li>`)}
    </ul>
  </details>`

const story = ({ story_id, story_signals }: Signal): Part =>
  story_id !== null &&
  story_signals > 1 &&
  html`<p class="quiet further">
    <a href="${home}/stories/${story_id}">${count(story_signals - 1)} more on this story</a>
  </p>`

/** A way to the page of a story that nobody else tells, where its related stories are. */
const related = ({ story_id, story_signals, title }: Signal): Part =>
  story_id !== null &&
  story_signals === 1 &&
  html` <span class="related"
    >· <a href="${home}/stories/${story_id}">related<span class="sr"> to ${title || "Untitled"}</span></a></span
  >`

/** A text with what was asked for set off. */
export const marked = ({ fragment, offsets }: Highlight): Part => [
  ...offsets.flatMap(([from, to], n) => [
    fragment.slice(offsets[n - 1]?.[1] ?? 0, from),
    html`<mark>${fragment.slice(from, to)}</mark>`
  ]),
  fragment.slice(offsets.at(-1)?.[1] ?? 0)
]

const titleOf = ({ highlights, title }: Signal): Part => {
  const found = highlights?.find(({ field }) => field === "title")
  return found === undefined ? title || "Untitled" : marked(found)
}

/** What the signal says; of what was found the part that was asked for. */
const snippetOf = ({ highlights, snippet }: Signal): Part => {
  const found = highlights?.find(({ field }) => field === "snippet")
  if (found === undefined) return snippet
  const { fragment } = found
  return [!snippet.startsWith(fragment) && "… ", marked(found), !snippet.endsWith(fragment) && " …"]
}

/** News; each entry leads to the page of its story, unless the list is a story. */
export const signalList = (signals: ReadonlyArray<Signal>, isStory = false): Html =>
  html`<ol class="signals">
    ${signals.map(
      (signal) =>
        html`<li>
          <p class="title">${outbound(signal.url, titleOf(signal))}</p>
          <p class="quiet about">
            ${signal.source} ·
            ${day(signal.published_at)}${signal.published_at_estimated && html` <span title="The publisher gave no date; this is the day it was first seen">(first seen)</span>`}${!isStory && related(signal)}
          </p>
          ${signal.snippet !== "" && html`<p class="snippet">${snippetOf(signal)}</p>`} ${others(signal)}
          ${!isStory && story(signal)}
        </li>`
    )}
  </ol>`

import type { Signal } from "../../domain/Signal.ts"
import { html, type Html, type Part } from "../../text/Html.ts"
import { counted } from "./Figure.ts"
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

/** News, one story an entry. */
export const signalList = (signals: ReadonlyArray<Signal>): Html =>
  html`<ol class="signals">
    ${signals.map(
      (signal) =>
        html`<li>
          <p class="title">${outbound(signal.url, signal.title || "Untitled")}</p>
          <p class="quiet about">
            ${signal.source} ·
            ${day(signal.published_at)}${signal.published_at_estimated && html` <span title="The publisher gave no date; this is the day it was first seen">(first seen)</span>`}
          </p>
          ${signal.snippet !== "" && html`<p class="snippet">${signal.snippet}</p>`} ${others(signal)}
        </li>`
    )}
  </ol>`

import { html, type Html } from "../../text/Html.ts"
import { watchAddress } from "./WatchKind.ts"

/** A way to the form for a watch of what a page shows. */
export const watchThis = (...to: Parameters<typeof watchAddress>): Html =>
  html`<a class="button" href="${watchAddress(...to)}">Watch this</a>`

/** The same in a row of a table, with what the row is about for screen readers. */
export const watchRow = (about: string, ...to: Parameters<typeof watchAddress>): Html =>
  html`<a href="${watchAddress(...to)}">Watch<span class="sr"> ${about}</span></a>`

import { html, type Html, type Part } from "../../text/Html.ts"

/** One thing that is known, by its name; a wide one has a line of its own. */
export const fact = (name: string, value: Part, isWide = false): Html =>
  html`<div ${isWide && html`class="wide"`}>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`

/** What is known of what a page is about. */
export const facts = (known: ReadonlyArray<Part>): Html => html`<dl class="facts">${known}</dl>`
